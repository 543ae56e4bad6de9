import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@gatehouse/contract';
import { ClientDisconnected, type ConcurrencyLimit } from '@gatehouse/runtime';
import { refuse } from '../refusal.ts';

/** The size of a file's chunks: what an upload or a download holds in memory, whatever the size of the file. */
export const CHUNK_BYTES = 256 * 1024;

/** A file of 5 MB needs so long on a line of 0.35 Mbit/s; a client that only waits is cut off earlier. */
export const TRANSFER_MILLIS = 120_000;

/** The chunks of a file, in order; each has `CHUNK_BYTES` but the last. */
export type FileChunks = AsyncIterable<Uint8Array>;

type Work = Pick<ConcurrencyLimit, 'releaseWhile'>;

/**
 * The file that is the request's body. Its bytes are read as the handler asks for them, with the declared limit.
 * @param work is released while the client sends.
 * @returns chunks that throw `body_too_large`, or `ClientDisconnected` when the body ends early; null: the endpoint takes no file.
 * @throws {Refusal} media_type_unsupported, body_too_large or input_invalid, by the headers alone.
 */
export function readUpload({ upload }: Endpoint, request: IncomingMessage, work: Work): FileChunks | null {
  if (upload === null) return null;
  const { 'content-length': length, 'transfer-encoding': transfer, ...headers } = request.headers;
  if ((length === undefined && transfer === undefined) || length === '0') {
    refuse('input_invalid', { detail: 'The file is missing.' });
  }
  if (headers['content-type']?.trim().toLowerCase() !== upload.mediaType) {
    refuse('media_type_unsupported', { detail: `The file must be ${upload.mediaType}.` });
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    refuse('media_type_unsupported', { detail: 'The file must not be compressed.' });
  }
  if (Number(length ?? 0) > upload.maxBytes) refuseSize(upload.maxBytes);
  return chunksOf(request, upload.maxBytes, work);
}

async function* chunksOf(request: IncomingMessage, maxBytes: number, work: Work): AsyncGenerator<Buffer> {
  // Not destroyed when the handler stops reading: the refusal goes out on the same connection.
  const parts: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  try {
    // Each part is copied once: a client may send a file byte by byte.
    let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let filled = 0;
    let total = 0;
    for (;;) {
      const part = await work.releaseWhile(() => nextOf(parts));
      if (part === null) break;
      total += part.length;
      if (total > maxBytes) refuseSize(maxBytes);
      for (let copied = 0; copied < part.length; ) {
        const count = part.copy(chunk, filled, copied);
        copied += count;
        filled += count;
        if (filled < CHUNK_BYTES) break;
        yield chunk;
        chunk = Buffer.allocUnsafe(CHUNK_BYTES);
        filled = 0;
      }
    }
    if (filled > 0) yield chunk.subarray(0, filled);
  } finally {
    // Otherwise its listeners keep the rest of the body from being discarded.
    await parts.return?.();
  }
}

async function nextOf(parts: AsyncIterator<Buffer>): Promise<Buffer | null> {
  try {
    const { done, value } = await parts.next();
    return done === true ? null : value;
  } catch {
    throw new ClientDisconnected();
  }
}

function refuseSize(maxBytes: number): never {
  refuse('body_too_large', { detail: `The file must have at most ${maxBytes / 1024 / 1024} MB.` });
}
