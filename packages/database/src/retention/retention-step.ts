import { commit } from '@gatehouse/runtime/database';
import type pg from 'pg';

/** Less than the services' lock timeout: a step that waits for a lock holds up no request for longer. */
const LOCK_TIMEOUT_MILLIS = 1500;

/** Runs a step of the retention in a transaction. Its lock timeout is the transaction's: it holds behind a pooler, too. */
export async function inRetentionStep<Result>(
  client: pg.Client,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MILLIS}`);
  try {
    const result = await work();
    await commit(client);
    return result;
  } catch (error) {
    // A connection that broke has no transaction any more; the cause is what counts.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
