import compression from 'compression';
import type { Request, RequestHandler } from 'express';
import { hasAnySessionCookie } from '#session/session-cookie.ts';

/**
 * Compresses static files and responses to requests without a session. Responses for a session stay uncompressed: their
 * length would leak personal data beside text that an attacker chose (BREACH).
 */
export function compress(): RequestHandler {
  const compressing = compression();
  return (request, response, next) => {
    if (isPersonal(request)) next();
    else compressing(request, response, next);
  };
}

function isPersonal({ originalUrl, headers }: Request): boolean {
  if (originalUrl.startsWith('/assets/')) return false;
  return hasAnySessionCookie(headers.cookie ?? null);
}
