import { errorType, type Logger } from '@gatehouse/runtime';
import { type Span, SpanStatusCode } from '@opentelemetry/api';
import type { Request, Response } from 'express';
import type { WebRequest } from '#entry/web-request.ts';
import type { DocumentMetrics } from './document-metrics.ts';
import { startRequestTrace } from './request-trace.ts';

/** What is reported of one document request: its span, its metrics and its log line. It ends with the response. */
export class DocumentReport {
  /** 32 lower-case hex digits: what to quote for this request. */
  readonly traceId: string;
  /** Our own W3C header for the API. */
  readonly traceparent: string;
  /** Whether the page had been rendered for another request. */
  isReused = false;
  readonly #span: Span;
  readonly #log: Logger;
  #sessionCalls = 0;

  constructor(
    request: Request,
    response: Response,
    {
      name,
      log,
      metrics,
      trustTraceparent,
    }: {
      /** The build that renders. */
      name: string;
      log: Logger;
      metrics: Pick<DocumentMetrics, 'record'>;
      trustTraceparent: boolean;
    },
  ) {
    const startedAt = performance.now();
    const incoming = { header: request.get('traceparent'), isTrusted: trustTraceparent };
    const { span, traceId, traceparent } = startRequestTrace(request.method, incoming);
    this.traceId = traceId;
    this.traceparent = traceparent;
    this.#span = span;
    this.#log = log;
    response.on('close', () => {
      const { method, path } = request;
      const { statusCode: status } = response;
      const durationMillis = performance.now() - startedAt;
      const sessionCalls = this.#sessionCalls;
      span.setAttributes({
        'http.request.method': method,
        // Without the query, which may hold what a visitor typed.
        'url.path': path,
        'http.response.status_code': status,
        'gatehouse.host': name,
        'gatehouse.session_calls': sessionCalls,
        'gatehouse.page_reused': this.isReused,
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      metrics.record({ host: name, method, status, sessionCalls, durationMillis });
      const line = {
        trace_id: traceId,
        host: name,
        method,
        status,
        session_calls: sessionCalls,
        duration_ms: Math.round(durationMillis * 100) / 100,
      };
      log[status >= 500 ? 'error' : 'info'](line, 'request');
    });
  }

  /** What the app reports while it renders. */
  listeners(): Pick<WebRequest, 'onSessionCall' | 'onPolicyRedirect' | 'onApiFailure' | 'onRenderError'> {
    const trace_id = this.traceId;
    return {
      onSessionCall: () => {
        this.#sessionCalls += 1;
      },
      onPolicyRedirect: (path) => {
        this.#span.setAttribute('gatehouse.policy_redirect', path);
      },
      onApiFailure: (failure) =>
        this.#log.error({ trace_id, err: new ApiFailure(failure) }, 'API read failed'),
      onRenderError: (error) => {
        // The message is in the log alone: it may hold text that does not belong in a trace.
        this.#span.setAttribute('error.type', errorType(error));
        this.#log.error({ trace_id, err: error }, 'page rendering failed');
      },
    };
  }
}

/** A failed read of the API. Each endpoint and status is a kind of its own in the log (F23). */
class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: string;

  /** @param status 0: the API could not be reached. */
  constructor({ endpoint, status }: { endpoint: string; status: number }) {
    super(status === 0 ? `${endpoint} could not be reached` : `${endpoint} answered ${status}`);
    this.code = `${endpoint} ${status}`;
  }
}
