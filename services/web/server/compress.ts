import compression from 'compression';
import type { RequestHandler } from 'express';
import { hasAnySessionCookie } from '#session/session-cookie.ts';

/**
 * Compresses responses to requests without a session. Responses for a session stay uncompressed: their length would leak
 * personal data beside text that an attacker chose (BREACH). The build has compressed the static files.
 */
export function compress(): RequestHandler {
  const compressing = compression();
  return (request, response, next) => {
    if (hasAnySessionCookie(request.headers.cookie ?? null)) next();
    else compressing(request, response, next);
  };
}
