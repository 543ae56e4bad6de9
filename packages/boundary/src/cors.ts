import type { RequestHandler } from 'express';

/**
 * CORS with credentials for exactly the listed origins; every other origin gets no header, and so no browser hands the
 * answer to it.
 */
export function cors(listed: ReadonlySet<string>): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    if (listed.size > 0) response.vary('Origin');
    if (origin === undefined || !listed.has(origin)) return next();
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
      return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type, X-CSRF-Guard, traceparent, tracestate');
    response.setHeader('Access-Control-Max-Age', '600');
    response.status(204).end();
  };
}
