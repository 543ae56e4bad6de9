import type { IncomingMessage } from 'node:http';
import { HeldBytes } from '@gatehouse/runtime';

const MEBIBYTE = 1024 * 1024;

/** Sixteen of the largest bodies, and what a process can spare of the 512 MiB that the chart gives it. */
const LIMITS = { bytesPerHolder: 4 * MEBIBYTE, bytesInProcess: 64 * MEBIBYTE };

/** Limits the memory of bodies whose clients hold back their end (G6). */
export class ArrivingBodies {
  readonly #held: HeldBytes<IncomingMessage>;

  constructor(limits = LIMITS) {
    this.#held = new HeldBytes(limits, (request) => request.socket.destroy());
  }

  /**
   * Counts what has arrived of a body until it is read.
   * @param holder an account, or the network of a visitor.
   * @param read begins to read it before it returns.
   */
  async count<Result>(
    request: IncomingMessage,
    holder: string,
    read: () => Promise<Result>,
  ): Promise<Result> {
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      this.#held.set(request, holder, bytes);
    };
    const reading = read();
    request.on('data', onData);
    try {
      return await reading;
    } finally {
      request.off('data', onData);
      this.#held.remove(request);
    }
  }
}
