import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';

const MEBIBYTE = 1024 * 1024;

/** Far more than a page reads at once, and what a process can spare of the 512 MiB that the chart gives it. */
const LIMITS = { bytesPerHolder: 16 * MEBIBYTE, bytesInProcess: 64 * MEBIBYTE };

interface Unread {
  readonly holder: string;
  readonly bytes: number;
}

/**
 * Limits the memory of answers that their clients do not read (G6). Beyond the limit the oldest one of the account is cut off,
 * or the oldest of all: no request is refused, so a stolen session cannot keep its owner from reading.
 */
export class UnreadAnswers {
  readonly #limits: typeof LIMITS;
  /** The oldest first. */
  readonly #answers = new Map<ServerResponse, Unread>();
  readonly #bytesOfHolders = new Map<string, number>();
  #bytes = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  /**
   * Call it once the whole answer is written to the response.
   * @param holder an account, or the network of a visitor.
   */
  add(response: ServerResponse, holder: string): void {
    const bytes = response.writableLength;
    this.#answers.set(response, { holder, bytes });
    this.#count(holder, bytes);
    finished(response, () => this.#remove(response));
    const { bytesPerHolder, bytesInProcess } = this.#limits;
    if (this.#bytesOf(holder) <= bytesPerHolder && this.#bytes <= bytesInProcess) return;
    for (const [oldest, unread] of this.#answers) {
      // A single large answer may take its time.
      if (oldest === response) return;
      const isTooMuch = this.#bytesOf(holder) > bytesPerHolder && unread.holder === holder;
      if (!isTooMuch && this.#bytes <= bytesInProcess) continue;
      this.#remove(oldest);
      oldest.destroy();
    }
  }

  #bytesOf(holder: string): number {
    return this.#bytesOfHolders.get(holder) ?? 0;
  }

  #remove(response: ServerResponse): void {
    const unread = this.#answers.get(response);
    if (unread === undefined) return;
    this.#answers.delete(response);
    this.#count(unread.holder, -unread.bytes);
  }

  #count(holder: string, bytes: number): void {
    this.#bytes += bytes;
    const ofHolder = this.#bytesOf(holder) + bytes;
    if (ofHolder === 0) this.#bytesOfHolders.delete(holder);
    else this.#bytesOfHolders.set(holder, ofHolder);
  }
}
