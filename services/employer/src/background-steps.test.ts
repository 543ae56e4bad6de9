import type { Queryable } from '@gatehouse/boundary';
import type { Logger } from '@gatehouse/runtime';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { RENAME_IN_DOCUMENTS, startSteps } from './background-steps.ts';

const FAILURE = new Error('no connection');

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ['soon after it has found work', async () => [{ has_worked: true }], 100, []],
  ['later when it has found none', async () => [{ has_worked: false }], 2000, []],
  [
    'later when it has failed, which is logged by its name',
    () => Promise.reject(FAILURE),
    2000,
    [[{ err: FAILURE, step: 'rename_in_documents' }, 'a step of background work failed']],
  ],
])('G1: a step runs again %s, until it is stopped', async (_when, answer, waitMillis, failures) => {
  const asked: unknown[] = [];
  const query = (statement: unknown): Promise<object[]> => {
    asked.push(statement);
    return answer();
  };
  const logged: unknown[][] = [];
  const log = { warn: (...entry: unknown[]) => logged.push(entry) } as unknown as Logger;
  const task = startSteps(RENAME_IN_DOCUMENTS, { query } as Queryable, { log, pollMillis: 2000 });
  await jest.advanceTimersByTimeAsync(waitMillis - 1);
  expect([asked, logged]).toEqual([[RENAME_IN_DOCUMENTS], failures]);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([RENAME_IN_DOCUMENTS, RENAME_IN_DOCUMENTS]);
  await task.stop();
  await jest.advanceTimersByTimeAsync(2 * waitMillis);
  expect(asked).toHaveLength(2);
});
