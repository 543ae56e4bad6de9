interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits how much runs at once for one key, for example a user or an address. Work beyond the limit waits in order behind
 * work of the same key only, so one client takes a bounded share however much it sends (G6).
 */
export class KeyedConcurrencyLimit {
  readonly #lanes = new Map<string, Lane>();
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #pauseMillis: number;

  /**
   * Both limits are per key.
   * @param pauseMillis before a waiter takes the slot of work that has ended: it bounds how often a key's work runs, too.
   */
  constructor({
    maxRunning,
    maxWaiting,
    pauseMillis = 0,
  }: {
    maxRunning: number;
    maxWaiting: number;
    pauseMillis?: number;
  }) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
    this.#pauseMillis = pauseMillis;
  }

  /** Takes a slot, which the caller must `release`. False: no slot of the key is free. */
  tryAcquire(key: string): boolean {
    const lane = this.#laneOf(key);
    if (lane.running >= this.#maxRunning) return false;
    lane.running += 1;
    return true;
  }

  /** Resolves with a slot, which the caller must `release`. Null: the key's queue is full. */
  acquire(key: string): Promise<void> | null {
    if (this.tryAcquire(key)) return Promise.resolve();
    const { waiting } = this.#laneOf(key);
    if (waiting.length >= this.#maxWaiting) return null;
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  /** Runs work with a slot, in its turn. Null: the key's queue is full. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> | null {
    const turn = this.acquire(key);
    return turn === null ? null : turn.then(work).finally(() => this.release(key));
  }

  release(key: string): void {
    const lane = this.#laneOf(key);
    const next = lane.waiting.shift();
    // The next waiter inherits the slot, so that no later call takes it first.
    if (next !== undefined && this.#pauseMillis > 0) setTimeout(next, this.#pauseMillis);
    else if (next !== undefined) next();
    else if (lane.running > 1) lane.running -= 1;
    else this.#lanes.delete(key);
  }

  #laneOf(key: string): Lane {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] };
    this.#lanes.set(key, lane);
    return lane;
  }
}
