import type { Problem } from '@gatehouse/contract/wire';
import type { RequestHandler } from 'express';
import { startRequestTrace } from './request-trace.ts';

/**
 * Answers a path below the API's base path as the API answers an unknown one. The ingress routes the prefixes of each
 * host's own endpoints to the API (G5); every other path, by any method, arrives here and renders no page.
 */
export const apiNotFound: RequestHandler = (request, response) => {
  // The trace ends here, so a client's trace is not continued.
  const incoming = { header: request.get('traceparent'), isTrusted: false };
  const { span, traceId } = startRequestTrace(request.method, incoming);
  span.setAttribute('http.response.status_code', 404);
  span.end();
  const problem: Problem = {
    type: '/problems/not_found',
    title: 'Not found',
    status: 404,
    code: 'not_found',
    detail: 'Not found',
    trace_id: traceId,
    errors: [],
  };
  response
    .status(404)
    .set('Content-Type', 'application/problem+json; charset=utf-8')
    .end(JSON.stringify(problem));
};
