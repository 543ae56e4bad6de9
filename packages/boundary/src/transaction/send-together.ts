import type { DatabaseClient } from '@gatehouse/runtime/database';
import type { PoolClient } from 'pg';

/** What several promises resolve to. */
type Resolved<Answers extends readonly unknown[]> = {
  -readonly [Index in keyof Answers]: Awaited<Answers[Index]>;
};

/**
 * Sends the statements of a transaction that need no answer of each other in one write, and resolves with their answers once
 * all are there. PostgreSQL runs one after another, each with a snapshot of its own.
 * @param connection of `createPool`.
 * @throws the error of the first that fails: those after it fail because of it (25P02).
 */
export async function sendTogether<const Answers extends readonly unknown[]>(
  connection: PoolClient,
  send: () => Answers,
): Promise<Resolved<Answers>> {
  const answers = await Promise.allSettled((connection as PoolClient & DatabaseClient).together(send));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value) as Resolved<Answers>;
}
