import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { within } from './within.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A call that reacts to no signal, and what became of it. */
function startCall(errorOf?: () => Error) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let signal: AbortSignal | undefined;
  const call = (given: AbortSignal) => {
    signal = given;
    return promise;
  };
  const result = within(1000, call, errorOf).catch((error: unknown) => error);
  return { result, resolve, reject, reason: () => signal?.reason as unknown };
}

describe('a call with a deadline', () => {
  test('has its own result until then, and nothing waits for the deadline afterwards', async () => {
    const { result, resolve, reason } = startCall();
    await jest.advanceTimersByTimeAsync(999);
    resolve('answer');
    expect([await result, reason(), jest.getTimerCount()]).toEqual(['answer', undefined, 0]);
  });

  test('has its own error until then', async () => {
    const failure = new Error('refused');
    const { result, reject, reason } = startCall();
    reject(failure);
    expect([await result, reason(), jest.getTimerCount()]).toEqual([failure, undefined, 0]);
  });

  test('fails then, also if it does not react to its signal', async () => {
    const { result, reason } = startCall();
    await jest.advanceTimersByTimeAsync(1000);
    const error = await result;
    expect(error).toEqual(new Error('no answer within 1000 ms'));
    expect(reason()).toBe(error);
  });

  test("fails then with the caller's error", async () => {
    const late = new Error('late');
    const { result, reason } = startCall(() => late);
    await jest.advanceTimersByTimeAsync(1000);
    expect(await result).toBe(late);
    expect(reason()).toBe(late);
  });
});
