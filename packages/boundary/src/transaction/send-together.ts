import type { DatabaseClient } from '@gatehouse/runtime/database';
import type { PoolClient } from 'pg';

/** What several promises resolve to. */
type Resolved<Answers extends readonly unknown[]> = {
  -readonly [Index in keyof Answers]: Awaited<Answers[Index]>;
};

/**
 * Sends statements of a transaction that do not depend on each other's answers in one write, and resolves with all their answers.
 * PostgreSQL runs them one after another, each with its own snapshot.
 * @param connection a connection of `createPool`.
 * @param send sends the statements, and returns a promise for each.
 * @throws the error of the first statement that fails: those after it fail because of it (25P02).
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
