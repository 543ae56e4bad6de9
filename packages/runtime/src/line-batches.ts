/** Where the lines go in the end: a write costs more than what is written. */
interface Sink {
  write(text: string): unknown;
  flushSync(): void;
}

/**
 * Lines that wait for each other for a moment and are written together. They are only put behind each other: a sink that
 * looks at the length of what waits, as sonic-boom does at each write, copies all of it for each line.
 */
export class LineBatches {
  readonly #sink: Sink;
  readonly #enough: number;
  readonly #mostMillis: number;
  #waiting = '';
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param enough characters that are written at once.
   * @param mostMillis how long a line waits for others.
   */
  constructor(sink: Sink, { enough = 8192, mostMillis = 100 } = {}) {
    this.#sink = sink;
    this.#enough = enough;
    this.#mostMillis = mostMillis;
  }

  write(line: string): void {
    this.#waiting += line;
    if (this.#waiting.length >= this.#enough) this.#pass();
    else this.#timer ??= setTimeout(() => this.#pass(), this.#mostMillis).unref();
  }

  /** Writes what waits before it returns: for the end of the process. */
  flushSync(): void {
    if (this.#waiting === '') return;
    this.#pass();
    this.#sink.flushSync();
  }

  #pass(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#waiting;
    this.#waiting = '';
    this.#sink.write(text);
  }
}
