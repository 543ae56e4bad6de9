import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { localOnly } from '@gatehouse/mailbox';
import { type Serving, serve } from '@gatehouse/runtime';
import { findFreePort } from '../../free-port.ts';
import { tracePage } from './page.ts';
import { RecentTraces } from './recent-traces.ts';
import { readSpans } from './spans.ts';

/** A small collector on the loopback with a page of what it got, for local use alone. */
export interface TraceViewer {
  readonly url: string;
  /** For every part of the system: export spans here, soon. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the viewer of the local set-up; it keeps the newest traces in memory. */
export async function startTraceViewer(): Promise<TraceViewer> {
  const port = await findFreePort();
  const hosts = [`localhost:${port}`, `127.0.0.1:${port}`];
  const listener = localOnly(hosts, createViewer(new RecentTraces()));
  const serving: Serving = await serve(listener, { port, host: '127.0.0.1' });
  return {
    url: `http://localhost:${port}`,
    environment: {
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '500',
    },
    stop: () => serving.stop({ graceMillis: 0 }),
  };
}

function createViewer(traces: RecentTraces): RequestListener {
  return (request, response) => {
    const [path, query] = (request.url ?? '/').split('?', 2);
    if (request.method === 'POST' && path === '/v1/traces') void takeSpans(request, response, traces);
    else if (request.method === 'GET' && path === '/') show(request, response, traces, query);
    else response.writeHead(404).end();
  };
}

/** Answers 400 to what is no OTLP/JSON, and keeps nothing of it. */
async function takeSpans(
  request: IncomingMessage,
  response: ServerResponse,
  traces: RecentTraces,
): Promise<void> {
  try {
    traces.add(readSpans(await json(request)));
    response.setHeader('Content-Type', 'application/json').end('{}');
  } catch {
    response.writeHead(400).end();
  }
}

function show(
  { headers }: IncomingMessage,
  response: ServerResponse,
  traces: RecentTraces,
  query: string | undefined,
): void {
  const isPage = headers.accept?.includes('application/json') !== true;
  const filter = new URLSearchParams(query).get('has') ?? '';
  response.setHeader('Content-Type', isPage ? 'text/html; charset=utf-8' : 'application/json');
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  );
  response.end(isPage ? tracePage(traces, filter) : JSON.stringify(traces.list()));
}
