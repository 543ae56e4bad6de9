import { AddressLimit } from '@gatehouse/runtime';
import type { Request } from 'express';

const WINDOW_SECONDS = 60;

/** IP addresses counted at the same time. */
const MAX_KEYS = 10_000;

/** The catalogue, as a document, as the data of a click and as a feed. */
const PATHS: ReadonlySet<string> = new Set(['/jobs', '/jobs.data', '/jobs/feed.xml']);

const SEARCHED = ['query', 'location', 'kind'] as const;

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

  /** Counts a request that searches. @returns the seconds to wait beyond the limit, else null. */
  use({ path, originalUrl, ip }: Pick<Request, 'path' | 'originalUrl' | 'ip'>): number | null {
    if (!PATHS.has(path)) return null;
    const query = new URLSearchParams(originalUrl.slice(originalUrl.indexOf('?') + 1));
    const isSearch = originalUrl.includes('?') && SEARCHED.some((name) => (query.get(name) ?? '') !== '');
    return isSearch ? this.#limit.use(ip ?? '') : null;
  }
}
