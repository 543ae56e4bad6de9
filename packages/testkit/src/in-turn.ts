import pg from 'pg';

/**
 * Does something that one process at a time may do, among those that run the tests. The turn is an advisory lock of the
 * server's database `postgres`, which ends with its connection, so that a killed process blocks no other.
 */
export async function inTurn(
  serverUrl: string,
  what: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [what]);
    await work(client);
  } finally {
    await client.end();
  }
}
