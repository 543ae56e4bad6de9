import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { repeatWhileWork } from './repeat-while-work.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A task whose runs find work, find none, or fail, in this order; the last one repeats. */
function taskOf(
  results: readonly (boolean | Error)[],
  pauses: { pauseMillis?: number; retryMillis?: number },
) {
  const failures: unknown[] = [];
  let runs = 0;
  const next = async () => {
    const result = results[Math.min(runs, results.length - 1)];
    runs += 1;
    if (result instanceof Error) throw result;
    return result === true;
  };
  const onFailure = (error: unknown) => failures.push(error);
  const task = repeatWhileWork(next, { pollMillis: 1000, ...pauses, onFailure });
  return { task, failures, runs: () => runs };
}

const FAILURE = new Error('no connection');

describe('a task that works off what waits', () => {
  test('runs at once after each piece, until nothing is left', async () => {
    const { task, runs } = taskOf([...Array(9).fill(true), false], {});
    await jest.advanceTimersByTimeAsync(100);
    expect(runs()).toBe(10);
    await task.stop();
  });

  test.each([
    ['a piece', true, { pauseMillis: 100 }, 100],
    ['a run without work', false, { pauseMillis: 100 }, 1000],
    ['a failure', FAILURE, { retryMillis: 300 }, 300],
    ['a failure, if it does not say, as after a run without work', FAILURE, {}, 1000],
  ])('waits after %s', async (_after, result, pauses, waitMillis) => {
    const { task, runs } = taskOf([result], pauses);
    await jest.advanceTimersByTimeAsync(waitMillis - 1);
    expect(runs()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(runs()).toBe(2);
    await task.stop();
  });

  test('reports the error of each run that failed, and goes on', async () => {
    const { task, failures, runs } = taskOf([FAILURE, true, FAILURE, false], {});
    await jest.advanceTimersByTimeAsync(2500);
    expect([failures, runs()]).toEqual([[FAILURE, FAILURE], 4]);
    await task.stop();
  });
});
