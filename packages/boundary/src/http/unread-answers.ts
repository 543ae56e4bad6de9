import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { HeldBytes } from './held-bytes.ts';

const MEBIBYTE = 1024 * 1024;

/** Far more than a page reads at once, and what a process can spare of the 512 MiB that the chart gives it. */
const LIMITS = { bytesPerHolder: 16 * MEBIBYTE, bytesInProcess: 64 * MEBIBYTE };

/** Limits the memory of answers that their clients do not read (G6). */
export class UnreadAnswers {
  readonly #held: HeldBytes<ServerResponse>;

  constructor(limits = LIMITS) {
    // An answer that waits behind another one on its connection has none to end.
    this.#held = new HeldBytes(limits, (response) => response.req.socket.destroy());
  }

  /**
   * Call it once the whole answer is written to the response.
   * @param holder an account, or the network of a visitor.
   */
  add(response: ServerResponse, holder: string): void {
    this.#held.set(response, holder, response.writableLength);
    finished(response, () => this.#held.remove(response));
  }
}
