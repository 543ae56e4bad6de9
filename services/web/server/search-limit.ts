import { AddressLimit } from '@gatehouse/runtime';
import type { Request } from 'express';

const WINDOW_SECONDS = 60;

/** Visitors' addresses that are counted at the same time. */
const MAX_KEYS = 10_000;

/** The page of the catalogue, as a document and as the data of a click. */
const PATHS: ReadonlySet<string> = new Set(['/jobs', '/jobs.data']);

const SEARCHED = ['query', 'location', 'kind'] as const;

/**
 * Counts searches by the visitor's address. The API cannot: the web tier reads for every visitor, with no word of who
 * they are.
 */
export class SearchLimit {
  readonly #limit: AddressLimit;

  /** @param perAddress searches of one address in a minute. */
  constructor(perAddress: number) {
    this.#limit = new AddressLimit({
      name: 'search',
      limit: perAddress,
      windowSeconds: WINDOW_SECONDS,
      maxKeys: MAX_KEYS,
    });
  }

  /** Counts the request where it searches; seconds to wait when there were too many, else null. */
  use({ path, originalUrl, ip }: Pick<Request, 'path' | 'originalUrl' | 'ip'>): number | null {
    if (!PATHS.has(path)) return null;
    const query = new URLSearchParams(originalUrl.slice(originalUrl.indexOf('?') + 1));
    const isSearch = originalUrl.includes('?') && SEARCHED.some((name) => (query.get(name) ?? '') !== '');
    return isSearch ? this.#limit.use(ip ?? '') : null;
  }
}
