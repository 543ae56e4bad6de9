import { AddressLimit, KeyedConcurrencyLimit, widerNetworks } from '@gatehouse/runtime';
import type { Request, Response } from 'express';
import type { WebRequest } from '#entry/web-request.ts';

const WINDOW_SECONDS = 60;

/** IP addresses counted at the same time. */
const MAX_KEYS = 10_000;

/**
 * Of one IPv4 address, IPv6 /56 and IPv6 /48 in this process: the /56s of a /48 wait for one search of each other, not for all of them.
 * Many may wait: behind one address may be a whole office, and what waits here is nothing in the API.
 */
const PER_NETWORK = { maxRunning: 1, maxWaiting: 99 } as const;

/** After which a visitor may search again who has too many searches at once. */
const RETRY_SECONDS = 1;

/**
 * Limits the searches of each visitor: by IP address in a minute, and by network at once (F8, G6). The API cannot: all reads of the web
 * tier come from one address.
 */
export class SearchLimit {
  readonly #limit: AddressLimit;
  readonly #turns = new KeyedConcurrencyLimit(PER_NETWORK);

  /** @param perAddress searches per minute and IP address. */
  constructor(perAddress: number) {
    this.#limit = new AddressLimit({
      name: 'search',
      limit: perAddress,
      windowSeconds: WINDOW_SECONDS,
      maxKeys: MAX_KEYS,
    });
  }

  /**
   * What limits the searches of one request. Beyond a limit it sets `Retry-After` for an answer that refuses; `runSearchAtOnce` does
   * not, because the request can still wait.
   */
  ofRequest(
    { ip = '' }: Pick<Request, 'ip'>,
    response: Pick<Response, 'setHeader'>,
  ): Pick<WebRequest, 'countSearch' | 'runSearch' | 'runSearchAtOnce'> {
    const networks = widerNetworks(ip);
    let waitSeconds: number | null | undefined;
    return {
      // Once, however often the page is rendered.
      countSearch: () => {
        if (waitSeconds !== undefined) return waitSeconds;
        waitSeconds = this.#limit.use(ip);
        if (waitSeconds !== null) response.setHeader('Retry-After', waitSeconds);
        return waitSeconds;
      },
      runSearch: async (search) => {
        const found = await this.#runInTurn(networks, search);
        if (found === null) response.setHeader('Retry-After', RETRY_SECONDS);
        return found;
      },
      runSearchAtOnce: async (search) => {
        const taken = networks.filter((network) => this.#turns.tryAcquire(network));
        try {
          return taken.length === networks.length ? await search() : null;
        } finally {
          for (const network of taken) this.#turns.release(network);
        }
      },
    };
  }

  /** Null: too many searches of one of the networks wait. */
  async #runInTurn<Result>(
    [network, ...wider]: readonly string[],
    search: () => Promise<Result>,
  ): Promise<Result | null> {
    if (network === undefined) return search();
    return this.#turns.run(network, () => this.#runInTurn(wider, search));
  }
}
