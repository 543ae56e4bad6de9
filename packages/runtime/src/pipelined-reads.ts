import type { Pool, QueryConfig, QueryResult } from 'pg';
import { BatchQueue } from './batch-queue.ts';
import { type ClientConnection, ClientDisconnected } from './client-disconnected.ts';
import type { DatabaseClient } from './database-client.ts';
import { isDataError } from './database-errors.ts';
import { observeQueue } from './observed-pool.ts';

interface Waiter {
  readonly query: QueryConfig;
  readonly client: ClientConnection;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (reason: unknown) => void;
}

/** Bounds how long a query waits behind slow ones on its connection. */
const MAX_BATCH_SIZE = 8;

/**
 * Sends the reads of one turn of the event loop to PostgreSQL in one write on one connection, because waking PostgreSQL
 * costs more than a small query. Each read keeps its own snapshot, rows and error.
 */
export class PipelinedReads {
  readonly #pool: Pool;
  readonly #begin: string | null;
  readonly #queries: BatchQueue<Waiter>;

  /**
   * @param pool from `createPool`, read-only; as many batches run at once as it has connections.
   * @param maxBatchSize queries in one write; each waits for those before it.
   * @param statementTimeoutMillis leaves with each read, and costs no round trip: PgBouncer does not forward that of the pool.
   */
  constructor(
    pool: Pool,
    {
      maxBatchSize = MAX_BATCH_SIZE,
      statementTimeoutMillis,
    }: { maxBatchSize?: number; statementTimeoutMillis?: number } = {},
  ) {
    this.#pool = pool;
    this.#begin =
      statementTimeoutMillis === undefined
        ? null
        : `begin; set local statement_timeout = ${statementTimeoutMillis}`;
    this.#queries = new BatchQueue((waiters) => this.#send(waiters), {
      inFlightLimit: pool.options.max,
      maxBatchSize: maxBatchSize,
    });
    observeQueue(pool, this.#queries);
  }

  /**
   * @throws what `pg` throws.
   * @throws {ClientDisconnected} when the client disconnects before the query is sent.
   */
  query(query: QueryConfig, client: ClientConnection): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      this.#queries.add({ query, client, resolve, reject });
    });
  }

  async #send(waiters: readonly Waiter[]): Promise<void> {
    let connection: DatabaseClient & { release(error?: Error): void };
    try {
      connection = (await this.#pool.connect()) as typeof connection;
    } catch (error) {
      for (const { reject } of waiters) reject(error);
      return;
    }
    const failures = await Promise.all(
      connection.together(() => waiters.map((waiter) => send(connection, waiter, this.#begin))),
    );
    // Close a connection whose query failed, as the pool itself does, but not for a value that PostgreSQL rejects: a client
    // could otherwise close connections that other requests share.
    connection.release(failures.find((failure) => failure !== null && !isDataError(failure)) ?? undefined);
  }
}

/**
 * Sends a query unless its client has disconnected; resolves with the query's error, or null, once it is over.
 * @param begin begins a transaction for the query alone; null: without one.
 */
async function send(
  connection: DatabaseClient,
  { query, client, resolve, reject }: Waiter,
  begin: string | null,
): Promise<Error | null> {
  if (client.destroyed) {
    reject(new ClientDisconnected());
    return null;
  }
  try {
    resolve(await (begin === null ? connection.query(query) : queryAfter(begin, connection, query)));
    return null;
  } catch (error) {
    reject(error);
    return error as Error;
  }
}

/** The result of a query in a transaction of its own. @throws the error of the first statement that fails. */
async function queryAfter(
  begin: string,
  connection: DatabaseClient,
  query: QueryConfig,
): Promise<QueryResult> {
  const statements = [connection.query(begin), connection.query(query), connection.query('commit')] as const;
  const [, result] = await Promise.all(statements);
  return result;
}
