import { isDatabaseUnavailable } from '@gatehouse/runtime/database';
import { codeOf } from '@gatehouse/runtime/error-code';
import pg from 'pg';
import { BOUNDED_WAITS } from './bounded-waits.ts';

/**
 * Does some work on one connection as the role that owns the schemas.
 * @throws {Error} that names the server and never the password, when there is no connection.
 */
export async function withOwner<Result>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...BOUNDED_WAITS, connectionString: ownerUrl });
  // Unheard, the event of a connection that breaks would end the process; the query under way or the next one throws.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { host, port, database, user } = client;
    throw new Error(`no connection to ${host}:${port}/${database} as ${user}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Whether an error means that the database does not respond now, so that another attempt may succeed. Wrong credentials and a
 * missing database (SQLSTATE 28…, 3D000) need an operator.
 */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.cause !== undefined) return isTemporary(error.cause);
  return (
    !/^(28|3D)/.test(codeOf(error)) && (isDatabaseUnavailable(error) || error.message === CONNECT_TIMEOUT)
  );
}

/** `pg`'s message when `connectionTimeoutMillis` has passed. */
const CONNECT_TIMEOUT = 'timeout expired';

/** What an error says; one for a host with several addresses has no words itself and holds one error for each. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.map(reasonOf).join(', ');
  return 'message' in error ? String(error.message) : String(error);
}
