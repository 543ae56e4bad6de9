import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import type { Sessions } from '#session/session-getter.ts';
import { announcedReads } from './announced-reads.ts';
import { WebPageContext } from './web-page.ts';
import { type WebRequest, webRequestContext } from './web-request.ts';

interface RootDataOfHosts {
  readonly identitiesUserSession?: Sessions['user'] | null;
  readonly identitiesAdminSession?: Sessions['admin'] | null;
}

/** The longest rendering; no page waits for data while it renders. */
const TIMEOUT_MILLIS = 2000;

/** Makes the router's context of one request; called by the server, so that both hold one copy of the key. */
export function provideWebRequest(webRequest: WebRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(webRequestContext, webRequest);
  return context;
}

/** Reports what no page expects where the request is known. A client that has disconnected is no error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(webRequestContext).onRenderError(error);
};

/**
 * Renders a document. It is sent once it is whole: a part that fails or never comes would be a hole that only scripts fill.
 * @throws what the rendering throws, in any of its parts.
 */
export function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return Promise.resolve(new Response(null, { status, headers }));
  const { nonce, api, cookie, documentTraceparent, browserTraces, notice, contact } =
    loadContext.get(webRequestContext);
  const reads = announcedReads(entryContext, new URL(request.url), cookie);
  return new Promise((resolve, reject) => {
    const failures: unknown[] = [];
    const { pipe, abort } = renderToPipeableStream(
      <WebPageContext
        value={{
          nonce,
          earlyReads: reads.length === 0 ? undefined : JSON.stringify(reads),
          account: accountOf(entryContext),
          apiBaseUrl: api.browserBaseUrl,
          traceparent: documentTraceparent,
          browserTraces,
          notice,
          contact,
        }}
      >
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </WebPageContext>,
      {
        nonce,
        // Long parts stay in their place: React would move them to the end.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error) => void failures.push(error),
        onShellError: (error) => {
          clearTimeout(timeout);
          reject(error);
        },
        onAllReady: () => {
          clearTimeout(timeout);
          if (failures.length > 0) reject(failures[0]);
          else {
            const body = createReadableStreamFromReadable(pipe(new PassThrough()));
            resolve(new Response(body, { status, headers }));
          }
        },
      },
    );
    const timeout = setTimeout(() => abort(new Error('a part of the document never came')), TIMEOUT_MILLIS);
  });
}

/** What the root loader of either host has found: the id of an account; empty: signed out; undefined: it could not be read (W3). */
function accountOf({ staticHandlerContext: { loaderData } }: EntryContext): string | undefined {
  const root: RootDataOfHosts | undefined = loaderData['root'];
  if (root === undefined) return undefined;
  const account =
    root.identitiesUserSession?.identities_user ?? root.identitiesAdminSession?.identities_admin;
  return account?.id ?? '';
}
