import type { Queryable } from '@gatehouse/boundary';
import type { Logger } from '@gatehouse/runtime';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startStatisticsRecorder } from './recorder.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The recorder on a database that has `weeks` to record; beyond them it records nothing, or throws. */
function recorderOf({ weeks, failure }: { readonly weeks: number; readonly failure?: Error }) {
  const logged: unknown[][] = [];
  let runs = 0;
  const query = async () => {
    runs += 1;
    if (runs <= weeks) return [{}];
    if (failure !== undefined) throw failure;
    return [];
  };
  const log = { warn: (...entry: unknown[]) => logged.push(entry) } as unknown as Logger;
  const { stop } = startStatisticsRecorder({ query } as Queryable, log);
  return { stop, logged, runs: () => runs };
}

test('weeks are recorded one after another, until none is left for an hour', async () => {
  const { stop, logged, runs } = recorderOf({ weeks: 3 });
  await jest.advanceTimersByTimeAsync(MINUTE);
  expect([runs(), logged]).toEqual([4, []]);
  await jest.advanceTimersByTimeAsync(HOUR);
  expect(runs()).toBe(5);
  await stop();
});

test('a failure is logged, and tried again after a minute', async () => {
  const failure = new Error('no connection');
  const { stop, logged, runs } = recorderOf({ weeks: 0, failure });
  await jest.advanceTimersByTimeAsync(MINUTE - 1);
  expect([runs(), logged]).toEqual([
    1,
    [[{ err: failure }, 'could not record the statistics of a week; trying again']],
  ]);
  await jest.advanceTimersByTimeAsync(1);
  expect(runs()).toBe(2);
  await stop();
});
