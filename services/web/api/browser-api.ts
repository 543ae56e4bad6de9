import type { EndpointId, Endpoints } from '@gatehouse/contract/wire';
import { type ApiAnswer, readAnswer } from './api-answer.ts';
import { traceHeader } from './browser-trace.ts';
import { requestOf } from './endpoint-request.ts';

const TIMEOUT_MILLIS = 10_000;

/**
 * Calls the API from the browser, directly and with the browser's cookie (B5). The one HTTP client of the pages.
 * @param ifMatch the version that a write changes (G9); empty: none.
 * @throws {AbortError} when `signal` aborts, and nothing else.
 */
export function callApi<Id extends EndpointId>(
  id: Id,
  input: Endpoints[Id]['input'],
  signal?: AbortSignal,
  ifMatch = '',
): Promise<ApiAnswer<Endpoints[Id]['output']>> {
  const { method, path, body } = requestOf(id, input);
  const baseUrl = document.documentElement.dataset['apiBaseUrl'] ?? '/api';
  const isOtherOrigin = new URL(baseUrl, location.href).origin !== location.origin;
  const timeout = AbortSignal.timeout(TIMEOUT_MILLIS);
  return readAnswer(() =>
    fetch(`${baseUrl}${path}`, {
      method,
      credentials: isOtherOrigin ? 'include' : 'same-origin',
      headers: {
        accept: 'application/json',
        ...(method === 'GET' ? {} : { 'X-CSRF-Guard': '1' }),
        ...(ifMatch === '' ? {} : { 'If-Match': ifMatch }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...traceHeader(),
      },
      body,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    }),
  );
}
