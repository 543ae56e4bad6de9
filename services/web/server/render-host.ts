import type { Logger } from '@gatehouse/runtime';
import { createRequestHandler } from '@react-router/express';
import type { RequestHandler, Response } from 'express';
import onHeaders from 'on-headers';
import {
  createRequestHandler as createFetchHandler,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { ApiAddresses, WebRequest } from '#entry/web-request.ts';
import type { DocumentMetrics } from './document-metrics.ts';
import { DocumentReport } from './document-report.ts';
import type { NetworkSlots } from './network-slots.ts';
import { type FindPublicAddress, PublicPages } from './public-pages.ts';
import type { SearchLimit } from './search-limit.ts';

/** A build's entry with what the app itself knows. */
export interface HostBuild extends ServerBuild {
  readonly entry: {
    readonly module: ServerBuild['entry']['module'] & {
      /** Makes the router's context. */
      readonly provideWebRequest: (webRequest: WebRequest) => RouterContextProvider;
      /** Absent: the host has no public page. */
      readonly findPublicAddress?: FindPublicAddress;
    };
  };
}

/** What renders the pages of one host. */
export interface RenderedHost {
  readonly name: 'public' | 'team';
  readonly build: HostBuild;
  /** Scheme and host of the site. */
  readonly origin: string;
  readonly api: ApiAddresses;
  /** Whether the ingress sets `traceparent` itself: its trace is then continued. */
  readonly trustTraceparent: boolean;
  /** Whether the API calls of a page name the trace of their document. */
  readonly browserTraces: boolean;
  /** Text above every page; empty: none. */
  readonly notice: string;
  /** The email address at which users reach the people who run this site. */
  readonly contact: string;
  /** How long a public page is reused; 0: each request renders its own. */
  readonly publicPageSeconds: number;
  readonly log: Logger;
  readonly metrics: Pick<DocumentMetrics, 'record'>;
  /** One is held while a document is rendered, but not while a slow client takes it. */
  readonly slots: NetworkSlots;
  /** Of all visitors of the host, by address and by network. */
  readonly searches: SearchLimit;
}

/** Renders a host's pages, each within a span and with one log line, which say how many session calls it took (B4). */
export function renderHost(host: RenderedHost): RequestHandler {
  const { build, slots, searches, api, browserTraces, notice, contact, origin } = host;
  const webRequests = new WeakMap<Response, WebRequest>();
  // Created once: it derives the route tree of the build.
  const handle = createRequestHandler({
    build,
    mode: 'production',
    getLoadContext: (_request, response) => {
      const webRequest = webRequests.get(response);
      if (webRequest === undefined) throw new Error('a request reached the router without its WebRequest');
      return build.entry.module.provideWebRequest(webRequest);
    },
  });
  const publicPages = publicPagesOf(host);
  return (request, response, next) => {
    const report = new DocumentReport(request, response, host);
    const release = slots.take(request.ip ?? '');
    if (release === null) {
      response
        .status(503)
        .type('text')
        .send('Too many requests at the moment. Try again in a few seconds.\n');
      return;
    }
    // The document is whole when its head is written.
    onHeaders(response, release);
    const webRequest: WebRequest = {
      nonce: String(response.locals['nonce']),
      cookie: request.headers.cookie ?? null,
      traceId: report.traceId,
      traceparent: report.traceparent,
      documentTraceparent: report.traceparent,
      browserTraces,
      notice,
      contact,
      origin,
      api,
      isForm: request.method === 'POST',
      ...searches.ofRequest(request, response),
      ...report.listeners(),
    };
    const answer = async () => {
      const shared = await publicPages?.answer(request, response, webRequest);
      if (shared) report.isReused = shared.isReused;
      else {
        webRequests.set(response, webRequest);
        // As a form the router would refuse it in its own words (U1).
        if (webRequest.isForm) request.method = 'GET';
        await handle(request, response, next);
      }
    };
    answer().catch(next).finally(release);
  };
}

/**
 * Renders without Express: a shared rendering belongs to no single request, and outlives a client that disconnects. Null: each request
 * has its own.
 */
function publicPagesOf({ build, origin, publicPageSeconds: seconds }: RenderedHost): PublicPages | null {
  const { findPublicAddress: findAddress, provideWebRequest } = build.entry.module;
  if (seconds <= 0 || findAddress === undefined) return null;
  const handle = createFetchHandler(build, 'production');
  return new PublicPages({
    seconds,
    findAddress,
    render: (address, webRequest) =>
      handle(new Request(`${origin}${address}`), provideWebRequest(webRequest)),
  });
}
