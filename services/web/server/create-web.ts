import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@gatehouse/runtime';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { createRequestHandler } from '@react-router/express';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { ApiAddresses, WebRequest } from '../session/web-request.ts';
import { outerHeaders, securityHeaders } from './outer-headers.ts';

/** What the web tier needs; it holds no secret and knows no database. */
export interface WebOptions {
  readonly log: Logger;
  readonly publicHost: string;
  readonly teamHost: string;
  readonly scheme: 'http' | 'https';
  /** What express calls `trust proxy`. */
  readonly trustProxy: number | string[] | false;
  readonly api: ApiAddresses;
}

type HostName = 'public' | 'team';

/** A build's entry with the function that makes the router's context from inside the app. */
interface HostBuild extends ServerBuild {
  readonly entry: {
    readonly module: ServerBuild['entry']['module'] & {
      readonly provideWebRequest: (webRequest: WebRequest) => RouterContextProvider;
    };
  };
}

const tracer = trace.getTracer('@gatehouse/web');

/** The web tier: two builds, one server that picks by host name; unknown hosts get 421. */
export async function createWeb(options: WebOptions): Promise<Express> {
  const [publicHost, teamHost] = await Promise.all([hostApp('public', options), hostApp('team', options)]);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', options.trustProxy);
  app.get(['/livez', '/readyz'], (_request, response) => void response.json({ status: 'ok' }));
  app.use((request, response, next) => {
    const host = request.host?.toLowerCase();
    if (host === options.publicHost) publicHost(request, response, next);
    else if (host === options.teamHost) teamHost(request, response, next);
    else
      response
        .status(421)
        .type('text')
        .set('Cache-Control', 'no-store')
        .send('This server does not serve that host.\n');
  });
  return app;
}

async function hostApp(name: HostName, options: WebOptions): Promise<Express> {
  const folder = new URL(`../build/${name}/`, import.meta.url);
  const build: HostBuild = await import(new URL('server/index.js', folder).href);
  const client = fileURLToPath(new URL('client', folder));
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', options.trustProxy);
  app.use(
    '/assets',
    securityHeaders,
    express.static(`${client}/assets`, {
      immutable: true,
      maxAge: '1y',
      index: false,
      fallthrough: false,
      redirect: false,
    }),
  );
  app.get('/favicon.ico', securityHeaders, (_request, response) => {
    response.sendFile('favicon.ico', { root: client, maxAge: '1d' });
  });
  const apiOrigin = URL.canParse(options.api.browserBaseUrl)
    ? new URL(options.api.browserBaseUrl).origin
    : null;
  app.use(outerHeaders({ scheme: options.scheme, apiOrigin }));
  app.use(refuseFilePaths);
  app.use(renderHost(name, build, options));
  app.use(lastResort(options.log));
  return app;
}

/** Paths that look like files have no page: they cost neither a rendering nor a session call. */
const refuseFilePaths: RequestHandler = (request, response, next) => {
  const isFile = /\.[a-z0-9]{2,5}$/i.test(request.path) && !/\.(data|txt|xml)$/.test(request.path);
  if (isFile) response.status(404).type('text').send('Not found.\n');
  else next();
};

function renderHost(name: HostName, build: HostBuild, options: WebOptions): RequestHandler {
  const origin = `${options.scheme}://${name === 'public' ? options.publicHost : options.teamHost}`;
  return (request, response, next) => {
    const startedAt = performance.now();
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER });
    let sessionCalls = 0;
    let redirectedTo: string | null = null;
    const ownTrace = span.spanContext();
    const traceparent = span.isRecording()
      ? `00-${ownTrace.traceId}-${ownTrace.spanId}-0${ownTrace.traceFlags & 1}`
      : (headerOf(request, 'traceparent') ?? newTraceparent());
    response.on('close', () => {
      span.setAttributes({
        'http.request.method': request.method,
        'http.response.status_code': response.statusCode,
        'gatehouse.host': name,
        'gatehouse.session_calls': sessionCalls,
        ...(redirectedTo === null ? {} : { 'gatehouse.policy_redirect': redirectedTo }),
      });
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      options.log[response.statusCode >= 500 ? 'error' : 'info'](
        {
          trace_id: traceparent.split('-')[1],
          host: name,
          method: request.method,
          status: response.statusCode,
          session_calls: sessionCalls,
          duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
        },
        'request',
      );
    });
    const handle = createRequestHandler({
      build,
      mode: 'production',
      getLoadContext: () =>
        build.entry.module.provideWebRequest({
          nonce: String(response.locals['nonce']),
          cookie: request.headers.cookie ?? null,
          traceparent,
          origin,
          api: options.api,
          onSessionCall: () => {
            sessionCalls += 1;
          },
          onPolicyRedirect: (path) => {
            redirectedTo = path;
          },
          onApiFailure: (failure) => options.log.error(failure, 'the API did not answer as it should'),
        }),
    });
    handle(request, response, next).catch(next);
  };
}

function headerOf(request: Request, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(value) ? value : null;
}

function newTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
}

/** What not even the error display could show. */
function lastResort(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request: Request, response: Response, next) => {
    if (response.headersSent) return next(error);
    const status = error instanceof URIError ? 400 : 500;
    if (status === 500) log.error({ err: error }, 'a page could not be rendered');
    response
      .status(status)
      .type('text')
      .send(status === 400 ? 'The address cannot be decoded.\n' : 'Something went wrong.\n');
  };
}
