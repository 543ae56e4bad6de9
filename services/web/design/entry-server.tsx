import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { type WebRequest, webRequestContext } from '../session/web-request.ts';
import { WebPageContext } from './web-page.ts';

/** Makes the router's context of one request; called by the server, so that both hold one copy of the key. */
export function provideWebRequest(webRequest: WebRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(webRequestContext, webRequest);
  return context;
}

/** What no page expects is reported where the request is known; a person who has left is no error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(webRequestContext).onRenderError(error);
};

/**
 * Renders a document in one piece: nothing is deferred. Its bytes go to the server beside the `Response`, since the streams
 * around a body that is whole cost more than the server's own work for it.
 */
export async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, api, documentTraceparent, browserTraces, onRenderError, onDocument } =
    loadContext.get(webRequestContext);
  let hasFailed = false;
  const document = await render(
    <WebPageContext
      value={{ nonce, apiBaseUrl: api.browserBaseUrl, traceparent: documentTraceparent, browserTraces }}
    >
      <ServerRouter context={withOwnRoutes(entryContext)} url={request.url} nonce={nonce} />
    </WebPageContext>,
    {
      nonce,
      onError: (error) => {
        hasFailed = true;
        onRenderError(error);
      },
    },
  );
  onDocument(document);
  return new Response(null, { status: hasFailed ? 500 : status, headers });
}

/** @throws what the rendering throws outside of every boundary. */
function render(
  page: ReactNode,
  options: Pick<RenderToPipeableStreamOptions, 'nonce' | 'onError'>,
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const whole = new Writable({
      write: (piece: Buffer, _encoding, done) => {
        pieces.push(piece);
        done();
      },
      final: (done) => {
        resolve(Buffer.concat(pieces));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      ...options,
      onAllReady: () => pipe(whole),
      onShellError: reject,
    });
  });
}

/** The router makes all its routes anew for each document, and a document shows few of them. */
function withOwnRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes: typeof manifest.routes = {};
  for (const { route } of staticHandlerContext.matches) routes[route.id] = manifest.routes[route.id];
  return { ...context, manifest: { ...manifest, routes } };
}
