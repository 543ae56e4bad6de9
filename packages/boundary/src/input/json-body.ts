import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { refuse } from '../refusal.ts';
import type { ArrivingBodies } from './arriving-bodies.ts';

/** The maximum size of a request's body. */
const BODY_LIMIT_BYTES = 256 * 1024;

/** Who holds the body of a request without an account or an address: the web tier, which sends none. */
const UNKNOWN_CLIENT = 'unknown';

/** A request, and who holds what arrives of its body. */
interface Sender {
  readonly request: IncomingMessage;
  readonly holder: string | null;
}

/**
 * The text of a JSON body; null for a request without a body.
 * @throws {Refusal} media_type_unsupported, body_too_large or input_invalid.
 */
export async function readJsonBody(sender: Sender, arriving: ArrivingBodies): Promise<string | null> {
  const { request } = sender;
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
  const bytes = await readBytes(sender, arriving);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('input_invalid', { detail: 'The body is not UTF-8.' });
  }
}

async function readBytes({ request, holder }: Sender, arriving: ArrivingBodies): Promise<Buffer> {
  const options = { limit: BODY_LIMIT_BYTES, length: request.headers['content-length'] ?? null };
  try {
    return await arriving.count(request, holder ?? UNKNOWN_CLIENT, () => getRawBody(request, options));
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
