import type { ConcurrencyLimit, Logger } from '@gatehouse/runtime';
import { SpanStatusCode } from '@opentelemetry/api';
import { createRequestHandler } from '@react-router/express';
import type { RequestHandler, Response } from 'express';
import {
  createRequestHandler as createFetchHandler,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { ApiAddresses, WebRequest } from '#entry/web-request.ts';
import type { DocumentMetrics } from './document-metrics.ts';
import { PublicPages } from './public-pages.ts';
import { startRequestTrace } from './request-trace.ts';
import type { SearchLimit } from './search-limit.ts';

/** The two hosts, each with a build of its own. */
export type HostName = 'public' | 'team';

/** A build's entry with the function that makes the router's context from inside the app. */
export interface HostBuild extends ServerBuild {
  readonly entry: {
    readonly module: ServerBuild['entry']['module'] & {
      readonly provideWebRequest: (webRequest: WebRequest) => RouterContextProvider;
    };
  };
}

/** Renders a host's pages, each within a span and with one log line, which say how many session calls it took (B4). */
export function renderHost({
  name,
  build,
  origin,
  api,
  trustTraceparent,
  browserTraces,
  publicPageSeconds,
  log,
  documentMetrics,
  work,
  searches,
}: {
  name: HostName;
  build: HostBuild;
  /** Scheme and host of the site. */
  origin: string;
  api: ApiAddresses;
  trustTraceparent: boolean;
  browserTraces: boolean;
  /** How long a page that is the same for everybody is used; 0: each request renders its own. */
  publicPageSeconds: number;
  log: Logger;
  documentMetrics: Pick<DocumentMetrics, 'record'>;
  /** Held while a document is rendered, but not while somebody takes it. */
  work: ConcurrencyLimit;
  /** Of all visitors of the host, by address. */
  searches: SearchLimit;
}): RequestHandler {
  // Made once: it derives the route tree of the build. What a request knows waits under its own response.
  const webRequests = new WeakMap<Response, WebRequest>();
  const handle = createRequestHandler({
    build,
    mode: 'production',
    getLoadContext: (_request, response) => {
      const webRequest = webRequests.get(response);
      if (webRequest === undefined) throw new Error('a request reached the router without its WebRequest');
      return build.entry.module.provideWebRequest(webRequest);
    },
  });
  const publicPages =
    publicPageSeconds > 0 ? publicPagesOf({ build, origin, seconds: publicPageSeconds }) : null;
  return (request, response, next) => {
    const startedAt = performance.now();
    const header = request.headers['traceparent'];
    const { span, traceId, traceparent } = startRequestTrace(request.method, {
      header: typeof header === 'string' ? header : undefined,
      isTrusted: trustTraceparent,
    });
    let sessionCalls = 0;
    let isReused = false;
    response.on('close', () => {
      const isFailure = response.statusCode >= 500;
      span.setAttributes({
        'http.request.method': request.method,
        // Without the query, which may hold what somebody typed.
        'url.path': request.path,
        'http.response.status_code': response.statusCode,
        'gatehouse.host': name,
        'gatehouse.session_calls': sessionCalls,
        'gatehouse.page_reused': isReused,
      });
      const durationMillis = performance.now() - startedAt;
      documentMetrics.record({
        host: name,
        method: request.method,
        status: response.statusCode,
        sessionCalls,
        durationMillis,
      });
      if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      log[isFailure ? 'error' : 'info'](
        {
          trace_id: traceId,
          host: name,
          method: request.method,
          status: response.statusCode,
          session_calls: sessionCalls,
          duration_ms: Math.round(durationMillis * 100) / 100,
        },
        'request',
      );
    });
    const searchWaitSeconds = searches.use(request);
    const webRequest: WebRequest = {
      nonce: String(response.locals['nonce']),
      cookie: request.headers.cookie ?? null,
      traceId,
      traceparent,
      documentTraceparent: traceparent,
      browserTraces,
      origin,
      api,
      searchWaitSeconds,
      onSessionCall: () => {
        sessionCalls += 1;
      },
      onPolicyRedirect: (path) => {
        span.setAttribute('gatehouse.policy_redirect', path);
      },
      onApiFailure: (failure) =>
        log.error({ trace_id: traceId, err: new ApiFailure(failure) }, 'the API did not answer as it should'),
      onRenderError: (error) => {
        // What the error says is in the log: a text of its own may hold what nobody should read in a trace.
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
        log.error({ trace_id: traceId, err: error }, 'a page could not be rendered');
      },
      onDocument: (html) => endWith(response, html),
    };
    if (searchWaitSeconds !== null) response.setHeader('Retry-After', searchWaitSeconds);
    const answer = async () => {
      const shared = await publicPages?.answer(request, response, webRequest);
      if (shared) isReused = shared.isReused;
      else {
        webRequests.set(response, webRequest);
        await handle(request, response, next);
      }
    };
    if (!work.tryAcquire()) {
      response.status(503).type('text').send('Too many people ask at once. Try again in a moment.\n');
      return;
    }
    answer()
      .catch(next)
      .finally(() => work.release());
  };
}

/** What the API answered to a read of the web tier. Each endpoint and status is a kind of its own in the log (F23). */
class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: string;

  /** @param status 0: the API could not be reached. */
  constructor({ endpoint, status }: { endpoint: string; status: number }) {
    super(status === 0 ? `${endpoint} was not answered` : `${endpoint} was answered with ${status}`);
    this.code = `${endpoint} ${status}`;
  }
}

/** The router's adapter ends an answer without a body with nothing: that is where the document goes out, whole. */
function endWith(response: Response, html: string): void {
  const { end } = response;
  const endWhole = (...given: unknown[]) =>
    Reflect.apply(end, response, given.length === 0 ? [Buffer.from(html)] : given);
  response.end = endWhole as typeof end;
}

/** Renders without express: a rendering for everybody is of no single request, and is not given up when its first one is. */
function publicPagesOf({
  build,
  origin,
  seconds,
}: {
  build: HostBuild;
  origin: string;
  seconds: number;
}): PublicPages {
  const handle = createFetchHandler(build, 'production');
  return new PublicPages({
    seconds,
    render: async (address, webRequest) => {
      let html: string | null = null;
      const onDocument = (rendered: string) => {
        html = rendered;
      };
      const context = build.entry.module.provideWebRequest({ ...webRequest, onDocument });
      const page = await handle(new Request(`${origin}${address}`), context);
      return html === null ? page : new Response(html, page);
    },
  });
}
