import { availableParallelism } from 'node:os';
import { ConcurrencyLimit } from '@gatehouse/runtime';
import { describe, expect, test } from '@jest/globals';
import { createPasswordHasher } from './password-hasher.ts';

/** More slots than these tests have requests. */
const work = new ConcurrencyLimit(10_000);
const threads = Math.max(1, Math.min(availableParallelism() - 1, 3));
/** Passwords of one network that may wait. */
const maxWaiting = threads * 100;

const caller = (address: string) => ({ address, throwIfDisconnected: () => undefined });

describe('hashes of passwords', () => {
  // libuv has four threads, which also look up names and read files; what waits there is in no network's turn.
  test.each([
    [1, 1],
    [2, 1],
    [4, 3],
    [64, 3],
  ])('G6: on %d cores %d run at once, so that a thread of the process is free', async (cores, atOnce) => {
    const passwords = createPasswordHasher(work, cores);
    let started = 0;
    const throwIfDisconnected = () => {
      started += 1;
    };
    const hashes = Array.from({ length: 6 }, (_, index) =>
      passwords.verify(null, 'x', { address: `198.18.0.${index}`, throwIfDisconnected }),
    );
    // No hash ends meanwhile.
    for (let step = 0; step < 20; step += 1) await null;
    expect(started).toBe(atOnce);
    await Promise.all(hashes);
    expect(started).toBe(6);
  });

  test('G6: many passwords from one address do not delay those from another', async () => {
    const passwords = createPasswordHasher(work);
    const order: string[] = [];
    const verify = async (address: string, name: string) => {
      await passwords.verify(null, 'a lake in autumn', caller(address));
      order.push(name);
    };
    const flood = Array.from({ length: threads * 12 }, (_, index) => verify('2001:db8::1', `flood ${index}`));
    // Addresses of one /56 are one client.
    flood.push(verify('2001:db8:0:7::2', 'flood of the same client'));
    const others = ['198.18.0.1', '198.18.0.2'].map((address) => verify(address, address));
    await Promise.all([...flood, ...others]);
    for (const address of ['198.18.0.1', '198.18.0.2']) {
      expect(order.indexOf(address)).toBeLessThanOrEqual(threads * 3);
    }
    expect(order.indexOf('flood of the same client')).toBeGreaterThan(threads * 10);
  });

  test('G6: passwords beyond the queue are refused, and those from another address are not', async () => {
    const passwords = createPasswordHasher(work);
    let hasLeft = false;
    const leaving = {
      address: '198.18.0.1',
      throwIfDisconnected: () => {
        if (hasLeft) throw new Error('disconnected');
      },
    };
    const flood = Array.from({ length: threads + maxWaiting + 5 }, () =>
      passwords.verify(null, 'x', leaving),
    );
    const other = passwords.verify(null, 'x', caller('198.18.0.2'));
    hasLeft = true;
    const results = await Promise.allSettled(flood);
    const refused = results.filter(
      (result) => result.status === 'rejected' && result.reason.code === 'dependency_unavailable',
    );
    expect(refused).toHaveLength(5);
    expect(await other).toBe(false);
  });

  test('G6: passwords beyond the common queue are refused where each address has one in it, until it is shorter', async () => {
    const passwords = createPasswordHasher(work);
    let hasLeft = false;
    const waiting = Array.from({ length: threads + threads * 250 }, (_, address) =>
      passwords.verify(null, 'x', {
        address: `198.18.${Math.floor(address / 250)}.${address % 250}`,
        throwIfDisconnected: () => {
          if (hasLeft) throw new Error('disconnected');
        },
      }),
    );
    const late = passwords.verify(null, 'x', caller('198.51.100.1'));
    // At once: they reject while the refusal is delayed.
    const settled = Promise.allSettled(waiting);
    hasLeft = true;
    await expect(late).rejects.toMatchObject({
      code: 'dependency_unavailable',
      options: {
        detail: 'Too many sign-ins at the moment. Try again in a few seconds.',
        retryAfterSeconds: 2,
      },
    });
    const results = await settled;
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason.message] : [],
    );
    expect(new Set(reasons)).toEqual(new Set(['disconnected']));
    await expect(passwords.verify(null, 'x', caller('198.51.100.1'))).resolves.toBe(false);
  });

  test('G6: passwords that wait, or wait for their refusal, hold no slot of the process', async () => {
    const slots = new ConcurrencyLimit(threads + 1);
    const passwords = createPasswordHasher(slots);
    const refused: number[] = [];
    let hasLeft = false;
    const leaving = {
      address: '198.18.0.1',
      throwIfDisconnected: () => {
        if (hasLeft) throw new Error('disconnected');
      },
    };
    const flood = Array.from({ length: threads + maxWaiting + 5 }, async (_, index) => {
      if (!slots.tryAcquire()) {
        refused.push(index);
        return;
      }
      await passwords.verify(null, 'x', leaving).finally(() => slots.release());
    });
    // No hash ends meanwhile.
    for (let step = 0; step < 20; step += 1) await null;
    expect(refused).toEqual([]);
    // Those that have a thread hold one.
    expect([slots.tryAcquire(), slots.tryAcquire()]).toEqual([true, false]);
    slots.release();
    hasLeft = true;
    await Promise.allSettled(flood);
    expect(Array.from({ length: threads + 2 }, () => slots.tryAcquire()).indexOf(false)).toBe(threads + 1);
  });
});
