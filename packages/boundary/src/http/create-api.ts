import type { IncomingMessage, RequestListener } from 'node:http';
import type { DescService } from '@bufbuild/protobuf';
import { describeEndpoints, type Endpoint, refusalKindOf } from '@gatehouse/contract';
import { normalAddress } from '@gatehouse/runtime';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import proxyAddress from 'proxy-addr';
import type { ErasedHandler } from '../answer.ts';
import type { CookieSettings } from '../caller/session-cookies.ts';
import type { RawInput } from '../input/decode-input.ts';
import { Refusal } from '../refusal.ts';
import { setCorsHeaders } from './cors.ts';
import {
  type EndpointListener,
  endpointListener,
  type ListenerOptions,
  sendProblem,
  startTrace,
} from './endpoint-listener.ts';
import { type HostNames, isOnOtherHost } from './host-names.ts';
import { problemOf } from './problem.ts';
import { startRequestTrace } from './request-trace.ts';
import { trustsTraceparent } from './trace-trust.ts';

/** How a service's endpoints are mounted. */
export interface ApiOptions
  extends Omit<
    ListenerOptions,
    'requestLog' | 'commonHeaders' | 'addressOf' | 'isForwarded' | 'trustsTraceparent'
  > {
  readonly contract: readonly DescService[];
  /** By endpoint id; made with `HandlersOf`, so that each is checked against its endpoint. */
  readonly handlers: Readonly<Record<string, ErasedHandler>>;
  /** For example `/api`; empty: none. */
  readonly basePath: string;
  /** What express calls `trust proxy`. */
  readonly trustProxy: number | string[] | false;
  readonly hostNames: HostNames;
  /** Whether the ingress sets `traceparent` itself (`TRUST_TRACEPARENT`). */
  readonly trustTraceparent: boolean;
  /** Whether the service is ready to take requests; an outage of the database does not change it. */
  readonly isReady: () => boolean;
}

/**
 * The service's listener: every endpoint of the contract under its rule, and nothing else. A request whose path has no
 * variable is found in a table; all else goes through express, which finds the same listeners and says what is missing.
 * @throws {Error} when a method has no binding or no access rule, two bindings clash, a binding has no handler or a
 * handler no binding: such a service must not start.
 */
export function createApi(given: ApiOptions): RequestListener {
  const endpoints = describeEndpoints(given.contract);
  requireHandlers(endpoints, given.handlers);
  const app = createApp(given);
  const trust = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const traceTrust = {
    hostNames: given.hostNames,
    ingressSetsTraceparent: given.trustTraceparent,
    trustsPeer: (address: string) => trust(address, 0),
  };
  const options: ListenerOptions = {
    ...given,
    // A request's line has fixed fields, none of which can hold a secret; looking for some costs more than writing it.
    requestLog: given.log.child({}, { redact: [] }),
    commonHeaders: commonHeaders(given.cookies),
    addressOf: (request: IncomingMessage) => normalAddress(proxyAddress(request, trust)),
    trustsTraceparent: (request: IncomingMessage) => trustsTraceparent(request, traceTrust),
    // Every ingress names the client; the web tier, which reads past the ingress for its visitors, does not.
    isForwarded: ({ headers }: IncomingMessage) =>
      given.trustProxy === false || headers['x-forwarded-for'] !== undefined,
  };
  const prepared = new Map<string, EndpointListener>();
  for (const [path, atPath] of byPath(endpoints)) {
    const listener = pathListener(path, atPath, given, options);
    app.all(`${given.basePath}${path.replaceAll(/\{([a-z_]+)\}/g, ':$1')}`, (request, response) =>
      listener(request, response, request.params as RawInput['path']),
    );
    if (!path.includes('{')) prepared.set(`${given.basePath}${path}`, listener);
  }
  app.use((request, response) => {
    sendProblem(request, response, startTrace(request, options), new Refusal('not_found'), options);
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    sendProblem(request, response, startTrace(request, options), error, options);
  });
  return (request, response) => {
    const { url = '' } = request;
    const queryAt = url.indexOf('?');
    const listener = prepared.get(queryAt < 0 ? url : url.slice(0, queryAt));
    if (listener === undefined) {
      app(request, response);
      return;
    }
    listener(request, response, {}).catch((error: unknown) => {
      given.log.error({ err: error }, 'an answer broke off');
      response.destroy();
    });
  };
}

/**
 * Every request to one path, in the contract's order: whether the path exists on the request's host (G5), then CORS, then
 * the method. On the other identity system's host the answer is that of a path that never was, whatever was asked.
 */
function pathListener(
  path: string,
  endpoints: readonly Endpoint[],
  { handlers, hostNames, origins }: ApiOptions,
  options: ListenerOptions,
): EndpointListener {
  const system = endpoints[0]?.system ?? 'user';
  const byMethod = new Map(
    endpoints.map((endpoint) => [
      endpoint.method as string,
      endpointListener(endpoint, handlers[endpoint.id] as ErasedHandler, options),
    ]),
  );
  const get = byMethod.get('GET');
  if (get !== undefined) byMethod.set('HEAD', get);
  const allow = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return async (request, response, variables) => {
    if (isOnOtherHost(request, system, hostNames)) {
      sendProblem(request, response, startTrace(request, options), new Refusal('not_found'), options);
      return;
    }
    if (setCorsHeaders(request, response, origins.cors[system])) {
      response.writeHead(204, [...options.commonHeaders]).end();
      return;
    }
    const listener = byMethod.get(request.method ?? '');
    if (listener !== undefined) return listener(request, response, variables);
    response.setHeader('Allow', allow);
    sendProblem(
      request,
      response,
      startTrace(request, options, path),
      new Refusal('method_not_allowed'),
      options,
    );
  };
}

/** Express with what is no endpoint of the contract. */
function createApp({ trustProxy, isReady }: ApiOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', false);
  app.set('trust proxy', trustProxy);
  app.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => {
    const ready = isReady();
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'not ready' });
  });
  return app;
}

function requireHandlers(endpoints: readonly Endpoint[], handlers: ApiOptions['handlers']): void {
  const declared = new Set(endpoints.map((endpoint) => endpoint.id));
  const faults = [
    ...[...declared].filter((id) => handlers[id] === undefined).map((id) => `${id} has no handler`),
    ...Object.keys(handlers)
      .filter((id) => !declared.has(id))
      .map((id) => `the handler ${id} has no binding in the contract`),
  ];
  if (faults.length > 0) throw new Error(`The contract cannot be served:\n  ${faults.join('\n  ')}`);
}

/** Paths with fewer variables first: `/user_sessions/current` before `/user_sessions/{id}`. */
function byPath(endpoints: readonly Endpoint[]): [string, Endpoint[]][] {
  const paths = Map.groupBy(endpoints, (endpoint) => endpoint.path);
  const variables = (path: string) => path.split('{').length;
  return [...paths].sort(([left], [right]) => variables(left) - variables(right));
}

/** On every answer: name, value, name, value. */
function commonHeaders({ secure }: CookieSettings): readonly string[] {
  const headers = {
    // Nothing that the API says may be stored by anybody (C1).
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // An answer is data, wherever somebody opens it.
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    // Only where the site is served by https: plain local development must stay reachable.
    ...(secure ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  };
  return Object.entries(headers).flat();
}

/** The bare answer to bytes that never became a request. */
export function clientErrorAnswer(code: 'input_invalid' | 'headers_too_large' | 'request_timeout'): string {
  const { problem } = problemOf(
    new Refusal(code),
    startRequestTrace('HTTP', { header: undefined, isTrusted: false }).traceId,
  );
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${refusalKindOf(code).status} ${problem.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
