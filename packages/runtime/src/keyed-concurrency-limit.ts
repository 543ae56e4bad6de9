interface Lane {
  running: number;
  /** A waiter starts when the pause is over. */
  isPausing: boolean;
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
   * @param pauseMillis before each waiter starts: it bounds how often a key's work runs, too.
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
    // What waits comes first.
    if (lane.running >= this.#maxRunning || lane.waiting.length > 0) return false;
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
    lane.running -= 1;
    if (lane.waiting.length > 0) this.#startNext(lane);
    else if (lane.running <= 0) this.#lanes.delete(key);
  }

  #startNext(lane: Lane): void {
    if (lane.isPausing) return;
    const start = () => {
      lane.isPausing = false;
      lane.running += 1;
      lane.waiting.shift()?.();
      if (lane.waiting.length > 0 && lane.running < this.#maxRunning) this.#startNext(lane);
    };
    if (this.#pauseMillis === 0) {
      start();
      return;
    }
    lane.isPausing = true;
    setTimeout(start, this.#pauseMillis);
  }

  #laneOf(key: string): Lane {
    const lane = this.#lanes.get(key) ?? { running: 0, isPausing: false, waiting: [] };
    this.#lanes.set(key, lane);
    return lane;
  }
}
