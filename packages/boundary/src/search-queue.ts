import { ConcurrencyLimit, KeyedConcurrencyLimit } from '@gatehouse/runtime';
import { PipelinedReads } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';
import { refuse } from './refusal.ts';
import type { Queryable } from './statement.ts';

/** How many searches may wait for a connection; further ones are refused. */
const MAX_WAITING = 32;

/** How many optional parts of answers may run and wait: those without a key are of many visitors, and leave room for searches. */
const MAX_OPTIONAL = 8;

/** For each key: the searches of other keys do not wait behind all of its own. */
const PER_KEY = { maxRunning: 1, maxWaiting: 7 } as const;

/** The part of a handler's context that a search needs. */
export interface SearchContext {
  /** Reads on connections other than those that all requests share. */
  readOn(reads: PipelinedReads): Queryable;
}

/**
 * Runs searches on connections of their own, a few at a time, and one at a time for each key: the client chooses the cost of a
 * search, and other requests must not pay for it (F8, G6).
 */
export class SearchQueue {
  readonly #reads: PipelinedReads;
  readonly #work: ConcurrencyLimit;
  readonly #optional = new ConcurrencyLimit(MAX_OPTIONAL);
  readonly #lanes = new KeyedConcurrencyLimit(PER_KEY);

  /**
   * @param pool read-only, with this statement timeout.
   * @param statementTimeoutMillis also sent with each read, because PgBouncer does not forward that of the pool: PostgreSQL would
   * go on with a search whose connection the service has closed, while the next one runs.
   */
  constructor(pool: Pool, statementTimeoutMillis: number) {
    // One at a time on each connection: no search waits behind a slow one.
    this.#reads = new PipelinedReads(pool, { maxBatchSize: 1, statementTimeoutMillis });
    this.#work = new ConcurrencyLimit(pool.options.max + MAX_WAITING);
  }

  /**
   * One search: its reads, one after another.
   * @param keys of those that run one at a time, in the order in which a search queues for them. An account and then its
   * company: members of the company wait for one search of each other, not for all of them.
   * @throws {Refusal} rate_limited when too many of a key wait, dependency_unavailable when too many of all keys do.
   */
  async run<Result>(
    context: SearchContext,
    keys: readonly string[],
    search: (reads: Queryable) => Promise<Result>,
  ): Promise<Result> {
    const run = async () => {
      if (!this.#work.tryAcquire()) refuseOverload();
      return this.#search(context, search);
    };
    return keys.reduceRight((next, key) => () => this.#inLane(key, next), run)();
  }

  /** The same for an optional part of an answer, of at most one key. @returns null where `run` would wait or refuse. */
  async runIfPossible<Result>(
    context: SearchContext,
    key: string | null,
    search: (reads: Queryable) => Promise<Result>,
  ): Promise<Result | null> {
    if (key !== null && !this.#lanes.tryAcquire(key)) return null;
    try {
      return await this.#searchIfPossible(context, search);
    } finally {
      if (key !== null) this.#lanes.release(key);
    }
  }

  async #searchIfPossible<Result>(
    context: SearchContext,
    search: (reads: Queryable) => Promise<Result>,
  ): Promise<Result | null> {
    if (!this.#optional.tryAcquire()) return null;
    try {
      return this.#work.tryAcquire() ? await this.#search(context, search) : null;
    } finally {
      this.#optional.release();
    }
  }

  async #inLane<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
    const running = this.#lanes.run(key, run);
    if (running === null) {
      refuse('rate_limited', {
        detail: 'Too many of your searches run at the same time. Try again in a moment.',
        retryAfterSeconds: 1,
      });
    }
    return running;
  }

  /** Searches with a slot of `#work`, which it releases afterwards. */
  async #search<Result>(
    { readOn }: SearchContext,
    search: (reads: Queryable) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await search(readOn(this.#reads));
    } finally {
      this.#work.release();
    }
  }
}

function refuseOverload(): never {
  refuse('dependency_unavailable', {
    detail: 'Too many searches at the moment. Try again in a few seconds.',
    retryAfterSeconds: 2,
  });
}
