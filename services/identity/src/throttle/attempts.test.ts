import { Refusal, refuse } from '@gatehouse/boundary';
import { describe, expect, test } from '@jest/globals';
import type { AccountThrottle } from './account-throttle.ts';
import { attempt } from './attempts.ts';

/** An attempt from one address, and what it did to the throttle. @param wait what the throttle answers. */
function stage(wait: number | null) {
  const done: string[] = [];
  const throttle: AccountThrottle = {
    use: async () => wait,
    uncount: async () => void done.push('uncount'),
    reset: async () => void done.push('reset'),
    trust: async () => void done.push('trust'),
  };
  const context = { read: { query: async () => [] }, client: { address: '192.0.2.1' }, refuse };
  const attempted = { throttle, system: 'user', account: 'a@x.test' } as const;
  return {
    done,
    run: <T>(work: (markFailed: () => void) => Promise<T>) => attempt(attempted, context, work),
  };
}

describe('G6: an attempt', () => {
  test('beyond the limit tries nothing, and says how long to wait', async () => {
    const { done, run } = stage(7);
    const refused = run(async () => done.push('tried'));
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited', options: { retryAfterSeconds: 7 } });
    expect(done).toEqual([]);
  });

  test('that succeeds resets the counters', async () => {
    const { done, run } = stage(null);
    expect(await run(async () => 'signed in')).toBe('signed in');
    expect(done).toEqual(['reset']);
  });

  test.each([
    'credentials_invalid',
    'email_unverified',
    'passkey_invalid',
    'passkey_required',
    'totp_required',
    'totp_invalid',
  ] as const)('that ends with %s stays counted', async (code) => {
    const { done, run } = stage(null);
    await expect(run(async () => refuse(code))).rejects.toMatchObject({ code });
    expect(done).toEqual([]);
  });

  test.each([
    ['a refusal of its audit event', new Refusal('rate_limited')],
    ['a disconnected client', new Error('disconnected')],
  ])('that has failed stays counted, also if it ends with %s', async (_how, error) => {
    const { done, run } = stage(null);
    const failed = run((markFailed) => {
      markFailed();
      return Promise.reject(error);
    });
    await expect(failed).rejects.toBe(error);
    expect(done).toEqual([]);
  });

  test.each([
    ['another refusal', new Refusal('input_invalid')],
    ['an outage', new Error('the connection is closed')],
  ])('that ends with %s is uncounted', async (_how, error) => {
    const { done, run } = stage(null);
    await expect(run(() => Promise.reject(error))).rejects.toBe(error);
    expect(done).toEqual(['uncount']);
  });
});
