import type { Pool, QueryConfig, QueryResult } from 'pg';
import { type CallerConnection, CallerGone } from './caller-gone.ts';
import type { DatabaseClient } from './database-client.ts';
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

  /** @param pool of `createPool`; as many batches run at once as it may have connections. */
  constructor(pool: Pool) {
    this.#pool = pool;
    this.#queries = new Gathering((waiters) => this.#send(waiters), {
      inFlightLimit: pool.options.max,
      mostAtOnce: MOST_TOGETHER,
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
    const failures: Error[] = [];
    await new Promise<void>((done) => {
      let open = waiters.length;
      const settled = () => {
        open -= 1;
        if (open === 0) done();
      };
      client.together(() => {
        for (const { query, caller, resolve, reject } of waiters) {
          if (caller.destroyed) {
            reject(new CallerGone());
            settled();
            continue;
          }
          // With pg's promise for a callback, a query's rows outlive it until the next full collection.
          client.query(query, (error, result) => {
            if (error === null) resolve(result);
            else {
              failures.push(error);
              reject(error);
            }
            settled();
          });
        }
      });
    });
    // As the pool itself does: a connection on which a query has failed is thrown away.
    client.release(failures[0]);
  }
}
