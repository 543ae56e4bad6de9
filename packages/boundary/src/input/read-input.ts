import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '@bufbuild/protobuf';
import type { Endpoint } from '@gatehouse/contract';
import type { ConcurrencyLimit } from '@gatehouse/runtime';
import { decodeInput, type RawInput } from './decode-input.ts';
import { type CountBody, readJsonBody } from './json-body.ts';

/** A request whose path the router has matched. */
interface MatchedRequest extends IncomingMessage {
  readonly url: string;
  readonly params: RawInput['path'];
}

/**
 * The endpoint's input from path, query and body. Call it after the decision: a refused caller learns nothing from a body.
 * @param work is released while the client sends.
 * @throws {Refusal} input_invalid, media_type_unsupported or body_too_large.
 */
export async function readInput(
  endpoint: Endpoint,
  request: MatchedRequest,
  work: Pick<ConcurrencyLimit, 'releaseWhile'>,
  countBody: CountBody,
): Promise<JsonObject> {
  const bodyText = endpoint.hasBody ? await work.releaseWhile(() => readJsonBody(request, countBody)) : null;
  return decodeInput(endpoint, { path: request.params, query: queryOf(request.url), bodyText });
}

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}
