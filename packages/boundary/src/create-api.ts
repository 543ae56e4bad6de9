import type { DescService } from '@bufbuild/protobuf';
import { accessRuleName, describeEndpoints, type Endpoint, refusalKindOf } from '@gatehouse/contract';
import { CallerGone } from '@gatehouse/runtime';
import { SpanStatusCode } from '@opentelemetry/api';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { answer, type BoundaryDependencies, type ErasedHandler } from './answer.ts';
import { identitySystemOf } from './caller.ts';
import { cors } from './cors.ts';
import type { DecisionTally } from './decision-tally.ts';
import { discardBody } from './discard-body.ts';
import { problemOf } from './problem.ts';
import { Refusal } from './refusal.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { type RequestTrace, startRequestTrace } from './request-trace.ts';
import { type CookieSettings, clearedSessionCookie, sessionCookie } from './session-cookies.ts';

/** How a service's endpoints are mounted. */
export interface ApiOptions extends BoundaryDependencies {
  readonly contract: readonly DescService[];
  /** By endpoint id; made with `HandlersOf`, so that each is checked against its endpoint. */
  readonly handlers: Readonly<Record<string, ErasedHandler>>;
  /** For example `/api`; empty: none. */
  readonly basePath: string;
  readonly cookies: CookieSettings;
  /** What express calls `trust proxy`. */
  readonly trustProxy: number | string[] | false;
  readonly tally: Pick<DecisionTally, 'count'>;
  readonly requestMetrics: Pick<RequestMetrics, 'record'>;
  /** Whether the service is ready to take requests; an outage of the database does not change it. */
  readonly isReady: () => boolean;
}

/** The options with what is made of them once. */
interface MountOptions extends ApiOptions {
  readonly requestLog: Pick<ApiOptions['log'], 'info'>;
}

/**
 * The service's express application: every endpoint of the contract under its rule, and nothing else.
 * @throws {Error} when a method has no binding or no access rule, two bindings clash, a binding has no handler or a
 * handler no binding: such a service must not start.
 */
export function createApi(given: ApiOptions): Express {
  const endpoints = describeEndpoints(given.contract);
  requireHandlers(endpoints, given.handlers);
  // A request's line has fixed fields, none of which can hold a secret; looking for some costs more than writing it.
  const options = { ...given, requestLog: given.log.child({}, { redact: [] }) };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', false);
  app.set('trust proxy', options.trustProxy);
  app.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => {
    const isReady = options.isReady();
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'not ready' });
  });
  app.use(commonHeaders(options.cookies), cors(options.origins.cors));
  for (const [path, atPath] of byPath(endpoints)) {
    const route = app.route(`${options.basePath}${path.replaceAll(/\{([a-z_]+)\}/g, ':$1')}`);
    for (const endpoint of atPath) {
      const method = endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>;
      route[method](mount(endpoint, options.handlers[endpoint.id] as ErasedHandler, options));
    }
    const allow = atPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    route.all((request, response) => {
      response.setHeader('Allow', allow);
      sendProblem(request, response, startTrace(request, path), new Refusal('method_not_allowed'), options);
    });
  }
  app.use((request, response) => {
    sendProblem(request, response, startTrace(request, undefined), new Refusal('not_found'), options);
  });
  app.use((error: unknown, request: Request, response: Response, _next: express.NextFunction) => {
    sendProblem(request, response, startTrace(request, undefined), error, options);
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

const COMMON_HEADERS = {
  // Nothing that the API says may be stored by anybody (C1).
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // An answer is data, wherever somebody opens it.
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** On every answer. */
function commonHeaders({ secure }: CookieSettings): RequestHandler {
  const headers = Object.entries({
    ...COMMON_HEADERS,
    // Only where the site is served by https: plain local development must stay reachable.
    ...(secure ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  });
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

const NO_QUERY = new URLSearchParams();

function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return at < 0 ? NO_QUERY : new URLSearchParams(url.slice(at + 1));
}

const TOO_MUCH_AT_ONCE = {
  detail: 'Too many people ask at once. Nobody was signed out.',
  retryAfterSeconds: 2,
};

/** What nginx writes down for a request whose client has hung up; nobody is sent it. */
const CLIENT_CLOSED_REQUEST = 499;

function mount(endpoint: Endpoint, handler: ErasedHandler, options: MountOptions): RequestHandler {
  return async (request, response) => {
    const startedAt = performance.now();
    const trace = startTrace(request, endpoint.path);
    if (!options.work.tryBegin()) {
      const error = new Refusal('dependency_unavailable', TOO_MUCH_AT_ONCE);
      sendProblem(request, response, trace, error, options, endpoint, startedAt);
      return;
    }
    try {
      const { body, started } = await answer(
        endpoint,
        handler,
        {
          message: request,
          path: request.params,
          query: queryOf(request.url),
          address: () => request.ip ?? '',
          trace,
        },
        options,
      );
      trace.attributes['access.decision'] = 'allowed';
      const system = identitySystemOf(endpoint);
      if (started !== null) {
        response.setHeader(
          'Set-Cookie',
          sessionCookie(system, started.token, started.maxAgeSeconds, options.cookies),
        );
      } else if (endpoint.session !== null) {
        response.setHeader('Set-Cookie', clearedSessionCookie(system, options.cookies));
        response.setHeader('Clear-Site-Data', '"cache", "storage"');
      }
      send(response, endpoint.status, 'application/json; charset=utf-8', body);
      finish(request, trace, endpoint, endpoint.status, null, startedAt, options);
    } catch (error) {
      if (error instanceof CallerGone) {
        trace.attributes['access.decision'] = decisionOf(error);
        finish(request, trace, endpoint, CLIENT_CLOSED_REQUEST, error, startedAt, options);
      } else sendProblem(request, response, trace, error, options, endpoint, startedAt);
    } finally {
      options.work.end();
    }
  };
}

function startTrace(request: Request, route: string | undefined): RequestTrace {
  const name = route === undefined ? request.method : `${request.method} ${route}`;
  const trace = startRequestTrace(name, request.headers['traceparent'] as string | undefined);
  trace.attributes['http.request.method'] = request.method;
  if (route !== undefined) trace.attributes['http.route'] = route;
  return trace;
}

function sendProblem(
  request: Request,
  response: Response,
  trace: RequestTrace,
  error: unknown,
  options: MountOptions,
  endpoint: Endpoint | null = null,
  startedAt = performance.now(),
): void {
  const { problem, headers } = problemOf(error, trace.traceId);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!request.complete) discardBody(request);
  trace.attributes['access.decision'] = problem.code;
  send(response, problem.status, 'application/problem+json; charset=utf-8', problem);
  finish(request, trace, endpoint, problem.status, error, startedAt, options);
}

function send(response: Response, status: number, contentType: string, body: unknown): void {
  response.statusCode = status;
  if (body === null) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', contentType);
  response.end(JSON.stringify(body));
}

/** Ends the span and writes the one log line of the request. A refusal is information, any other 5xx is an error. */
function finish(
  request: Request,
  { span, attributes, traceId }: RequestTrace,
  endpoint: Endpoint | null,
  status: number,
  error: unknown,
  startedAt: number,
  { log, requestLog, tally, requestMetrics }: MountOptions,
): void {
  attributes['http.response.status_code'] = status;
  if (span.isRecording()) span.setAttributes(attributes);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  const line = {
    trace_id: traceId,
    method: request.method,
    route: endpoint?.path ?? null,
    rule: endpoint === null ? null : accessRuleName(endpoint.rule),
    status,
    decision: decisionOf(error),
    duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
  };
  const { method, route, rule, decision } = line;
  const signsIn = endpoint?.session?.startsWith('starts_') === true ? identitySystemOf(endpoint) : null;
  const durationMillis = line.duration_ms;
  requestMetrics.record({ method, route, rule, status, decision, durationMillis, signsIn });
  if (endpoint !== null && !(error instanceof CallerGone)) tally.count(decision);
  if (status >= 500 && !(error instanceof Refusal)) log.error({ ...line, err: error }, 'request');
  else requestLog.info(line, 'request');
}

function decisionOf(error: unknown): string {
  if (error === null) return 'allowed';
  if (error instanceof Refusal) return error.code;
  return error instanceof CallerGone ? 'caller_gone' : 'error';
}

/** The bare answer to bytes that never became a request. */
export function clientErrorAnswer(code: 'input_invalid' | 'headers_too_large' | 'request_timeout'): string {
  const { problem } = problemOf(new Refusal(code), startRequestTrace('HTTP', undefined).traceId);
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
