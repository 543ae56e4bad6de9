import { type Queryable, refuse, type SearchContext, SearchQueue } from '@gatehouse/boundary';
import { AddressLimit, clientNetworks, widerNetworks } from '@gatehouse/runtime';
import type { Pool } from 'pg';

const WINDOW_SECONDS = 60;

/** The parts of a handler's context that a visitor's search needs. */
interface VisitorContext extends SearchContext {
  readonly client: { readonly visitorAddress: string | null };
}

/** Runs the searches of visitors: those of a network one at a time, and as many of an address as a minute has room for (F8, G6). */
export class JobSearch {
  readonly #queue: SearchQueue;
  readonly #perAddress: AddressLimit;

  /**
   * @param pool read-only, with the timeout of searches.
   * @param perAddress searches from one address in a minute.
   */
  constructor({
    pool,
    statementTimeoutMillis,
    perAddress,
    maxKeys,
  }: {
    readonly pool: Pool;
    readonly statementTimeoutMillis: number;
    readonly perAddress: number;
    readonly maxKeys: number;
  }) {
    this.#queue = new SearchQueue(pool, statementTimeoutMillis);
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
  async run<Result>(context: VisitorContext, search: (reads: Queryable) => Promise<Result>): Promise<Result> {
    const { visitorAddress } = context.client;
    const wait = this.#count(visitorAddress);
    if (wait !== null) {
      refuse('rate_limited', {
        detail: 'Too many searches in a minute. Try again in a moment.',
        retryAfterSeconds: wait,
      });
    }
    // Within a /48 of IPv6, its /56s wait for one search of each other.
    const networks = visitorAddress === null ? [] : widerNetworks(visitorAddress);
    return this.#queue.run(context, networks, search);
  }

  /** The same for an optional part of an answer. @returns null where `run` would wait or refuse. */
  async runIfPossible<Result>(
    context: VisitorContext,
    search: (reads: Queryable) => Promise<Result>,
  ): Promise<Result | null> {
    const { visitorAddress } = context.client;
    if (this.#count(visitorAddress) !== null) return null;
    const network = visitorAddress === null ? null : clientNetworks(visitorAddress).wide;
    return this.#queue.runIfPossible(context, network, search);
  }

  /** Counts a search of the address. @returns the seconds after which it may search again; null: now. */
  #count(visitorAddress: string | null): number | null {
    return visitorAddress === null ? null : this.#perAddress.use(visitorAddress);
  }
}
