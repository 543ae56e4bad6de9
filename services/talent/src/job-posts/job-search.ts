import { type Queryable, refuse } from '@gatehouse/boundary';
import { AddressLimit, ConcurrencyLimit } from '@gatehouse/runtime';
import { PipelinedReads } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';

/** Searches that may wait for a connection; one more is refused. */
const MAX_WAITING = 32;

const WINDOW_SECONDS = 60;

/** The parts of a handler's context that a search needs. */
interface SearchContext {
  readonly client: { readonly visitorAddress: string | null };
  /** Reads on connections other than those that all requests share. */
  readOn(reads: PipelinedReads): Queryable;
}

/**
 * Runs searches on connections of their own, a few at a time and each with a short timeout: the visitor chooses the cost of
 * a search, and other requests must not pay for it (F8, G6).
 */
export class JobSearch {
  readonly #reads: PipelinedReads;
  readonly #work: ConcurrencyLimit;
  readonly #perAddress: AddressLimit;

  /**
   * @param pool read-only, with a short statement timeout.
   * @param perAddress searches from one address in a minute.
   */
  constructor({ pool, perAddress, maxKeys }: { pool: Pool; perAddress: number; maxKeys: number }) {
    // One at a time on each connection: no search waits behind a slow one.
    this.#reads = new PipelinedReads(pool, { maxBatchSize: 1 });
    this.#work = new ConcurrencyLimit(pool.options.max + MAX_WAITING);
    this.#perAddress = new AddressLimit({
      name: 'search',
      limit: perAddress,
      windowSeconds: WINDOW_SECONDS,
      maxKeys,
    });
  }

  /**
   * One search: its reads, one after another.
   * @throws {Refusal} rate_limited for the address, dependency_unavailable when too many wait.
   */
  async run<Result>(context: SearchContext, search: (reads: Queryable) => Promise<Result>): Promise<Result> {
    const wait = this.#waitOf(context);
    if (wait !== null) {
      refuse('rate_limited', {
        detail: 'Too many searches in a minute. Try again in a moment.',
        retryAfterSeconds: wait,
      });
    }
    if (!this.#work.tryAcquire()) {
      refuse('dependency_unavailable', {
        detail: 'Too many searches at the moment. Try again in a few seconds.',
        retryAfterSeconds: 2,
      });
    }
    return this.#search(context, search);
  }

  /** The same for what an answer can do without. @returns null where `run` would refuse. */
  async runIfPossible<Result>(
    context: SearchContext,
    search: (reads: Queryable) => Promise<Result>,
  ): Promise<Result | null> {
    const isPossible = this.#waitOf(context) === null && this.#work.tryAcquire();
    return isPossible ? this.#search(context, search) : null;
  }

  /** Counts a search of the address. @returns the seconds after which it may search again; null: now. */
  #waitOf({ client: { visitorAddress } }: SearchContext): number | null {
    return visitorAddress === null ? null : this.#perAddress.use(visitorAddress);
  }

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
