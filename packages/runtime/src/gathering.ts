/**
 * Gathers what comes in one turn of the event loop and passes it on together, at the turn's end: that adds no wait of its
 * own. While `inFlightLimit` of what was passed on are not done, what comes gathers for the next.
 */
export class Gathering<Item> {
  readonly #send: (items: Item[]) => Promise<void>;
  readonly #inFlightLimit: number;
  readonly #mostAtOnce: number;
  #waiting: Item[] = [];
  #inFlight = 0;
  #passIsDue = false;

  /**
   * @param send gets the items in the order they came; never rejects.
   * @param inFlightLimit how many calls of `send` may run at once.
   * @param mostAtOnce how many items one call gets.
   */
  constructor(
    send: (items: Item[]) => Promise<void>,
    { inFlightLimit, mostAtOnce }: { inFlightLimit: number; mostAtOnce: number },
  ) {
    this.#send = send;
    this.#inFlightLimit = inFlightLimit;
    this.#mostAtOnce = mostAtOnce;
  }

  /** How many have not been passed on yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add(item: Item): void {
    this.#waiting.push(item);
    this.#passSoon();
  }

  #passSoon(): void {
    if (this.#passIsDue || this.#waiting.length === 0) return;
    this.#passIsDue = true;
    // After the I/O callbacks of this turn.
    setImmediate(() => {
      this.#passIsDue = false;
      while (this.#waiting.length > 0 && this.#inFlight < this.#inFlightLimit) {
        void this.#pass(this.#waiting.splice(0, this.#mostAtOnce));
      }
    });
  }

  async #pass(items: Item[]): Promise<void> {
    this.#inFlight += 1;
    try {
      await this.#send(items);
    } finally {
      this.#inFlight -= 1;
      this.#passSoon();
    }
  }
}
