import type { EntryContext } from 'react-router';
import { fetchFromApi, type SentRead, sendRead } from '#api/fetch-from-api.ts';
import { readPathsOf } from '#api/page-reads.ts';
import { hasAnySessionCookie } from '#session/session-cookie.ts';

/** What the early script passes on to the page's scripts. */
export interface EarlyReads {
  readonly sent: readonly SentRead[];
  /** By `Date.now()`. */
  readonly sentAt: number;
}

declare global {
  interface Window {
    gatehouseEarlyReads?: EarlyReads;
  }
}

/** For the head of every document: sends the reads that it announces, before any other script has arrived. */
export const earlyReadsScript = `(${sendAnnounced})(${sendRead},${fetchFromApi})`;

/** Runs in the browser as text: it may name nothing outside itself. */
function sendAnnounced(send: typeof sendRead, fetchIt: typeof fetchFromApi): void {
  const { reads = '[]', traceparent } = document.currentScript?.dataset ?? {};
  const headers: Record<string, string> = traceparent === undefined ? {} : { traceparent };
  const paths: string[] = JSON.parse(reads);
  window.gatehouseEarlyReads = {
    sent: paths.map((path) => send(fetchIt, path, headers)),
    sentAt: Date.now(),
  };
}

/**
 * The paths that a document announces: the reads of its pages whose data no web-tier loader has read. None on an error
 * display, and none for a visitor without a session cookie: a shared document depends on no visitor.
 */
export function announcedReads(
  { manifest, routeModules, staticHandlerContext: { matches, errors } }: EntryContext,
  url: URL,
  cookie: string | null,
): readonly string[] {
  if (errors !== null || !hasAnySessionCookie(cookie)) return [];
  return matches.flatMap(({ route: { id }, params }) =>
    manifest.routes[id]?.hasLoader === true ? [] : readPathsOf(routeModules[id]?.handle, { url, params }),
  );
}
