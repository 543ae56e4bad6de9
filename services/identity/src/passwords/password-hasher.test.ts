import { availableParallelism } from 'node:os';
import { describe, expect, test } from '@jest/globals';
import { createPasswordHasher } from './password-hasher.ts';

const caller = (address: string) => ({ address, throwIfDisconnected: () => undefined });

describe('hashes of passwords', () => {
  test('G6: many passwords from one address do not delay those from another', async () => {
    const passwords = createPasswordHasher();
    const threads = Math.max(1, availableParallelism() - 1);
    const order: string[] = [];
    const verify = async (address: string, name: string) => {
      await passwords.verify(null, 'a lake in autumn', caller(address));
      order.push(name);
    };
    const flood = Array.from({ length: threads * 12 }, (_, index) => verify('2001:db8::1', `flood ${index}`));
    // Addresses of one /64 are one client.
    flood.push(verify('2001:db8::2', 'flood of the same client'));
    const others = ['198.18.0.1', '198.18.0.2'].map((address) => verify(address, address));
    await Promise.all([...flood, ...others]);
    for (const address of ['198.18.0.1', '198.18.0.2']) {
      expect(order.indexOf(address)).toBeLessThanOrEqual(threads * 3);
    }
    expect(order.indexOf('flood of the same client')).toBeGreaterThan(threads * 10);
  });

  test('G6: passwords beyond the queue are refused, and those from another address are not', async () => {
    const passwords = createPasswordHasher();
    const threads = Math.max(1, availableParallelism() - 1);
    let hasLeft = false;
    const leaving = {
      address: '198.18.0.1',
      throwIfDisconnected: () => {
        if (hasLeft) throw new Error('disconnected');
      },
    };
    const flood = Array.from({ length: threads * 101 + 5 }, () => passwords.verify(null, 'x', leaving));
    const other = passwords.verify(null, 'x', caller('198.18.0.2'));
    hasLeft = true;
    const results = await Promise.allSettled(flood);
    const refused = results.filter(
      (result) => result.status === 'rejected' && result.reason.code === 'dependency_unavailable',
    );
    expect(refused).toHaveLength(5);
    expect(await other).toBe(false);
  });
});
