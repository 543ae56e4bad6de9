import type { EndpointId, Endpoints } from '@gatehouse/contract/wire';
import { type ApiAnswer, readAnswer } from './api-answer.ts';
import { traceHeader } from './browser-trace.ts';
import { requestOf } from './endpoint-request.ts';
import { fetchFromApi } from './fetch-from-api.ts';
import { dropReads } from './kept-reads.ts';

const TIMEOUT_MILLIS = 10_000;

/** As long as the API waits for a file. */
const UPLOAD_TIMEOUT_MILLIS = 120_000;

/** The endpoints that take a file. */
type UploadId = { [Id in EndpointId]: Endpoints[Id]['takesFile'] extends true ? Id : never }[EndpointId];

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
  return send(path, {
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
 * Sends a PDF to an endpoint that takes one. Its content is what counts: browsers tell the type by the name.
 * @throws {AbortError} when `signal` aborts, and nothing else.
 */
export function uploadPdf<Id extends UploadId>(
  id: Id,
  input: Endpoints[Id]['input'],
  file: File,
  signal?: AbortSignal,
): Promise<ApiAnswer<Endpoints[Id]['output']>> {
  const { method, path } = requestOf(id, input);
  return send(path, {
    method,
    headers: { 'content-type': 'application/pdf' },
    body: file,
    signal: withTimeout(signal, UPLOAD_TIMEOUT_MILLIS),
  });
}

async function send<Output>(
  path: string,
  { headers, ...init }: RequestInit & { readonly headers: Record<string, string> },
): Promise<ApiAnswer<Output>> {
  const isWrite = init.method !== 'GET';
  if (isWrite) dropReads();
  try {
    return await readAnswer(() =>
      fetchFromApi(path, {
        ...init,
        headers: {
          accept: 'application/json',
          ...(isWrite ? { 'X-CSRF-Guard': '1' } : {}),
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
