import type { IncomingMessage } from 'node:http';

/** Bytes of an unwanted body that are read and thrown away before the connection is cut. */
const MOST_DISCARDED_BYTES = 4 * 1024 * 1024;

/**
 * Reads what is left of a refused request's body into nothing: a client that is still sending would otherwise see a broken
 * connection instead of the refusal. The server's request timeout bounds the time.
 */
export function discardBody(request: IncomingMessage): void {
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MOST_DISCARDED_BYTES) request.destroy();
  });
  request.on('error', () => undefined);
  request.resume();
}
