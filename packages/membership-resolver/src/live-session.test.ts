import { expect, test } from '@jest/globals';
import { adminFactsStatement } from './admin-facts.ts';
import { isLiveSession, returningLive, userFactsStatement } from './user-facts.ts';

test.each([userFactsStatement, adminFactsStatement])(
  'B1: $name joins a session where it has not ended and no limit has passed',
  ({ text }) => {
    const [, condition] = /on s\.token_hash = key\.token_hash\s+and (.+)\n/.exec(text) ?? [];
    expect(condition).toBe('s.ended_at is null and s.expires_at > now() and s.idle_expires_at > now()');
  },
);

test('the condition of a live session names the given alias', () => {
  expect(isLiveSession('mine')).toBe(
    'mine.ended_at is null and mine.expires_at > now() and mine.idle_expires_at > now()',
  );
});

test('sessions that are ended are returned if they were live before, and are ended in any case', () => {
  const text = returningLive('update sessions set ended_at = now() where user_id = $1', 'id, user_id');
  expect(text.replaceAll(/\s+/g, ' ')).toBe(
    `with ended as (update sessions set ended_at = now() where user_id = $1 returning id, user_id, ${isLiveSession('old')} as was_live) select id, user_id from ended where was_live`,
  );
});
