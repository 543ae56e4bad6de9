import { isByPlainHttp } from '@gatehouse/runtime';
import type { RequestHandler } from 'express';

/**
 * Redirects a client that came by plain http, as a trusted proxy says, to the same address of the site (K8). Not stored: a
 * proxy that names the wrong scheme can be corrected.
 * @param origin of the site, by https.
 */
export function redirectPlainHttp(origin: string): RequestHandler {
  return (request, response, next) => {
    if (!isByPlainHttp(request)) return next();
    response.set('Cache-Control', 'no-store').redirect(308, `${origin}${request.url}`);
  };
}
