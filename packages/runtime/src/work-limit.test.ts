import { describe, expect, test } from '@jest/globals';
import { WorkLimit } from './work-limit.ts';

describe('a limit of work', () => {
  test('lets so much begin and no more, until something ends', () => {
    const work = new WorkLimit(2);
    expect([work.tryBegin(), work.tryBegin(), work.tryBegin()]).toEqual([true, true, false]);
    work.end();
    expect([work.tryBegin(), work.tryBegin()]).toEqual([true, false]);
  });

  test('what waits for its caller holds up nobody, also when the wait fails', async () => {
    const work = new WorkLimit(1);
    work.tryBegin();
    const sent = Promise.withResolvers<string>();
    const waiting = work.pause(() => sent.promise);
    expect(work.tryBegin()).toBe(true);
    work.end();
    sent.reject(new Error('hung up'));
    await expect(waiting).rejects.toThrow('hung up');
    expect(work.tryBegin()).toBe(false);
    work.end();
    expect(work.tryBegin()).toBe(true);
  });
});
