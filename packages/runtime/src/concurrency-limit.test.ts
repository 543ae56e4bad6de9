import { describe, expect, test } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.ts';

describe('a concurrency limit', () => {
  test('rejects work beyond the limit until a slot is released', () => {
    const work = new ConcurrencyLimit(2);
    expect([work.tryAcquire(), work.tryAcquire(), work.tryAcquire()]).toEqual([true, true, false]);
    work.release();
    expect([work.tryAcquire(), work.tryAcquire()]).toEqual([true, false]);
  });

  test('frees the slot during a wait for the client, also when the wait fails', async () => {
    const work = new ConcurrencyLimit(1);
    work.tryAcquire();
    const sent = Promise.withResolvers<string>();
    const waiting = work.releaseWhile(() => sent.promise);
    expect(work.tryAcquire()).toBe(true);
    work.release();
    sent.reject(new Error('hung up'));
    await expect(waiting).rejects.toThrow('hung up');
    expect(work.tryAcquire()).toBe(false);
    work.release();
    expect(work.tryAcquire()).toBe(true);
  });
});
