import type { ServerResponse } from 'node:http';

const TITLES = { 502: 'Bad gateway', 504: 'Gateway timeout' };

/** Says that a part of the system is away, in the shape of every other problem; the contract has no code for it. */
export function sendGatewayProblem(
  response: ServerResponse,
  status: keyof typeof TITLES,
  traceparent: string | undefined,
): void {
  const body = JSON.stringify({
    type: 'about:blank',
    title: TITLES[status],
    status,
    detail: 'A part of the system does not answer. Nobody was signed out. Try again in a moment.',
    trace_id: traceparent?.split('-')[1] ?? '',
  });
  response.writeHead(status, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
