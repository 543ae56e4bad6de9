/** How often a key was counted, and when that is forgotten. */
interface Counter {
  count: number;
  readonly expiresAt: number;
}

/** The count of a key. */
export interface Count {
  readonly count: number;
  /** Milliseconds until the window ends; the count is then 0 again. */
  readonly millisLeft: number;
}

/** The part of the store that keys counted more than once may fill. */
const REPEATED_SHARE = 0.8;

/**
 * Counts per key within fixed windows, for at most `maxKeys` keys. When the store is full, a key that was counted once is
 * evicted first, the oldest of them; keys that were counted more often keep four fifths of the store to themselves (a
 * segmented LRU). So requests with a new key each evict one another, and no counter that comes near its limit.
 */
export class BoundedCounters {
  // Maps iterate in the order of insertion, and every window is equally long: the first key of `#once` expires first.
  readonly #once = new Map<string, Counter>();
  readonly #repeated = new Map<string, Counter>();
  readonly #windowMillis: number;
  readonly #maxKeys: number;
  readonly #onEviction: () => void;
  readonly #now: () => number;

  constructor(
    { windowMillis, maxKeys, onEviction }: { windowMillis: number; maxKeys: number; onEviction: () => void },
    now = () => performance.now(),
  ) {
    this.#windowMillis = windowMillis;
    this.#maxKeys = maxKeys;
    this.#onEviction = onEviction;
    this.#now = now;
  }

  /** How many keys are held. */
  get size(): number {
    return this.#once.size + this.#repeated.size;
  }

  /** Counts a key `points` times, or subtracts where they are negative; never below 0. */
  add(key: string, points = 1): Count {
    const now = this.#now();
    this.#forgetExpired(now);
    const counter = this.#find(key, now) ?? this.#insert(key, now);
    counter.count = Math.max(0, counter.count + points);
    if (counter.count > 1 && this.#once.delete(key)) this.#repeated.set(key, counter);
    this.#evict();
    return { count: counter.count, millisLeft: counter.expiresAt - now };
  }

  /** Null: the key was not counted within its window, or was evicted. */
  get(key: string): Count | null {
    const now = this.#now();
    const counter = this.#find(key, now);
    return counter === null ? null : { count: counter.count, millisLeft: counter.expiresAt - now };
  }

  /** Whether there was something to forget. */
  delete(key: string): boolean {
    const wasHeld = this.get(key) !== null;
    this.#once.delete(key);
    this.#repeated.delete(key);
    return wasHeld;
  }

  #find(key: string, now: number): Counter | null {
    const counter = this.#once.get(key) ?? this.#repeated.get(key);
    return counter === undefined || counter.expiresAt <= now ? null : counter;
  }

  #insert(key: string, now: number): Counter {
    const counter = { count: 0, expiresAt: now + this.#windowMillis };
    // One whose window has ended may still be held, behind others that were counted a second time before it.
    this.#repeated.delete(key);
    this.#once.set(key, counter);
    return counter;
  }

  #forgetExpired(now: number): void {
    for (const counters of [this.#once, this.#repeated]) {
      for (const [key, { expiresAt }] of counters) {
        if (expiresAt > now) break;
        counters.delete(key);
      }
    }
  }

  #evict(): void {
    while (this.size > this.#maxKeys) {
      const isRepeatedFull = this.#repeated.size > this.#maxKeys * REPEATED_SHARE;
      const counters = isRepeatedFull ? this.#repeated : this.#once;
      for (const oldest of counters.keys().take(1)) counters.delete(oldest);
      this.#onEviction();
    }
  }
}
