import { AddressLimit, clientNetworks, KeyedConcurrencyLimit } from '@gatehouse/runtime';
import type { Request, Response } from 'express';
import type { WebRequest } from '#entry/web-request.ts';

const WINDOW_SECONDS = 60;

/** IP addresses counted at the same time. */
const MAX_KEYS = 10_000;

/** Of one IPv4 address or IPv6 /48 in this process, as in the talent service for visitors who reach it by themselves. */
const PER_NETWORK = { maxRunning: 1, maxWaiting: 7 } as const;

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
   * What limits the searches of one request. Beyond a limit it sets `Retry-After`; `runSearchAtOnce` does not, because the request
   * can still wait.
   */
  ofRequest(
    { ip = '' }: Pick<Request, 'ip'>,
    response: Pick<Response, 'setHeader'>,
  ): Pick<WebRequest, 'countSearch' | 'runSearch' | 'runSearchAtOnce'> {
    const network = clientNetworks(ip).widest;
    const turns = this.#turns;
    let waitSeconds: number | null | undefined;
    return {
      // Once, however often the page is rendered.
      countSearch: () => {
        if (waitSeconds !== undefined) return waitSeconds;
        waitSeconds = this.#limit.use(ip);
        if (waitSeconds !== null) response.setHeader('Retry-After', waitSeconds);
        return waitSeconds;
      },
      runSearch: (search) => {
        const running = turns.run(network, search);
        if (running === null) response.setHeader('Retry-After', RETRY_SECONDS);
        return running;
      },
      runSearchAtOnce: (search) =>
        turns.tryAcquire(network) ? search().finally(() => turns.release(network)) : null,
    };
  }
}
