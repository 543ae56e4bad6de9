import { serviceOfPath } from '@gatehouse/contract/api-services';
import type { Endpoints } from '@gatehouse/contract/wire';
import type { WebRequest } from '#entry/web-request.ts';
import { type ApiAnswer, readAnswer } from './api-answer.ts';
import { type ReadableId, requestOf } from './endpoint-request.ts';
import { getFromServer } from './get-from-server.ts';

/** An API that hangs is an error after this, and never a null session (W3). */
const TIMEOUT_MILLIS = 3000;

/**
 * Reads from the API while rendering, with the visitor's `Cookie` header and no other of theirs (W7). Any `Set-Cookie`
 * stays here. A failure to reach the API is an answer with status 0, never an exception.
 */
export async function readApi<Id extends ReadableId>(
  webRequest: WebRequest,
  id: Id,
  input: Endpoints[Id]['input'],
): Promise<ApiAnswer<Endpoints[Id]['output']>> {
  const { path } = requestOf(id, input);
  const { api, cookie, traceparent } = webRequest;
  const answer = await readAnswer<Endpoints[Id]['output']>(() =>
    getFromServer(`${api.urls[serviceOfPath(path)]}${api.basePath}${path}`, {
      headers: { accept: 'application/json', traceparent, ...(cookie === null ? {} : { cookie }) },
      timeoutMillis: TIMEOUT_MILLIS,
    }),
  );
  if (!answer.ok && (answer.refusal.status === 0 || answer.refusal.status >= 500)) {
    webRequest.onApiFailure({ endpoint: id, status: answer.refusal.status });
  }
  return answer;
}
