import type { ServerResponse } from 'node:http';

const BODY = JSON.stringify({
  type: 'about:blank',
  title: 'Bad gateway',
  status: 502,
  detail: 'A part of the system does not respond. Your session has not ended. Try again in a moment.',
});

/** Responds that a part of the system is unavailable, as problem details; the contract has no code for it. */
export function sendGatewayProblem(response: ServerResponse): void {
  response.writeHead(502, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(BODY),
    'Cache-Control': 'no-store',
  });
  response.end(BODY);
}
