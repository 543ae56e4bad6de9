import { describe, expect, jest, test } from '@jest/globals';
import { KeyedConcurrencyLimit } from './keyed-concurrency-limit.ts';

describe('a concurrency limit per key', () => {
  test('G6: work beyond the limit waits in order and holds up no other key', async () => {
    const limit = new KeyedConcurrencyLimit({ maxRunning: 2, maxWaiting: 2 });
    const begun: string[] = [];
    expect([limit.tryAcquire('a'), limit.tryAcquire('a'), limit.tryAcquire('a')]).toEqual([
      true,
      true,
      false,
    ]);
    const waits = ['first', 'second'].map((name) => limit.acquire('a')?.then(() => begun.push(name)));
    expect(limit.acquire('a')).toBeNull();
    expect([limit.tryAcquire('b'), limit.tryAcquire('b')]).toEqual([true, true]);
    limit.release('a');
    await waits[0];
    expect(begun).toEqual(['first']);
    expect(limit.tryAcquire('a')).toBe(false);
    limit.release('a');
    await waits[1];
    expect(begun).toEqual(['first', 'second']);
  });

  test('G6: runs work in its turn, and frees its slot also when it fails', async () => {
    const limit = new KeyedConcurrencyLimit({ maxRunning: 1, maxWaiting: 1 });
    const first = limit.run('a', () => Promise.reject(new Error('failed')));
    const second = limit.run('a', () => Promise.resolve('done'));
    expect(limit.run('a', () => Promise.resolve('never'))).toBeNull();
    await expect(first).rejects.toThrow('failed');
    expect(await second).toBe('done');
    expect(limit.tryAcquire('a')).toBe(true);
  });

  test('G6: waiters start one after the other, each after the pause, and no later call comes before them', async () => {
    jest.useFakeTimers();
    try {
      const limit = new KeyedConcurrencyLimit({ maxRunning: 2, maxWaiting: 3, pauseMillis: 10 });
      const begun: string[] = [];
      await Promise.all([limit.acquire('a'), limit.acquire('a')]);
      for (const name of ['first', 'second', 'third']) limit.acquire('a')?.then(() => begun.push(name));
      limit.release('a');
      limit.release('a');
      await jest.advanceTimersByTimeAsync(9);
      expect([begun, limit.tryAcquire('a'), limit.tryAcquire('b')]).toEqual([[], false, true]);
      await jest.advanceTimersByTimeAsync(1);
      expect(begun).toEqual(['first']);
      await jest.advanceTimersByTimeAsync(10);
      expect(begun).toEqual(['first', 'second']);
      // Both slots are taken again.
      await jest.advanceTimersByTimeAsync(100);
      expect(begun).toEqual(['first', 'second']);
      limit.release('a');
      await jest.advanceTimersByTimeAsync(10);
      expect(begun).toEqual(['first', 'second', 'third']);
      limit.release('a');
      expect(limit.tryAcquire('a')).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  test('G6: a slot that is released is one slot, however many run beside it', () => {
    const limit = new KeyedConcurrencyLimit({ maxRunning: 2, maxWaiting: 1 });
    limit.tryAcquire('a');
    limit.tryAcquire('a');
    limit.release('a');
    expect([limit.tryAcquire('a'), limit.tryAcquire('a')]).toEqual([true, false]);
  });

  test('G6: the last waiter takes one slot, also when several were released meanwhile', async () => {
    jest.useFakeTimers();
    try {
      const limit = new KeyedConcurrencyLimit({ maxRunning: 2, maxWaiting: 1, pauseMillis: 10 });
      await Promise.all([limit.acquire('a'), limit.acquire('a')]);
      const waiter = limit.acquire('a');
      limit.release('a');
      limit.release('a');
      await jest.advanceTimersByTimeAsync(100);
      await waiter;
      expect([limit.tryAcquire('a'), limit.tryAcquire('a')]).toEqual([true, false]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('without a pause a waiter starts as soon as a slot is released', () => {
    const limit = new KeyedConcurrencyLimit({ maxRunning: 1, maxWaiting: 1 });
    limit.tryAcquire('a');
    void limit.acquire('a');
    limit.release('a');
    // The waiter's own slot, which is there at once.
    limit.release('a');
    expect(limit.tryAcquire('a')).toBe(true);
  });

  test('forgets a key without work', async () => {
    const limit = new KeyedConcurrencyLimit({ maxRunning: 1, maxWaiting: 1 });
    await limit.acquire('a');
    limit.release('a');
    limit.release('a');
    expect([limit.tryAcquire('a'), limit.tryAcquire('a')]).toEqual([true, false]);
  });
});
