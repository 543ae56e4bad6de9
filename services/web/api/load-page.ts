import type { EndpointId, Endpoints } from '@gatehouse/contract/wire';
import { wantReload } from '#session/reload.ts';
import { type ApiAnswer, saysFactsChanged } from './api-answer.ts';
import { callApi } from './browser-api.ts';

/**
 * Fetches a page's data from the API, in a browser loader. A refusal is part of the answer; one which says that the facts
 * have changed also requests a reload of route data, so that the root loader runs when a policy's redirect wins the
 * navigation and the page never shows (P5).
 */
export async function loadPage<Id extends EndpointId>(
  id: Id,
  input: Endpoints[Id]['input'],
  signal: AbortSignal,
): Promise<ApiAnswer<Endpoints[Id]['output']>> {
  const answer = await callApi(id, input, signal);
  if (!answer.ok && saysFactsChanged(answer.refusal)) wantReload();
  return answer;
}
