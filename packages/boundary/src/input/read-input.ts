import type { JsonObject } from '@bufbuild/protobuf';
import type { Endpoint } from '@gatehouse/contract';
import type { Exchange } from '../http/exchange.ts';
import type { Service } from '../service.ts';
import { decodeInput } from './decode-input.ts';
import { readJsonBody } from './json-body.ts';

/**
 * The endpoint's input from path, query and body. Call it after the decision: a refused caller learns nothing from a body.
 * The slot of `work` is released while the client sends.
 * @param decideAgain is called before a body is read as JSON that came after the decision: a client may send it long after its
 *   headers, and access may have ended since (G1).
 * @throws {Refusal} input_invalid, media_type_unsupported or body_too_large, and what `decideAgain` throws.
 */
export async function readInput(
  endpoint: Endpoint,
  exchange: Exchange,
  { work, arrivingBodies }: Pick<Service, 'work' | 'arrivingBodies'>,
  decideAgain: () => Promise<void>,
): Promise<JsonObject> {
  const { request } = exchange;
  const isLate = endpoint.hasBody && !request.complete;
  const bodyText = endpoint.hasBody
    ? await work.releaseWhile(() => readJsonBody(exchange, arrivingBodies))
    : null;
  if (isLate) await decideAgain();
  return decodeInput(endpoint, { path: request.params, query: queryOf(request.url), bodyText });
}

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}
