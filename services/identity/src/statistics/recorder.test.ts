import type { Queryable } from '@gatehouse/boundary';
import type { Logger } from '@gatehouse/runtime';
import { expect, test } from '@jest/globals';
import { startStatisticsRecorder } from './recorder.ts';

/** Longer than many turns of the event loop, and far shorter than the time between two runs. */
const passes = () => new Promise((resolve) => setTimeout(resolve, 50));

/** The recorder on a database that has `weeks` to record; beyond them it records nothing, or throws. */
async function runsOf({ weeks, failure }: { readonly weeks: number; readonly failure?: Error }) {
  const logged: unknown[][] = [];
  const last = Promise.withResolvers<void>();
  let runs = 0;
  const query = async () => {
    runs += 1;
    if (runs <= weeks) return [{}];
    last.resolve();
    if (failure !== undefined) throw failure;
    return [];
  };
  const log = { warn: (...entry: unknown[]) => logged.push(entry) } as unknown as Logger;
  const recorder = startStatisticsRecorder({ query } as Queryable, log);
  await last.promise;
  await passes();
  await recorder.stop();
  return { runs, logged };
}

test('weeks are recorded one after another, until none is left', async () => {
  expect(await runsOf({ weeks: 3 })).toEqual({ runs: 4, logged: [] });
});

test('a failure is logged, and tried again after a while', async () => {
  const failure = new Error('no connection');
  expect(await runsOf({ weeks: 1, failure })).toEqual({
    runs: 2,
    logged: [[{ err: failure }, 'could not record the statistics of a week; trying again']],
  });
});
