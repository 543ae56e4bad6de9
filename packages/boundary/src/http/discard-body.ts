import type { IncomingMessage } from 'node:http';

/** Bytes of a refused request's body that are discarded before the connection is closed: three times the largest file. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/**
 * Discards the rest of a refused request's body. Without it a client that is still sending sees a closed connection instead
 * of the refusal. The server's request timeout bounds the time.
 */
export function discardBody(request: IncomingMessage): void {
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) request.destroy();
  });
  request.on('error', () => undefined);
  request.resume();
}
