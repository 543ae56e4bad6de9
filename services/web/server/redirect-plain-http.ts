import { isByPlainHttp } from '@gatehouse/runtime';
import type { RequestHandler } from 'express';

/**
 * Redirects a client that came by plain http, as a trusted proxy says, to the same address of the site (K8). Not stored: a
 * proxy that names the wrong scheme can be corrected.
 * @param origin of the site, by https.
 * @param outer sets the headers of a response that the web tier builds (C2).
 */
export function redirectPlainHttp(origin: string, outer: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (!isByPlainHttp(request)) return next();
    outer(request, response, () => response.redirect(308, `${origin}${request.url}`));
  };
}
