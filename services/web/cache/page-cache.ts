import { LRUCache } from 'lru-cache';

/** What the cache has to know of a page. */
export interface CacheablePage {
  readonly bytes: number;
  /** How long the page may be reused, counted from the start of its rendering; 0: not at all. */
  readonly reusableMillis: number;
}

interface Entry<Page> {
  readonly page: Promise<Page | null>;
  readonly startedAt: number;
}

/** The page for one request. */
export interface CachedPage<Page> {
  /** Null: the page cannot be shared. */
  readonly page: Promise<Page | null>;
  /** Milliseconds since its rendering started; null for the request that started it. */
  readonly ageMillis: number | null;
}

/**
 * Pages by key. Concurrent requests share one rendering, and later ones its page until it is too old. Failures are not
 * kept. The least recently used pages are evicted first.
 */
export class PageCache<Page extends CacheablePage> {
  readonly #entries: LRUCache<string, Entry<Page>>;
  readonly #maxAgeMillis: number;
  readonly #now: () => number;

  constructor(
    limits: {
      readonly maxAgeMillis: number;
      readonly maxPages: number;
      readonly maxBytes: number;
      readonly maxPageBytes: number;
    },
    now = () => performance.now(),
  ) {
    this.#maxAgeMillis = limits.maxAgeMillis;
    this.#now = now;
    this.#entries = new LRUCache({
      max: limits.maxPages,
      maxSize: limits.maxBytes,
      maxEntrySize: limits.maxPageBytes,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /** The page of this key, or the one that `render` gives. */
  get(key: string, render: () => Promise<Page | null>): CachedPage<Page> {
    const found = this.#entries.get(key);
    if (found !== undefined) return { page: found.page, ageMillis: this.#now() - found.startedAt };
    const entry = { page: render(), startedAt: this.#now() };
    // A rendering in progress counts as one byte: its size is not known yet.
    this.#entries.set(key, entry, { size: 1, ttl: this.#maxAgeMillis, start: entry.startedAt });
    entry.page.then(
      (page) => this.#keep(key, entry, page),
      () => this.#keep(key, entry, null),
    );
    return { page: entry.page, ageMillis: null };
  }

  #keep(key: string, entry: Entry<Page>, page: Page | null): void {
    // A newer rendering may have replaced this one.
    if (this.#entries.peek(key, { allowStale: true }) !== entry) return;
    if (page === null || page.reusableMillis === 0) this.#entries.delete(key);
    else {
      const ttl = Math.min(this.#maxAgeMillis, page.reusableMillis);
      // A copy: lru-cache keeps the size of a value that is set again.
      this.#entries.set(key, { ...entry }, { size: Math.max(1, page.bytes), ttl, start: entry.startedAt });
    }
  }
}
