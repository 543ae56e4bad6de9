import { ConcurrencyLimit, DocumentStoreUnavailable } from '@gatehouse/runtime';
import { within } from '@gatehouse/runtime/within';

interface Limits {
  readonly maxRunning: number;
  /** Of one call with its retries. */
  readonly timeoutMillis: number;
  /** After so many failures, one after another, calls are rejected at once … */
  readonly maxFailures: number;
  /** … for so long; then one call finds out whether the store responds again. */
  readonly pauseMillis: number;
}

/** Keeps a store that hangs or fails from holding what other requests need (G6): each call is short, and failures end calls early. */
export class GuardedCalls {
  readonly #limits: Limits;
  readonly #running: ConcurrencyLimit;
  readonly #onFailure: (error: unknown) => void;
  #failures = 0;
  #pausedUntil = 0;

  /** @param onFailure receives the error of each call that the store failed. */
  constructor(limits: Limits, onFailure: (error: unknown) => void) {
    this.#limits = limits;
    this.#running = new ConcurrencyLimit(limits.maxRunning);
    this.#onFailure = onFailure;
  }

  /** @throws {DocumentStoreUnavailable} during the pause after failures. */
  requireAvailable(): void {
    if (performance.now() < this.#pausedUntil)
      throw new DocumentStoreUnavailable('the store has just failed several times');
  }

  /**
   * @param isAnswer whether an error is what a working store answers to this one call: it does not count towards a pause.
   * @throws {DocumentStoreUnavailable} when the call fails or takes too long, and without calling when too many run.
   */
  async run<T>(
    call: (signal: AbortSignal) => Promise<T>,
    isAnswer: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    this.requireAvailable();
    const { maxFailures, timeoutMillis } = this.#limits;
    if (!this.#running.tryAcquire())
      throw new DocumentStoreUnavailable('too many calls to the store are running');
    // The others are rejected until the first call after a pause has found out.
    if (this.#failures >= maxFailures) this.#pausedUntil = performance.now() + timeoutMillis;
    try {
      const result = await within(timeoutMillis, call);
      this.#noteAnswer();
      return result;
    } catch (error) {
      if (isAnswer(error)) this.#noteAnswer();
      else this.#failures += 1;
      if (this.#failures >= maxFailures) this.#pausedUntil = performance.now() + this.#limits.pauseMillis;
      this.#onFailure(error);
      throw new DocumentStoreUnavailable('the store failed', { cause: error });
    } finally {
      this.#running.release();
    }
  }

  #noteAnswer(): void {
    this.#failures = 0;
    this.#pausedUntil = 0;
  }
}
