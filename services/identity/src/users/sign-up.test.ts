import { expect, test } from '@jest/globals';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import { createUser } from './sign-up.ts';

/** A sign-up whose transaction ends with an error. @returns what counts it. */
async function failWith(error: Error): Promise<readonly string[]> {
  const counted: string[] = [];
  const emailThrottle = {
    use: async () => {
      counted.push('use');
      return null;
    },
    uncount: async () => void counted.push('uncount'),
    isUsed: async () => false,
    reset: async () => undefined,
  };
  const signUp = createUser({
    passwords: {} as PasswordHasher,
    signUpThrottle: { use: async () => null } as unknown as AddressThrottle,
    emailThrottle,
  });
  const context = { client: { address: '192.0.2.1' }, transaction: () => Promise.reject(error) };
  const input = { name: 'Ada', email: 'ada@x.test' };
  await expect(signUp(context as never, input as never)).rejects.toBe(error);
  return counted;
}

test('G6: a sign-up that an outage ends does not count for its email address', async () => {
  expect(await failWith(new Error('the connection is closed'))).toEqual(['use', 'uncount']);
});
