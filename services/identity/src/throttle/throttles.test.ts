import type { Logger } from '@gatehouse/runtime';
import { expect, test } from '@jest/globals';
import { createThrottles } from './throttles.ts';

test('G6: sign-ups for one email address from one network count for a day, a tenth of all sign-ups from it', async () => {
  const limits = {
    REDIS_URL: '',
    THROTTLE_KEYS: 10,
    SIGN_IN_FAILURES_PER_ACCOUNT: 1,
    SIGN_IN_FAILURES_PER_ADDRESS: 1,
    PASSKEY_CHALLENGES_PER_ADDRESS: 1,
    SIGN_UPS_PER_ADDRESS: 15,
    PASSWORD_RESETS: 1,
    EMAIL_CHANGES: 1,
    ABUSE_REPORTS: 1,
    ACCOUNT_CHANGES: 1,
  };
  const { signUpForEmail, stop } = createThrottles(limits, {} as Logger);
  const waits = [await signUpForEmail.use('a'), await signUpForEmail.use('a'), await signUpForEmail.use('a')];
  stop();
  expect(waits).toEqual([null, null, expect.any(Number)]);
  expect(Math.abs((waits[2] ?? 0) - 86_400)).toBeLessThan(60);
});
