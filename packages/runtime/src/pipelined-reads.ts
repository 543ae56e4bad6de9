import type { Pool, QueryConfig, QueryResult } from 'pg';
import { type CallerConnection, CallerGone } from './caller-gone.ts';
import type { DatabaseClient } from './database-client.ts';
import { isDataError } from './database-errors.ts';
import { Gathering } from './gathering.ts';

interface Waiter {
  readonly query: QueryConfig;
  readonly caller: CallerConnection;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (reason: unknown) => void;
}

/** A query waits at most for so many before it on its connection, when one of them takes long. */
const MOST_TOGETHER = 8;

/**
 * Reads that come in the same turn go to PostgreSQL in one write on one connection: waking PostgreSQL up costs more than
 * a small query. Each stays a query of its own, with its own snapshot, answer and error.
 */
export class PipelinedReads {
  readonly #pool: Pool;
  readonly #queries: Gathering<Waiter>;

  /**
   * @param pool of `createPool`, read-only; as many batches run at once as it may have connections.
   * @param mostTogether queries that go out in one write, each waiting for those before it.
   */
  constructor(pool: Pool, { mostTogether = MOST_TOGETHER }: { mostTogether?: number } = {}) {
    this.#pool = pool;
    this.#queries = new Gathering((waiters) => this.#send(waiters), {
      inFlightLimit: pool.options.max,
      mostAtOnce: mostTogether,
    });
  }

  /**
   * @throws what `pg` throws.
   * @throws {CallerGone} when the caller hung up before the query was sent.
   */
  query(query: QueryConfig, caller: CallerConnection): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      this.#queries.add({ query, caller, resolve, reject });
    });
  }

  async #send(waiters: readonly Waiter[]): Promise<void> {
    let client: DatabaseClient & { release(error?: Error): void };
    try {
      client = (await this.#pool.connect()) as typeof client;
    } catch (error) {
      for (const { reject } of waiters) reject(error);
      return;
    }
    const failures = await Promise.all(client.together(() => waiters.map((waiter) => ask(client, waiter))));
    // A connection on which a query has failed is closed, as the pool itself does. A value that PostgreSQL cannot take is
    // no fault of the connection: a client that sends many of them must not cost everybody their connections.
    client.release(failures.find((failure) => failure !== null && !isDataError(failure)) ?? undefined);
  }
}

/** Sends the query of somebody who still waits; answers with its failure, when it is over. */
function ask(client: DatabaseClient, { query, caller, resolve, reject }: Waiter): Promise<Error | null> {
  if (caller.destroyed) {
    reject(new CallerGone());
    return Promise.resolve(null);
  }
  return new Promise((done) => {
    // With pg's promise for a callback, a query's rows outlive it until the next full collection.
    client.query(query, (error, result) => {
      if (error === null) resolve(result);
      else reject(error);
      done(error);
    });
  });
}
