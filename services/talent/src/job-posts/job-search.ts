import { type Queryable, refuse, type Statement } from '@gatehouse/boundary';
import { AddressLimit, ConcurrencyLimit } from '@gatehouse/runtime';
import { PipelinedReads } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';

/** Searches that may wait for a connection; one more is refused. */
const MAX_WAITING = 32;

const WINDOW_SECONDS = 60;

/** What of a request a search needs. */
interface SearchContext {
  readonly client: { readonly visitorAddress: string | null };
  /** Reads on connections other than those that all requests share. */
  readOn(reads: PipelinedReads): Queryable;
}

/**
 * Runs what visitors search for on connections of its own, a few at once and each for a short time: a search is the one
 * read whose cost the visitor chooses, and it takes nothing from other requests (F8, G6).
 */
export class JobSearch {
  readonly #reads: PipelinedReads;
  readonly #work: ConcurrencyLimit;
  readonly #perAddress: AddressLimit;

  /**
   * @param pool read-only, with a short statement timeout.
   * @param perAddress searches of one address in a minute.
   */
  constructor({ pool, perAddress, maxKeys }: { pool: Pool; perAddress: number; maxKeys: number }) {
    // One at a time on each connection: a search waits behind no other that takes long.
    this.#reads = new PipelinedReads(pool, { maxBatchSize: 1 });
    this.#work = new ConcurrencyLimit(pool.options.max + MAX_WAITING);
    this.#perAddress = new AddressLimit({
      name: 'search',
      limit: perAddress,
      windowSeconds: WINDOW_SECONDS,
      maxKeys,
    });
  }

  /** @throws {Refusal} rate_limited for the address, dependency_unavailable when too many search at once. */
  async run<Row>(
    { client, readOn }: SearchContext,
    statement: Statement<Row>,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const { visitorAddress } = client;
    const wait = visitorAddress === null ? null : this.#perAddress.use(visitorAddress);
    if (wait !== null) {
      refuse('rate_limited', {
        detail: 'Too many searches in a minute. Wait a moment, then search again.',
        retryAfterSeconds: wait,
      });
    }
    if (!this.#work.tryAcquire()) {
      refuse('dependency_unavailable', {
        detail: 'Too many people search at once. Try again in a moment.',
        retryAfterSeconds: 2,
      });
    }
    try {
      return await readOn(this.#reads).query(statement, values);
    } finally {
      this.#work.release();
    }
  }
}
