import compression from 'compression';
import type { Request, RequestHandler } from 'express';
import { hasAnySessionCookie } from '#session/session-cookie.ts';

/**
 * Compresses static files and what is the same for everybody. Whatever is built for a session goes out as it is: beside
 * words from the address, the length of a compressed answer tells of what else is in it.
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
