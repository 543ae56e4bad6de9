import { transactionOn } from '@gatehouse/runtime/database';
import type pg from 'pg';

/** Less than the services' lock timeout: a step that waits for a lock holds up no request for longer. */
const LOCK_TIMEOUT_MILLIS = 1500;

/** Runs a step of the retention in a transaction. Its lock timeout is the transaction's: it holds behind a pooler, too. */
export function inRetentionStep<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  return transactionOn(client, work, `begin; set local lock_timeout = ${LOCK_TIMEOUT_MILLIS}`);
}

/**
 * Repeats a step, each time in a transaction of its own, until it has nothing left to do or the job is stopped.
 * @param step calls a function of the database; its row says whether anything is left.
 */
export async function repeatRetentionStep(
  client: pg.Client,
  step: () => Promise<pg.QueryResult<{ goes_on: boolean }>>,
  isStopped: () => boolean,
): Promise<void> {
  let goesOn = true;
  while (goesOn && !isStopped()) {
    const { rows } = await inRetentionStep(client, step);
    goesOn = rows[0]?.goes_on === true;
  }
}
