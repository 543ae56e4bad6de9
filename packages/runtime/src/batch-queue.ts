/**
 * Collects items and flushes them in batches at the end of the event loop's turn, so batching adds no delay of its own.
 * While `inFlightLimit` batches run, new items wait for the next one.
 */
export class BatchQueue<Item> {
  readonly #send: (items: Item[]) => Promise<void>;
  readonly #inFlightLimit: number;
  readonly #maxBatchSize: number;
  #waiting: Item[] = [];
  #inFlight = 0;
  #isFlushScheduled = false;
  /** Since when each of `#waiting` waits. */
  #waitingSince: number[] = [];
  /** For metrics: how long the oldest item of a batch has waited, when it is sent. */
  onSend: ((waitedMillis: number) => void) | null = null;

  /**
   * @param send receives a batch in the order of arrival; must not reject.
   * @param inFlightLimit batches that run at once.
   */
  constructor(
    send: (items: Item[]) => Promise<void>,
    { inFlightLimit, maxBatchSize }: { inFlightLimit: number; maxBatchSize: number },
  ) {
    this.#send = send;
    this.#inFlightLimit = inFlightLimit;
    this.#maxBatchSize = maxBatchSize;
  }

  /** Items that are in no batch yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add(item: Item): void {
    this.#waiting.push(item);
    this.#waitingSince.push(performance.now());
    this.#scheduleFlush();
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled || this.#waiting.length === 0) return;
    this.#isFlushScheduled = true;
    // After the I/O callbacks of this turn.
    setImmediate(() => {
      this.#isFlushScheduled = false;
      while (this.#waiting.length > 0 && this.#inFlight < this.#inFlightLimit) {
        void this.#flush(this.#waiting.splice(0, this.#maxBatchSize));
      }
    });
  }

  async #flush(items: Item[]): Promise<void> {
    this.#inFlight += 1;
    const [oldest = 0] = this.#waitingSince.splice(0, items.length);
    this.onSend?.(performance.now() - oldest);
    try {
      await this.#send(items);
    } finally {
      this.#inFlight -= 1;
      this.#scheduleFlush();
    }
  }
}
