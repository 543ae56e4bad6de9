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
 * or the oldest one of who has most: no request is refused, so a stolen session cannot keep its owner from reading.
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
    while (this.#bytesOf(holder) > bytesPerHolder && this.#cutOldest(holder, response));
    while (this.#bytes > bytesInProcess && this.#cutOldest(this.#largestHolder(), response));
  }

  /** Cuts off a holder's oldest answer; never the newest of all: a single large one may take its time. @returns whether. */
  #cutOldest(holder: string, newest: ServerResponse): boolean {
    for (const [response, unread] of this.#answers) {
      if (unread.holder !== holder || response === newest) continue;
      this.#remove(response);
      // An answer that waits behind another one on its connection has none to end.
      response.req.socket.destroy();
      return true;
    }
    return false;
  }

  #largestHolder(): string {
    const [largest] = [...this.#bytesOfHolders].toSorted(([, one], [, other]) => other - one);
    return largest?.[0] ?? '';
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
