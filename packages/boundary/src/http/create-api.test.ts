import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { contracts, describeEndpoints } from '@gatehouse/contract';
import { describe, expect, test } from '@jest/globals';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { createApi } from './create-api.ts';
import { hostNamesOf } from './host-names.ts';

const options = { contract: contracts.employer, basePath: '/api' } as unknown as Parameters<
  typeof createApi
>[0];

describe('D6: a service does not start on a contract that it cannot serve', () => {
  test('a binding without a handler is named', () => {
    expect(() => createApi({ ...options, handlers: {} })).toThrow(
      /CompanyService\.GetCurrentCompany has no handler/,
    );
  });

  test('a handler without a binding is named', () => {
    const handlers = { 'CompanyService.DropCompany': async () => null };
    expect(() => createApi({ ...options, handlers })).toThrow(/CompanyService\.DropCompany has no binding/);
  });
});

describe('a CORS preflight', () => {
  const PAGES = 'https://pages.example.test';
  const exporter = new InMemorySpanExporter();

  /** An API that lists `PAGES`, and what it logs and counts. */
  function observedApi() {
    const lines: unknown[] = [];
    const measured: unknown[] = [];
    const decisions: unknown[] = [];
    const endpoints = describeEndpoints(contracts.employer);
    const app = createApi({
      ...options,
      handlers: Object.fromEntries(endpoints.map(({ id }) => [id, async () => null])),
      cookies: { secure: false },
      hostNames: hostNamesOf('www.example.test', 'team.example.test'),
      origins: { cors: { user: new Set([PAGES]), admin: new Set() } },
      trustProxy: false,
      log: { info: (...line: unknown[]) => lines.push(line) },
      requestMetrics: { record: (request: unknown) => measured.push(request) },
      decisionCounts: { add: (...decision: unknown[]) => decisions.push(decision) },
    } as unknown as Parameters<typeof createApi>[0]);
    const path = endpoints.find(({ system }) => system === 'user')?.path;
    return { app, path: `/api${path}`, lines, measured, decisions };
  }

  test('ends its span and is logged and measured, like every request that reaches no endpoint', async () => {
    trace.setGlobalTracerProvider(
      new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
    );
    const { app, path, lines, measured, decisions } = observedApi();
    const server = app.listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://localhost:${port}${path}`, {
      method: 'OPTIONS',
      headers: { origin: PAGES, 'access-control-request-method': 'GET' },
    });
    server.closeAllConnections();
    server.close();
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGES);
    expect(response.headers.has('content-type')).toBe(false);
    const outcome = { method: 'OPTIONS', route: null, status: 204, decision: 'allowed' };
    expect(lines).toEqual([[expect.objectContaining({ ...outcome, rule: null }), 'request']]);
    expect(measured).toEqual([expect.objectContaining(outcome)]);
    expect(decisions).toEqual([]);
    expect(exporter.getFinishedSpans()).toMatchObject([
      {
        name: 'OPTIONS',
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': 'OPTIONS',
          'http.response.status_code': 204,
          'access.decision': 'allowed',
        },
        status: { code: SpanStatusCode.UNSET },
      },
    ]);
  });
});

describe('a connection on which a file is transferred', () => {
  test.each([
    ['is known until an upload is answered', 'PUT', '/api/employer/companies/current/logo', 1],
    ['is known until a download is answered', 'GET', '/api/employer/applications/x/cv', 1],
    ['is not known while another request is answered', 'GET', '/api/employer/companies/current', 0],
  ])('%s', async (_what, method, path, expected) => {
    const endpoints = describeEndpoints(contracts.employer);
    const transfers = new Set();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: held, reject: fail } = Promise.withResolvers<never>();
    const app = createApi({
      ...options,
      handlers: Object.fromEntries(endpoints.map(({ id }) => [id, async () => null])),
      cookies: { secure: false },
      hostNames: hostNamesOf('www.example.test', 'team.example.test'),
      origins: {
        cors: { user: new Set(), admin: new Set() },
        allowed: { user: new Set(), admin: new Set() },
      },
      trustProxy: false,
      work: { tryAcquire: () => true, release: () => undefined },
      transfers,
      resolver: {
        user: {
          resolve: () => {
            ask();
            return held;
          },
        },
      },
      log: { info: () => undefined, error: () => undefined, warn: () => undefined },
      requestMetrics: { record: () => undefined },
      decisionCounts: { add: () => undefined },
    } as unknown as Parameters<typeof createApi>[0]);
    const server = app.listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answered = fetch(`http://localhost:${port}${path}`, {
      method,
      headers: { cookie: `app_session_id=${'a'.repeat(43)}`, 'x-csrf-guard': '1' },
    });
    await asked;
    expect(transfers.size).toBe(expected);
    fail(new Error('broken'));
    await (await answered).text();
    expect(transfers.size).toBe(0);
    server.closeAllConnections();
    server.close();
  });
});
