import { DocumentStoreUnavailable } from '@gatehouse/runtime';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { GuardedCalls } from './guarded-calls.ts';

const LIMITS = { maxRunning: 2, timeoutMillis: 1000, maxFailures: 3, pauseMillis: 5000 };

let errors: unknown[];
let calls: GuardedCalls;
beforeEach(() => {
  jest.useFakeTimers();
  errors = [];
  calls = new GuardedCalls(LIMITS, (error) => errors.push(error));
});
afterEach(() => {
  jest.useRealTimers();
});

const works = () => calls.run(async () => 'done');
const fails = () =>
  calls.run(async () => {
    throw new Error('broken');
  });
const hangs = () => calls.run(() => new Promise(() => {}));
const unavailable = expect.objectContaining({ name: 'DocumentStoreUnavailable' });

describe('G6: calls to a store', () => {
  test('G6: return what it answers, and hide how it fails', async () => {
    expect(await works()).toBe('done');
    await expect(fails()).rejects.toThrow(DocumentStoreUnavailable);
    expect(errors).toEqual([new Error('broken')]);
  });

  test('G6: end in time, also if the store never answers, and tell it', async () => {
    let signal: AbortSignal | undefined;
    const hanging = calls.run((given) => {
      signal = given;
      return new Promise(() => {});
    });
    const ended = expect(hanging).rejects.toEqual(unavailable);
    await jest.advanceTimersByTimeAsync(1000);
    await ended;
    expect(signal?.aborted).toBe(true);
  });

  test('G6: beyond the limit are refused at once', async () => {
    const running = [hangs(), hangs()].map((call) => expect(call).rejects.toEqual(unavailable));
    await expect(works()).rejects.toEqual(unavailable);
    // That is no failure of the store.
    expect(errors).toEqual([]);
    await jest.advanceTimersByTimeAsync(1000);
    await Promise.all(running);
    expect(await works()).toBe('done');
  });

  test('G6: that a working store denies fail alone, and pause no others', async () => {
    const isAnswer = (error: unknown) => (error as Error).message === 'denied';
    const failWith = (message: string) =>
      expect(
        calls.run(async () => {
          throw new Error(message);
        }, isAnswer),
      ).rejects.toEqual(unavailable);
    for (let call = 0; call < 4; call++) await failWith('denied');
    expect(errors).toHaveLength(4);
    calls.requireAvailable();
    // As an answer, it ends a row of failures.
    for (const message of ['broken', 'broken', 'denied', 'broken', 'broken']) await failWith(message);
    calls.requireAvailable();
    await failWith('broken');
    expect(() => calls.requireAvailable()).toThrow(DocumentStoreUnavailable);
  });

  test('G6: pause after failures one after another; then one call tries', async () => {
    for (let failure = 0; failure < 2; failure++) await expect(fails()).rejects.toThrow();
    expect(await works()).toBe('done');
    for (let failure = 0; failure < 3; failure++) await expect(fails()).rejects.toThrow();
    expect(() => calls.requireAvailable()).toThrow(DocumentStoreUnavailable);
    await expect(works()).rejects.toEqual(unavailable);
    await jest.advanceTimersByTimeAsync(5000);
    const trying = expect(hangs()).rejects.toEqual(unavailable);
    await expect(works()).rejects.toEqual(unavailable);
    await jest.advanceTimersByTimeAsync(1000);
    await trying;
    await expect(works()).rejects.toEqual(unavailable);
    await jest.advanceTimersByTimeAsync(5000);
    expect(await works()).toBe('done');
    expect(() => calls.requireAvailable()).not.toThrow();
  });
});
