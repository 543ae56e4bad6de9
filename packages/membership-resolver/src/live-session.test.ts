import { expect, test } from '@jest/globals';
import { adminFactsStatement } from './admin-facts.ts';
import { isLiveSession, userFactsStatement } from './user-facts.ts';

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
