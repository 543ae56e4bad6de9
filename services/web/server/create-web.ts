import { fileURLToPath } from 'node:url';
import { ConcurrencyLimit, type Logger } from '@gatehouse/runtime';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { ApiAddresses } from '#entry/web-request.ts';
import { apiNotFound } from './api-not-found.ts';
import { compress } from './compress.ts';
import { DocumentMetrics } from './document-metrics.ts';
import { outerHeaders, securityHeaders } from './outer-headers.ts';
import { type HostBuild, type HostName, renderHost } from './render-host.ts';
import { SearchLimit } from './search-limit.ts';

/** What the web tier needs; it holds no secret and knows no database. */
export interface WebOptions {
  readonly log: Logger;
  readonly publicHost: string;
  readonly teamHost: string;
  readonly scheme: 'http' | 'https';
  /** What express calls `trust proxy`. */
  readonly trustProxy: number | string[] | false;
  /** Whether the ingress sets `traceparent` itself: its trace is then continued. */
  readonly trustTraceparent: boolean;
  readonly api: ApiAddresses;
  /** Whether the API calls of a page say which document they belong to. */
  readonly browserTraces: boolean;
  /** How many documents are rendered at once, of both hosts. */
  readonly requestsAtOnce: number;
  /** How long a public page serves everybody without a session; 0: each request renders its own. */
  readonly publicPageSeconds: number;
  /** Searches of one address in a minute. */
  readonly searchesPerAddress: number;
}

/** The web tier: two builds, one server that picks by host name; unknown hosts get 421. */
export async function createWeb(options: WebOptions): Promise<Express> {
  const shared = {
    documentMetrics: new DocumentMetrics(),
    work: new ConcurrencyLimit(options.requestsAtOnce),
  };
  const [publicHost, teamHost] = await Promise.all([
    hostApp('public', options, shared),
    hostApp('team', options, shared),
  ]);
  const app = expressApp(options);
  app.use(securityHeaders(options));
  app.get(['/livez', '/readyz'], (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  app.use((request, response, next) => {
    const host = request.host?.toLowerCase();
    if (host === options.publicHost) publicHost(request, response, next);
    else if (host === options.teamHost) teamHost(request, response, next);
    else next();
  });
  app.use(outerHeaders(browserApi(options)), misdirected);
  return app;
}

async function hostApp(
  name: HostName,
  options: WebOptions,
  { documentMetrics, work }: { documentMetrics: DocumentMetrics; work: ConcurrencyLimit },
): Promise<Express> {
  const folder = new URL(`../build/${name}/`, import.meta.url);
  const build: HostBuild = await import(new URL('server/index.js', folder).href);
  const client = fileURLToPath(new URL('client', folder));
  const { api, browserTraces, log, trustTraceparent } = options;
  const publicPageSeconds = name === 'public' ? options.publicPageSeconds : 0;
  const origin = `${options.scheme}://${name === 'public' ? options.publicHost : options.teamHost}`;
  const app = expressApp(options);
  app.use(compress());
  app.use(
    '/assets',
    express.static(`${client}/assets`, {
      immutable: true,
      maxAge: '1y',
      index: false,
      redirect: false,
    }),
  );
  app.get('/favicon.ico', (_request, response) => {
    response.sendFile('favicon.ico', { root: client, maxAge: '1d' });
  });
  app.use(outerHeaders(browserApi(options)));
  // Missing for as long as a release takes to reach this instance: an answer that nothing may keep (C2).
  app.use('/assets', notFound);
  if (api.basePath !== '') app.use(api.basePath, apiNotFound);
  app.use(refuseTarget, refuseFilePaths, refuseTrace);
  app.use(
    renderHost({
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
      searches: new SearchLimit(options.searchesPerAddress),
    }),
  );
  app.use(lastResort(log));
  return app;
}

function expressApp({ trustProxy }: WebOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  return app;
}

/** The origin that the documents' policy lets the browser call, when it is another one. */
function browserApi({ api }: WebOptions): { apiOrigin: string | null } {
  const { browserBaseUrl } = api;
  return { apiOrigin: URL.canParse(browserBaseUrl) ? new URL(browserBaseUrl).origin : null };
}

const misdirected: RequestHandler = (_request, response) => {
  response.status(421).type('text').send('This server does not serve that host.\n');
};

const notFound: RequestHandler = (_request, response) => {
  response.status(404).type('text').send('Not found.\n');
};

/** Paths that look like files have no page: they cost neither a rendering nor a session call. */
const refuseFilePaths: RequestHandler = (request, response, next) => {
  const isFile = /\.[a-z0-9]{2,5}$/i.test(request.path) && !/\.(data|txt|xml)$/.test(request.path);
  if (isFile) notFound(request, response, next);
  else next();
};

/** The one method that Node lets in and that no `Request` can carry. */
const refuseTrace: RequestHandler = (request, response, next) => {
  if (request.method !== 'TRACE') next();
  else refuseMethod(request, response, next);
};

const refuseMethod: RequestHandler = (_request, response) => {
  response.status(405).type('text').send('This method is not served.\n');
};

/** `serve` has turned the absolute form into a path. What is left is `OPTIONS *`, and targets of no form (RFC 9112, 3.2). */
const refuseTarget: RequestHandler = (request, response, next) => {
  if (request.url.startsWith('/')) next();
  else if (request.url === '*' && request.method === 'OPTIONS') refuseMethod(request, response, next);
  else response.status(400).type('text').send('The request target is not understood.\n');
};

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
