import type { Endpoints, JsonEndpointId } from '@gatehouse/contract/wire';
import { currentAccount } from '#session/sign-in-again.ts';
import { type ApiAnswer, readAnswer } from './api-answer.ts';
import { traceHeader } from './browser-trace.ts';
import { requestOf } from './endpoint-request.ts';
import { fetchFromApi } from './fetch-from-api.ts';
import { dropReads } from './kept-reads.ts';

const TIMEOUT_MILLIS = 10_000;

/**
 * Calls the API from the browser, directly and with the browser's cookie (B5). The one HTTP client of the pages.
 * @param ifMatch the version that a write changes (G9); empty: none.
 * @throws {AbortError} when `signal` aborts, and nothing else.
 */
export function callApi<Id extends JsonEndpointId>(
  id: Id,
  input: Endpoints[Id]['input'],
  signal?: AbortSignal,
  ifMatch = '',
): Promise<ApiAnswer<Endpoints[Id]['output']>> {
  const { method, path, body } = requestOf(id, input);
  return sendToApi(path, {
    method,
    headers: {
      ...(ifMatch === '' ? {} : { 'If-Match': ifMatch }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body,
    signal: withTimeout(signal),
  });
}

/**
 * Sends a request of a page to the API. A write names the page's account: another tab may have changed the session (G8).
 * @throws {AbortError} when its signal aborts, and nothing else.
 */
export async function sendToApi<Output>(
  path: string,
  { headers, ...init }: RequestInit & { readonly headers: Record<string, string> },
): Promise<ApiAnswer<Output>> {
  const isWrite = init.method !== 'GET';
  const account = isWrite ? currentAccount() : null;
  if (isWrite) dropReads();
  try {
    return await readAnswer(() =>
      fetchFromApi(path, {
        ...init,
        headers: {
          accept: 'application/json',
          ...(isWrite ? { 'X-CSRF-Guard': '1' } : {}),
          ...(account === null ? {} : { 'X-Account-Id': account.id }),
          ...headers,
          ...traceHeader(),
        },
      }),
    );
  } finally {
    // What was sent ahead meanwhile may lack the change.
    if (isWrite) dropReads();
  }
}

/** A caller's signal that also aborts when a call takes too long. */
export function withTimeout(signal?: AbortSignal, millis = TIMEOUT_MILLIS): AbortSignal {
  const timeout = AbortSignal.timeout(millis);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}
