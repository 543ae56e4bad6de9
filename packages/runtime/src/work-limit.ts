/**
 * How much a process works on at once. What comes on top is turned away while that is still cheap, instead of making
 * everybody wait longer than anybody waits.
 */
export class WorkLimit {
  readonly #most: number;
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Begins one more piece of work, which `end` has to end; false: there is too much already. */
  tryBegin(): boolean {
    if (this.#running >= this.#most) return false;
    this.#running += 1;
    return true;
  }

  end(): void {
    this.#running -= 1;
  }

  /** Waits within a piece of work for whoever asked for it: that costs nothing here, and must hold up nobody else. */
  async pause<T>(wait: () => Promise<T>): Promise<T> {
    this.#running -= 1;
    try {
      return await wait();
    } finally {
      this.#running += 1;
    }
  }
}
