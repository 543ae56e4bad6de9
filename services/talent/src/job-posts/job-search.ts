import { type Queryable, refuse } from '@gatehouse/boundary';
import { AddressLimit, ConcurrencyLimit, clientNetworks, KeyedConcurrencyLimit } from '@gatehouse/runtime';
import { PipelinedReads } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';

/** How many searches may wait for a connection; further ones are refused. */
const MAX_WAITING = 32;

/** For each network: the searches of other networks do not wait behind all of its own. */
const PER_ADDRESS = { maxRunning: 1, maxWaiting: 7 } as const;

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
  readonly #lanes = new KeyedConcurrencyLimit(PER_ADDRESS);

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
    const { visitorAddress } = context.client;
    const wait = this.#count(visitorAddress);
    if (wait !== null) refuseRate('Too many searches in a minute. Try again in a moment.', wait);
    const run = () => {
      if (!this.#work.tryAcquire()) refuseOverload();
      return this.#search(context, search);
    };
    return visitorAddress === null ? run() : this.#inLane(visitorAddress, run);
  }

  /** The same for an optional part of an answer. @returns null where `run` would wait or refuse. */
  async runIfPossible<Result>(
    context: SearchContext,
    search: (reads: Queryable) => Promise<Result>,
  ): Promise<Result | null> {
    const { visitorAddress } = context.client;
    if (this.#count(visitorAddress) !== null) return null;
    const lane = visitorAddress === null ? null : clientNetworks(visitorAddress).wide;
    if (lane !== null && !this.#lanes.tryAcquire(lane)) return null;
    try {
      return this.#work.tryAcquire() ? await this.#search(context, search) : null;
    } finally {
      if (lane !== null) this.#lanes.release(lane);
    }
  }

  /** Counts a search of the address. @returns the seconds after which it may search again; null: now. */
  #count(visitorAddress: string | null): number | null {
    return visitorAddress === null ? null : this.#perAddress.use(visitorAddress);
  }

  async #inLane<Result>(visitorAddress: string, run: () => Promise<Result>): Promise<Result> {
    const { wide } = clientNetworks(visitorAddress);
    const running = this.#lanes.run(wide, run);
    if (running === null) refuseRate('Too many of your searches run at the same time.', 1);
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

function refuseRate(detail: string, retryAfterSeconds: number): never {
  refuse('rate_limited', { detail, retryAfterSeconds });
}

function refuseOverload(): never {
  refuse('dependency_unavailable', {
    detail: 'Too many searches at the moment. Try again in a few seconds.',
    retryAfterSeconds: 2,
  });
}
