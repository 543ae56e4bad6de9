import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { refuse } from '../refusal.ts';

/** The maximum size of a request's body. */
const BODY_LIMIT_BYTES = 256 * 1024;

/** Counts what a body holds while it is read. */
export type CountBody = (request: IncomingMessage, read: () => Promise<Buffer>) => Promise<Buffer>;

/**
 * The text of a JSON body; null for a request without a body.
 * @throws {Refusal} media_type_unsupported, body_too_large or input_invalid.
 */
export async function readJsonBody(request: IncomingMessage, countBody: CountBody): Promise<string | null> {
  const length = request.headers['content-length'];
  const isAbsent =
    request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0');
  if (isAbsent) return null;
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(type)) {
    refuse('media_type_unsupported', { detail: 'The body must be application/json in UTF-8.' });
  }
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    refuse('media_type_unsupported', { detail: 'The body must not be compressed.' });
  }
  const bytes = await readBytes(request, length, countBody);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('input_invalid', { detail: 'The body is not UTF-8.' });
  }
}

async function readBytes(
  request: IncomingMessage,
  length: string | undefined,
  countBody: CountBody,
): Promise<Buffer> {
  try {
    return await countBody(request, () =>
      getRawBody(request, { limit: BODY_LIMIT_BYTES, length: length ?? null }),
    );
  } catch (error) {
    const type = error instanceof Error && 'type' in error ? error.type : undefined;
    if (type === 'entity.too.large') {
      refuse('body_too_large', { detail: `The maximum size of a body is ${BODY_LIMIT_BYTES} bytes.` });
    }
    if (type === 'request.size.invalid' || type === 'request.aborted') {
      refuse('input_invalid', { detail: 'The body does not have the announced length.' });
    }
    throw error;
  }
}
