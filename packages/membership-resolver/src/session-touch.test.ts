import { describe, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { SessionTouch } from './session-touch.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A touch over a pool whose writes end when the test says so. */
function heldTouch() {
  const writes: { query: unknown; done: () => void; fail: (error: Error) => void }[] = [];
  const query = (config: unknown) =>
    new Promise((resolve, reject) => {
      writes.push({ query: config, done: () => resolve(undefined), fail: reject });
    });
  const failures: unknown[] = [];
  const pool = { query } as unknown as Pool;
  const touch = new SessionTouch(pool, 'identity.touch_user_session', 60, (error) => failures.push(error));
  return { writes, failures, touch };
}

describe('last_seen_at', () => {
  test('is written by the procedure of the system, with the idle limit', async () => {
    const { writes, touch } = heldTouch();
    touch.schedule('a');
    await turn();
    expect(writes.map(({ query }) => query)).toEqual([
      {
        name: 'identity.touch_user_session',
        text: 'select identity.touch_user_session($1, make_interval(secs => $2))',
        values: ['a', 60],
      },
    ]);
  });

  test('is written one session at a time, and once for many requests of one', async () => {
    const { writes, touch } = heldTouch();
    for (const sessionId of ['a', 'a', 'b', 'a']) touch.schedule(sessionId);
    await turn();
    const seen = () => writes.map(({ query }) => (query as { values: unknown[] }).values[0]);
    expect(seen()).toEqual(['a']);
    writes[0]?.done();
    await turn();
    expect(seen()).toEqual(['a', 'b']);
    writes[1]?.done();
    await turn();
    expect(seen()).toEqual(['a', 'b']);
    touch.schedule('a');
    await turn();
    expect(seen()).toEqual(['a', 'b', 'a']);
    writes[2]?.done();
    await turn();
    expect(seen()).toEqual(['a', 'b', 'a']);
  });

  test('a failed write is reported, and stops nothing', async () => {
    const { writes, failures, touch } = heldTouch();
    touch.schedule('a');
    touch.schedule('b');
    await turn();
    const error = new Error('away');
    writes[0]?.fail(error);
    await turn();
    expect(failures).toEqual([error]);
    writes[1]?.done();
    await turn();
    touch.schedule('a');
    await turn();
    expect(writes).toHaveLength(3);
    expect(failures).toEqual([error]);
  });
});
