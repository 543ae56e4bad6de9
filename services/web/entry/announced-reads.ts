import type { EntryContext } from 'react-router';
import { readPathsOf } from '#api/page-reads.ts';
import { hasAnySessionCookie } from '#session/session-cookie.ts';

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
