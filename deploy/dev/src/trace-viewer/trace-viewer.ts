import { json } from 'node:stream/consumers';
import { findFreePort } from '@gatehouse/local-system';
import { type Serving, serve } from '@gatehouse/runtime';
import { tracePage } from './page.ts';
import { RecentTraces } from './recent-traces.ts';
import { type OtlpTraces, readSpans } from './spans.ts';

/** A small collector on the loopback with a page of what it got, for local use alone. */
export interface TraceViewer {
  readonly url: string;
  /** For every part of the system: export spans here, soon. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the viewer of the local set-up; it keeps the newest traces in memory. */
export async function startTraceViewer(): Promise<TraceViewer> {
  const traces = new RecentTraces();
  const serving: Serving = await serve(
    (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://viewer');
      if (request.method === 'POST' && pathname === '/v1/traces') {
        json(request).then(
          (body) => {
            traces.add(readSpans(body as OtlpTraces));
            response.setHeader('Content-Type', 'application/json').end('{}');
          },
          () => response.writeHead(400).end(),
        );
        return;
      }
      const isPage = request.headers.accept?.includes('application/json') !== true;
      response.setHeader('Content-Type', isPage ? 'text/html; charset=utf-8' : 'application/json');
      response.setHeader('Cache-Control', 'no-store');
      response.end(isPage ? tracePage(traces, searchParams.get('has') ?? '') : JSON.stringify(traces.list()));
    },
    { port: await findFreePort(), host: '127.0.0.1' },
  );
  const url = `http://localhost:${serving.port}`;
  return {
    url,
    environment: {
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${serving.port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '500',
    },
    stop: () => serving.stop({ graceMillis: 0 }),
  };
}
