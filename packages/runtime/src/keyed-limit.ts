interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * How much is worked on at once for one key, for example a person: what comes on top waits, in order, behind nothing but
 * the key's own work. So the requests of one take no more than their share from others, however many come.
 */
export class KeyedLimit {
  readonly #lanes = new Map<string, Lane>();
  readonly #atOnce: number;
  readonly #maxWaiting: number;

  /**
   * @param atOnce pieces of work of one key that run at the same time.
   * @param maxWaiting pieces of work of one key that may wait.
   */
  constructor({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** Begins a piece of work, which `end` has to end; false: `wait` for it. */
  tryBegin(key: string): boolean {
    const lane = this.#lanes.get(key);
    if (lane === undefined) {
      this.#lanes.set(key, { running: 1, waiting: [] });
      return true;
    }
    if (lane.running >= this.#atOnce) return false;
    lane.running += 1;
    return true;
  }

  /** Resolves when the piece of work has begun, which `end` has to end; null: too many of the key wait already. */
  wait(key: string): Promise<void> | null {
    if (this.tryBegin(key)) return Promise.resolve();
    const waiting = this.#lanes.get(key)?.waiting;
    if (waiting === undefined || waiting.length >= this.#maxWaiting) return null;
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  end(key: string): void {
    const lane = this.#lanes.get(key);
    if (lane === undefined) return;
    const next = lane.waiting.shift();
    // The next one takes the place over: nothing that comes in between gets ahead of it.
    if (next !== undefined) next();
    else if (lane.running > 1) lane.running -= 1;
    else this.#lanes.delete(key);
  }
}
