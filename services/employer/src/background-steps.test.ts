import type { Logger } from '@gatehouse/runtime';
import { expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { RENAME_IN_DOCUMENTS, startSteps } from './background-steps.ts';

/** Longer than the pause after a step that has worked, and far shorter than the wait where nothing is left. */
const passes = () => new Promise((resolve) => setTimeout(resolve, 400));

/** Repeats a step on a pool with these answers; after them it waits. */
async function runsOf(answers: readonly (readonly object[] | Error)[]) {
  const logged: unknown[][] = [];
  const asked: unknown[] = [];
  const query = async (statement: unknown) => {
    const answer = answers[asked.length] ?? [{ has_worked: false }];
    asked.push(statement);
    if (answer instanceof Error) throw answer;
    return { rows: answer };
  };
  const log = { warn: (...entry: unknown[]) => logged.push(entry) } as unknown as Logger;
  const task = startSteps(RENAME_IN_DOCUMENTS, { query } as unknown as Pool, log);
  await passes();
  await task.stop();
  return { runs: asked.length, asked, logged };
}

test('G1: a step is repeated soon while it finds work, and later when it does not', async () => {
  const { runs, asked, logged } = await runsOf([[{ has_worked: true }], [{ has_worked: false }]]);
  expect([runs, asked, logged]).toEqual([2, [RENAME_IN_DOCUMENTS, RENAME_IN_DOCUMENTS], []]);
});

test('a step without an answer has not worked', async () => {
  expect(await runsOf([[]])).toMatchObject({ runs: 1, logged: [] });
});

test('a step that fails is logged by its name and tried again later', async () => {
  const failure = new Error('no connection');
  expect(await runsOf([failure])).toMatchObject({
    runs: 1,
    logged: [[{ err: failure, step: 'rename_in_documents' }, 'a step of background work failed']],
  });
});
