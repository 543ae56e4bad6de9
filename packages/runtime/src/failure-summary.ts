/** Writes one log line that covers `count` failures. */
export type WriteFailures = (count: number) => void;

interface OpenKind {
  /** Failures since the kind's last line. */
  count: number;
  /** Of the latest failure. */
  write: WriteFailures;
}

/**
 * Limits log lines of failures to one per kind and interval. The first failure of a kind is written at once; those that
 * follow are counted and written as one line at the end of each interval. No failure is lost: the counts add up.
 */
export class FailureSummary {
  readonly #intervalMillis: number;
  readonly #maxKinds: number;
  readonly #open = new Map<string, OpenKind>();

  /** @param maxKinds kinds that are counted separately at a time; the failures of all others share one line. */
  constructor({ intervalMillis = 1000, maxKinds = 50 } = {}) {
    this.#intervalMillis = intervalMillis;
    this.#maxKinds = maxKinds;
  }

  add(kind: string, write: WriteFailures): void {
    const key = this.#open.has(kind) || this.#open.size < this.#maxKinds ? kind : '';
    const open = this.#open.get(key);
    if (open !== undefined) {
      open.count += 1;
      open.write = write;
      return;
    }
    this.#open.set(key, { count: 0, write });
    this.#schedule(key);
    write(1);
  }

  /** Writes what has been counted and not written: for the end of the process. */
  flush(): void {
    for (const open of this.#open.values()) writeCounted(open);
  }

  #schedule(key: string): void {
    setTimeout(() => this.#endInterval(key), this.#intervalMillis).unref();
  }

  #endInterval(key: string): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    if (open.count === 0) {
      this.#open.delete(key);
      return;
    }
    writeCounted(open);
    this.#schedule(key);
  }
}

function writeCounted(open: OpenKind): void {
  const { count, write } = open;
  if (count === 0) return;
  open.count = 0;
  write(count);
}
