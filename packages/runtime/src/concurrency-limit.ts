/** Limits how much a process works on at once. Work beyond the limit is rejected while that is still cheap. */
export class ConcurrencyLimit {
  readonly #limit: number;
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a slot, which the caller must `release`. False: no slot is free. */
  tryAcquire(): boolean {
    if (this.#running >= this.#limit) return false;
    this.#running += 1;
    return true;
  }

  release(): void {
    this.#running -= 1;
  }

  /**
   * Releases the slot during a wait that costs this process nothing, such as for the client's body. The work goes on
   * afterwards even if that exceeds the limit.
   */
  async releaseWhile<T>(wait: () => Promise<T>): Promise<T> {
    this.#running -= 1;
    try {
      return await wait();
    } finally {
      this.#running += 1;
    }
  }
}
