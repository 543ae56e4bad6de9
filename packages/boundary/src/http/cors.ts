import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Allows CORS with credentials for exactly the listed origins. Without the headers a browser hides the response from the
 * page.
 * @returns whether the request is a listed origin's preflight, which needs no more than these headers.
 */
export function setCorsHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  listed: ReadonlySet<string>,
): boolean {
  const { origin } = request.headers;
  if (listed.size > 0) response.setHeader('Vary', 'Origin');
  if (origin === undefined || !listed.has(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Expose-Headers', 'ETag, Retry-After');
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
    return false;
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
  response.setHeader(
    'Access-Control-Allow-Headers',
    'Content-Type, If-Match, X-Account-Id, X-CSRF-Guard, traceparent, tracestate',
  );
  response.setHeader('Access-Control-Max-Age', '600');
  return true;
}
