import { AddressLimit } from '@gatehouse/runtime';
import type { Request, Response } from 'express';

const WINDOW_SECONDS = 60;

/** IP addresses counted at the same time. */
const MAX_KEYS = 10_000;

/** Limits searches by the visitor's IP address. The API cannot: all reads of the web tier come from one address. */
export class SearchLimit {
  readonly #limit: AddressLimit;

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
   * What counts the search of one request, once however often the page is rendered. Beyond the limit it sets `Retry-After`.
   * @returns a function that returns the seconds to wait beyond the limit, else null.
   */
  counterOf({ ip }: Pick<Request, 'ip'>, response: Pick<Response, 'setHeader'>): () => number | null {
    let waitSeconds: number | null | undefined;
    return () => {
      if (waitSeconds !== undefined) return waitSeconds;
      waitSeconds = this.#limit.use(ip ?? '');
      if (waitSeconds !== null) response.setHeader('Retry-After', waitSeconds);
      return waitSeconds;
    };
  }
}
