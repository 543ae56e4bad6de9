import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { HeldBytes } from './held-bytes.ts';

const MEBIBYTE = 1024 * 1024;

/** Far more than a page reads at once, and what a process can spare of the 512 MiB that the chart gives it. */
const LIMITS = { bytesPerHolder: 16 * MEBIBYTE, bytesInProcess: 64 * MEBIBYTE };

/** Limits the memory of answers that their clients do not read (G6). */
export class UnreadAnswers {
  readonly #held: HeldBytes<ServerResponse>;
  /** False: it has ended, and holds nothing whatever is still written to it. */
  readonly #isOpen = new WeakMap<ServerResponse, boolean>();

  constructor(limits = LIMITS) {
    // An answer that waits behind another one on its connection has none to end.
    this.#held = new HeldBytes(limits, (response) => response.req.socket.destroy());
  }

  /**
   * Says how much a response holds. Call it once the whole answer is written to it, or after each part.
   * @param holder an account, or the network of a visitor.
   */
  add(response: ServerResponse, holder: string, bytes = response.writableLength): void {
    const isOpen = this.#isOpen.get(response);
    if (isOpen === false) return;
    if (isOpen === undefined) {
      this.#isOpen.set(response, true);
      finished(response, () => {
        this.#isOpen.set(response, false);
        this.#held.remove(response);
      });
    }
    this.#held.set(response, holder, bytes);
  }

  /** The same where it is written in parts: nothing is remembered of an answer that its client takes at once. */
  update(response: ServerResponse, holder: string, bytes: number): void {
    if (bytes > 0 || this.#isOpen.has(response)) this.add(response, holder, bytes);
  }
}
