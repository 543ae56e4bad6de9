/** What the cache has to know of a page. */
export interface CacheablePage {
  readonly bytes: number;
  /** How long after the beginning of its making it may be given to others; 0: only those who wait for it get it. */
  readonly reusableMillis: number;
}

interface Entry<Page> {
  readonly page: Promise<Page | null>;
  /** When its making began: what it says is as old as that. */
  readonly startedAt: number;
  maxAgeMillis: number;
  /** 0 while it is being made. */
  bytes: number;
}

/** What a request is answered with. */
export interface CachedPage<Page> {
  /** Null: there is no page that could be shared. */
  readonly page: Promise<Page | null>;
  /** Milliseconds since its making began; null for the request that it was made for. */
  readonly ageMillis: number | null;
}

/**
 * Pages by key, each made once for all who ask while it is being made or is not too old. Bounded by number and by bytes: the
 * least recently used leaves first. Failures go to those who wait and are forgotten.
 */
export class PageCache<Page extends CacheablePage> {
  // A Map iterates in the order of insertion, and an entry that is used is inserted anew.
  readonly #entries = new Map<string, Entry<Page>>();
  readonly #limits: { maxAgeMillis: number; maxPages: number; maxBytes: number; maxPageBytes: number };
  readonly #now: () => number;
  #bytes = 0;

  constructor(
    limits: {
      readonly maxAgeMillis: number;
      readonly maxPages: number;
      readonly maxBytes: number;
      readonly maxPageBytes: number;
    },
    now = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The page of this key, or the one that `make` makes. */
  get(key: string, make: () => Promise<Page | null>): CachedPage<Page> {
    const now = this.#now();
    const found = this.#entries.get(key);
    if (found !== undefined && now - found.startedAt < found.maxAgeMillis) {
      this.#entries.delete(key);
      this.#entries.set(key, found);
      return { page: found.page, ageMillis: now - found.startedAt };
    }
    this.#remove(key);
    const entry = { page: make(), startedAt: now, maxAgeMillis: this.#limits.maxAgeMillis, bytes: 0 };
    this.#entries.set(key, entry);
    entry.page.then(
      (page) => this.#keep(key, entry, page),
      () => this.#keep(key, entry, null),
    );
    this.#shrink();
    return { page: entry.page, ageMillis: null };
  }

  #keep(key: string, entry: Entry<Page>, page: Page | null): void {
    // Another one may have taken its place while it was being made.
    if (this.#entries.get(key) !== entry) return;
    if (page !== null && page.reusableMillis > 0 && page.bytes <= this.#limits.maxPageBytes) {
      entry.maxAgeMillis = Math.min(entry.maxAgeMillis, page.reusableMillis);
      entry.bytes = page.bytes;
      this.#bytes += page.bytes;
      this.#shrink();
    } else this.#remove(key);
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  #shrink(): void {
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.maxPages && this.#bytes <= this.#limits.maxBytes) return;
      this.#remove(key);
    }
  }
}
