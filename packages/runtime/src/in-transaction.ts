import type pg from 'pg';

/** Runs `work` in a transaction, on a connection of the pool. After an error the connection is closed. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await transactionOn(client, () => work(client));
    client.release();
    return result;
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
}

/**
 * Runs `work` between `begin` and `commit`, on a connection of the caller's; any error rolls back.
 * @param begin begins the transaction, and sets what holds in it alone.
 */
export async function transactionOn<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  begin = 'begin',
): Promise<T> {
  await client.query(begin);
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

/**
 * Commits. PostgreSQL answers the `commit` of a transaction with a failed statement by a rollback, not by an error.
 * @throws {Error} then: nothing of the transaction may be reported as done.
 */
export async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('PostgreSQL rolled the transaction back');
}
