import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
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

/** Renders a document in one piece: nothing is deferred, and one chunk costs less than a stream of them. */
export function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, api, documentTraceparent, browserTraces, onRenderError } =
    loadContext.get(webRequestContext);
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const { pipe } = renderToPipeableStream(
      <WebPageContext
        value={{ nonce, apiBaseUrl: api.browserBaseUrl, traceparent: documentTraceparent, browserTraces }}
      >
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </WebPageContext>,
      {
        nonce,
        onAllReady: () => {
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { status: finalStatus, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError: (error) => {
          finalStatus = 500;
          onRenderError(error);
        },
      },
    );
  });
}
