import type { IncomingMessage, ServerResponse } from 'node:http';
import { accessRuleName, type Endpoint } from '@gatehouse/contract';
import { ClientDisconnected, errorType, type Logger } from '@gatehouse/runtime';
import { SpanStatusCode } from '@opentelemetry/api';
import { answer, type BoundaryDependencies, type ErasedHandler } from '../answer.ts';
import { type CookieSettings, clearedSessionCookies, sessionCookie } from '../caller/session-cookies.ts';
import type { DecisionTally } from '../decision-tally.ts';
import type { RawInput } from '../input/decode-input.ts';
import { Refusal } from '../refusal.ts';
import { discardBody } from './discard-body.ts';
import { problemOf } from './problem.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { type RequestTrace, startRequestTrace } from './request-trace.ts';

/** What a request is answered with. */
export interface ListenerOptions extends BoundaryDependencies {
  readonly cookies: CookieSettings;
  readonly tally: Pick<DecisionTally, 'count'>;
  readonly requestMetrics: Pick<RequestMetrics, 'record'>;
  readonly requestLog: Pick<Logger, 'info' | 'error'>;
  /** On every answer: name, value, name, value, as `writeHead` takes them. */
  readonly commonHeaders: readonly string[];
  /** The client's address behind the trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Whether a part of ours set the request's `traceparent`. */
  readonly trustsTraceparent: (request: IncomingMessage) => boolean;
  /** Whether the request came from a client by way of the ingress, not from the web tier. */
  readonly isForwarded: (request: IncomingMessage) => boolean;
}

/** Answers a request whose path has been matched; `path` holds the values of its variables. */
export type EndpointListener = (
  request: IncomingMessage,
  response: ServerResponse,
  path: RawInput['path'],
) => Promise<void>;

const TOO_MUCH_AT_ONCE = {
  detail: 'Too many people ask at once. Nobody was signed out.',
  retryAfterSeconds: 2,
};

/** What nginx writes down for a request whose client has hung up; nobody is sent it. */
const CLIENT_CLOSED_REQUEST = 499;

/** One endpoint under its rule: decides, runs the handler, sends, ends the span and writes the log line. */
export function endpointListener(
  endpoint: Endpoint,
  handler: ErasedHandler,
  options: ListenerOptions,
): EndpointListener {
  return async (request, response, path) => {
    const startedAt = performance.now();
    const trace = startTrace(request, options, endpoint.path);
    if (!options.work.tryAcquire()) {
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
          path,
          query: queryOf(request.url ?? ''),
          address: () => options.addressOf(request),
          visitorAddress: () => (options.isForwarded(request) ? options.addressOf(request) : null),
          trace,
        },
        options,
      );
      trace.attributes['access.decision'] = 'allowed';
      const { system } = endpoint;
      if (started !== null) {
        response.setHeader(
          'Set-Cookie',
          sessionCookie(system, started.token, started.maxAgeSeconds, options.cookies),
        );
      } else if (endpoint.session !== null) {
        response.setHeader('Set-Cookie', clearedSessionCookies(system, options.cookies));
        response.setHeader('Clear-Site-Data', '"cache", "storage"');
      }
      send(response, endpoint.status, options, 'application/json; charset=utf-8', body);
      finish(request, trace, endpoint, endpoint.status, null, startedAt, options);
    } catch (error) {
      if (error instanceof ClientDisconnected) {
        trace.attributes['access.decision'] = decisionOf(error);
        finish(request, trace, endpoint, CLIENT_CLOSED_REQUEST, error, startedAt, options);
      } else sendProblem(request, response, trace, error, options, endpoint, startedAt);
    } finally {
      options.work.release();
    }
  };
}

const NO_QUERY = new URLSearchParams();

function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return at < 0 ? NO_QUERY : new URLSearchParams(url.slice(at + 1));
}

/** Starts the span of a request; without a route where no path of the contract fits. */
export function startTrace(
  request: IncomingMessage,
  { trustsTraceparent }: Pick<ListenerOptions, 'trustsTraceparent'>,
  route?: string,
): RequestTrace {
  const { method = '', headers } = request;
  const name = route === undefined ? method : `${method} ${route}`;
  const header = headers['traceparent'] as string | undefined;
  const isTrusted = header !== undefined && trustsTraceparent(request);
  const trace = startRequestTrace(name, { header, isTrusted });
  trace.attributes['http.request.method'] = method;
  if (route !== undefined) trace.attributes['http.route'] = route;
  return trace;
}

/** Answers with the problem that an error stands for, ends the span and writes the log line. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  trace: RequestTrace,
  error: unknown,
  options: ListenerOptions,
  endpoint: Endpoint | null = null,
  startedAt = performance.now(),
): void {
  const { problem, headers } = problemOf(error, trace.traceId);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!request.complete) discardBody(request);
  trace.attributes['access.decision'] = problem.code;
  send(response, problem.status, options, 'application/problem+json; charset=utf-8', problem);
  finish(request, trace, endpoint, problem.status, error, startedAt, options);
}

/** @param body null: none. */
function send(
  response: ServerResponse,
  status: number,
  { commonHeaders }: ListenerOptions,
  contentType: string,
  body: unknown,
): void {
  if (body === null) {
    response.writeHead(status, [...commonHeaders]).end();
    return;
  }
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, [...commonHeaders, 'Content-Type', contentType, 'Content-Length', length]);
  response.end(text);
}

/**
 * Ends the span and writes the one log line of the request. A refusal is information, any other 5xx is an error, whose
 * stack has a line of its own: the logger limits those (F23).
 */
function finish(
  request: IncomingMessage,
  { span, attributes, traceId }: RequestTrace,
  endpoint: Endpoint | null,
  status: number,
  error: unknown,
  startedAt: number,
  { log, requestLog, tally, requestMetrics }: ListenerOptions,
): void {
  attributes['http.response.status_code'] = status;
  if (span.isRecording()) span.setAttributes(attributes);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  const line = {
    trace_id: traceId,
    method: request.method ?? '',
    route: endpoint?.path ?? null,
    rule: endpoint === null ? null : accessRuleName(endpoint.rule),
    status,
    decision: decisionOf(error),
    duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
  };
  const { method, route, rule, decision } = line;
  const signsIn = endpoint?.session?.startsWith('starts_') === true ? endpoint.system : null;
  const durationMillis = line.duration_ms;
  requestMetrics.record({ method, route, rule, status, decision, durationMillis, signsIn });
  if (endpoint !== null && !(error instanceof ClientDisconnected)) tally.count(decision);
  if (status < 500 || error instanceof Refusal) {
    requestLog.info(line, 'request');
    return;
  }
  log.error({ trace_id: traceId, route, err: error }, 'request failed');
  requestLog.error({ ...line, error_type: errorType(error) }, 'request');
}

function decisionOf(error: unknown): string {
  if (error === null) return 'allowed';
  if (error instanceof Refusal) return error.code;
  return error instanceof ClientDisconnected ? 'client_disconnected' : 'error';
}
