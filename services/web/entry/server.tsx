import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { WebPageContext } from './web-page.ts';
import { type WebRequest, webRequestContext } from './web-request.ts';

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
 * Renders a document in one piece: nothing is deferred. It goes to the server beside the `Response`, since the streams
 * around a body that is whole cost more than the server's own work for it.
 * @throws what the rendering throws, and where something is not there yet when it is rendered.
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
  const { nonce, api, documentTraceparent, browserTraces, onDocument } = loadContext.get(webRequestContext);
  const context = await withReadHandoff(withOwnRoutes(entryContext));
  const html = renderToString(
    <WebPageContext
      value={{ nonce, apiBaseUrl: api.browserBaseUrl, traceparent: documentTraceparent, browserTraces }}
    >
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </WebPageContext>,
  );
  // What React leaves to the browser: it would be missing, and nobody would hear of it. In a page's own text it is escaped.
  if (html.includes('<!--$!-->')) throw new Error('a part of the document had to wait, or failed on its own');
  onDocument(`<!DOCTYPE html>${html}`);
  return new Response(null, { status, headers });
}

/** The router makes all its routes anew for each document, and a document shows few of them. */
function withOwnRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes: typeof manifest.routes = {};
  for (const { route } of staticHandlerContext.matches) routes[route.id] = manifest.routes[route.id];
  return { ...context, manifest: { ...manifest, routes } };
}

type Handoff = NonNullable<NonNullable<EntryContext['renderMeta']>['streamCache']>;

/**
 * The router reads what it sends along with the document, its loaders' data, while it renders, and waits for each piece. It
 * finds them read already here, so that the rendering is done in one go.
 */
async function withReadHandoff(context: EntryContext): Promise<EntryContext> {
  const { serverHandoffStream } = context;
  if (serverHandoffStream === undefined) return context;
  const reader = serverHandoffStream.getReader();
  const decoder = new TextDecoder();
  const streamCache: Handoff = {};
  for (let piece = 0, done = false; !done; piece += 1) {
    const read = await reader.read();
    done = read.done;
    const value = decoder.decode(read.value, { stream: true });
    streamCache[piece] = Object.assign(Promise.resolve(), { result: { done, value } });
  }
  reader.releaseLock();
  return { ...context, renderMeta: { ...context.renderMeta, streamCache } };
}
