import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import onHeaders from 'on-headers';
import { hasSessionCookie } from '../session/session-cookie.ts';

/**
 * The headers of everything that the web tier builds, set where Node writes the head, after the rest of the request has
 * produced the response: nothing escapes, be it a document, a data response, a redirect, an error or a 404 (C2).
 * The nonce of the Content-Security-Policy is in `response.locals.nonce`.
 */
export function outerHeaders({
  scheme,
  apiOrigin,
}: {
  scheme: 'http' | 'https';
  apiOrigin: string | null;
}): RequestHandler {
  return (request, response, next) => {
    const nonce = randomBytes(16).toString('base64');
    response.locals['nonce'] = nonce;
    const cookie = request.headers.cookie ?? null;
    const isSessionBearing = hasSessionCookie(cookie, 'user') || hasSessionCookie(cookie, 'admin');
    onHeaders(response, () => {
      response.vary('Cookie');
      if (isSessionBearing) response.setHeader('Cache-Control', 'private, no-store');
      else if (!response.hasHeader('Cache-Control') || response.statusCode >= 400) {
        response.setHeader('Cache-Control', 'no-store');
      }
      // W7: cookies are the API's to set.
      response.removeHeader('Set-Cookie');
      response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce, apiOrigin));
    });
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    if (scheme === 'https')
      response.setHeader('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
    next();
  };
}

/** On every answer, static files included. */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** For what is answered before the outer headers apply. */
export const securityHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  next();
};

function contentSecurityPolicy(nonce: string, apiOrigin: string | null): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${apiOrigin === null ? '' : ` ${apiOrigin}`}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
