import { fileURLToPath } from 'node:url';
import { type Logger, UnreadAnswers } from '@gatehouse/runtime';
import express, { type Express, type RequestHandler } from 'express';
import type { ApiAddresses } from '#entry/web-request.ts';
import { apiNotFound } from './api-not-found.ts';
import { assetsOfOthers } from './assets-of-others.ts';
import { compress } from './compress.ts';
import { DocumentMetrics } from './document-metrics.ts';
import { limitUnread } from './limit-unread.ts';
import { NetworkSlots } from './network-slots.ts';
import { outerHeaders, securityHeaders } from './outer-headers.ts';
import { redirectPlainHttp } from './redirect-plain-http.ts';
import {
  lastResort,
  misdirected,
  notFound,
  refuseFilePaths,
  refuseMethods,
  refuseTarget,
} from './refusals.ts';
import { type HostBuild, type RenderedHost, renderHost } from './render-host.ts';
import { SearchLimit } from './search-limit.ts';
import { refuseFile, staticAssets } from './static-files.ts';
import { type SecurityContact, wellKnown } from './well-known.ts';

/** What the web tier needs: no secret, and no database. */
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
  /** Of all instances of the web tier, which are asked for assets of their release; undefined: none is asked. */
  readonly instancesUrl: string | undefined;
  /** Whether the API calls of a page name the trace of their document. */
  readonly browserTraces: boolean;
  /** Text above every page; empty: none. */
  readonly notice: string;
  /** The email address at which users reach the people who run this site. */
  readonly contact: string;
  /** Documents of both hosts rendered at the same time. */
  readonly requestsAtOnce: number;
  /** How long a public page is reused; 0: each request renders its own. */
  readonly publicPageSeconds: number;
  /** Per minute and IP address. */
  readonly searchesPerAddress: number;
  /** Null: no `security.txt`. */
  readonly securityContact: SecurityContact | null;
}

/** The web tier: two builds, one server that picks by host name; unknown hosts get 421. */
export async function createWeb(options: WebOptions): Promise<Express> {
  const shared = {
    metrics: new DocumentMetrics(),
    slots: new NetworkSlots({
      ofProcess: options.requestsAtOnce,
      ofNetwork: Math.ceil(options.requestsAtOnce / 2),
    }),
  };
  const { instancesUrl: url, log } = options;
  const others = url === undefined ? [] : [assetsOfOthers({ url, log })];
  const unread = new UnreadAnswers();
  const [publicHost, teamHost] = await Promise.all([
    hostApp('public', options, shared, others),
    hostApp('team', options, shared, others),
  ]);
  const app = expressApp(options);
  app.use(securityHeaders(options));
  app.get(['/livez', '/readyz'], (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  app.use(limitUnread(unread), compress());
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
  name: RenderedHost['name'],
  options: WebOptions,
  shared: Pick<RenderedHost, 'metrics' | 'slots'>,
  others: readonly RequestHandler[],
): Promise<Express> {
  const folder = new URL(`../build/${name}/`, import.meta.url);
  const build: HostBuild = await import(new URL('server/index.js', folder).href);
  const client = fileURLToPath(new URL('client', folder));
  const { api, log } = options;
  const isPublic = name === 'public';
  const origin = `${options.scheme}://${isPublic ? options.publicHost : options.teamHost}`;
  const app = expressApp(options);
  const outer = outerHeaders(browserApi(options));
  if (options.scheme === 'https') app.use(redirectPlainHttp(origin, outer));
  app.use('/assets', staticAssets(`${client}/assets`), ...others);
  app.get('/favicon.ico', (_request, response) => {
    response.sendFile('favicon.ico', { root: client, maxAge: '1d' });
  });
  app.use(refuseFile(outer), outer);
  // An asset of another release, which no instance was found to have: the 404 must not be cached (C2).
  app.use('/assets', notFound);
  if (api.basePath !== '') app.use(api.basePath, apiNotFound);
  const passwordPage = isPublic ? '/account#password' : null;
  app.use(wellKnown({ origin, contact: options.securityContact, passwordPage }));
  app.use(refuseTarget, refuseFilePaths, refuseMethods);
  app.use(
    renderHost({
      ...options,
      ...shared,
      name,
      build,
      origin,
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

/** The API's origin for the documents' Content-Security-Policy, when it is not the page's own. */
function browserApi({ api }: WebOptions): { apiOrigin: string | null } {
  const { browserBaseUrl } = api;
  return { apiOrigin: URL.canParse(browserBaseUrl) ? new URL(browserBaseUrl).origin : null };
}
