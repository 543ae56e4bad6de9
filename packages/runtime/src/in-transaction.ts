import type pg from 'pg';

/**
 * Runs `work` between `begin` and `commit`, on a connection of the pool. After an error the connection is closed, which rolls
 * back.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    client.release(error instanceof Error ? error : true);
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
