import { Refusal } from '@gatehouse/boundary';
import { ClientDisconnected } from '@gatehouse/runtime';
import { expect, test } from '@jest/globals';
import { countRefused } from './count-refused.ts';

/** An address with room for one use, and what was counted at last. */
function address() {
  let uses = 0;
  const context = {
    client: { address: '192.0.2.1' },
    refuse: (code: 'rate_limited', options: { retryAfterSeconds: number }): never => {
      throw new Refusal(code, options);
    },
  };
  const throttle = {
    use: async () => {
      uses += 1;
      return uses > 1 ? 60 : null;
    },
    uncount: async () => {
      uses -= 1;
    },
  };
  return {
    run: (work: () => Promise<string>) => countRefused(context, throttle, work),
    uses: () => uses,
  };
}

test.each([
  ['one that is refused', new Refusal('token_invalid'), 1],
  ['one whose client has disconnected', new ClientDisconnected(), 1],
  ['one that a failure of the system ended', new Refusal('dependency_unavailable'), 0],
  ['one that an error ended', new Error('of the database'), 0],
])('G6: %s is counted so often', async (_what, error, count) => {
  const { run, uses } = address();
  await expect(run(() => Promise.reject(error))).rejects.toBe(error);
  expect(uses()).toBe(count);
});

test('G6: one that works is uncounted, and none runs beyond the limit', async () => {
  const { run, uses } = address();
  expect(await run(async () => 'done')).toBe('done');
  expect(uses()).toBe(0);
  const refused = run(() => Promise.reject(new Refusal('token_invalid')));
  await expect(refused).rejects.toMatchObject({ code: 'token_invalid' });
  let hasRun = false;
  const beyond = run(async () => {
    hasRun = true;
    return 'done';
  });
  await expect(beyond).rejects.toMatchObject({ code: 'rate_limited', options: { retryAfterSeconds: 60 } });
  expect(hasRun).toBe(false);
});
