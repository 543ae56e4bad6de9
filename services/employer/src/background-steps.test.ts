import type { Queryable } from '@gatehouse/boundary';
import type { Logger } from '@gatehouse/runtime';
import { expect, test } from '@jest/globals';
import { RENAME_IN_DOCUMENTS, runStep, startSteps } from './background-steps.ts';

const SOON = 100;
const LATER = 2000;

/** A database with this answer to each statement, and a log. */
function partsWith(answer: () => object[]) {
  const asked: unknown[] = [];
  const logged: unknown[][] = [];
  const query = async (statement: unknown) => {
    asked.push(statement);
    return answer();
  };
  const writes = { query } as Queryable;
  const log = { warn: (...entry: unknown[]) => logged.push(entry) } as unknown as Logger;
  return { writes, log, asked, logged };
}

test.each([
  ['soon after it has found work', [{ has_worked: true }], SOON],
  ['later when it has found none', [{ has_worked: false }], LATER],
  ['later without an answer', [], LATER],
])('G1: a step runs again %s', async (_when, rows, waitMillis) => {
  const { writes, log, asked, logged } = partsWith(() => rows);
  expect(await runStep(RENAME_IN_DOCUMENTS, writes, log)).toBe(waitMillis);
  expect([asked, logged]).toEqual([[RENAME_IN_DOCUMENTS], []]);
});

test('a step that fails is logged by its name and tried again later', async () => {
  const failure = new Error('no connection');
  const { writes, log, logged } = partsWith(() => {
    throw failure;
  });
  expect(await runStep(RENAME_IN_DOCUMENTS, writes, log)).toBe(LATER);
  expect(logged).toEqual([
    [{ err: failure, step: 'rename_in_documents' }, 'a step of background work failed'],
  ]);
});

test('G1: a step is repeated until it is stopped', async () => {
  const { promise: hasRunAgain, resolve } = Promise.withResolvers<void>();
  const { writes, log, asked } = partsWith(() => {
    if (asked.length === 2) resolve();
    return [{ has_worked: true }];
  });
  const task = startSteps(RENAME_IN_DOCUMENTS, writes, log);
  await hasRunAgain;
  await task.stop();
  expect(asked).toEqual([RENAME_IN_DOCUMENTS, RENAME_IN_DOCUMENTS]);
});
