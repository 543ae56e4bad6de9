import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import onHeaders from 'on-headers';
import { hasAnySessionCookie } from '#session/session-cookie.ts';

/**
 * The headers of every response that the web tier builds, set when Node writes the head: documents, data responses,
 * redirects, errors and 404s all get them, after everything else has been set (C2).
 * The nonce of the Content-Security-Policy is in `response.locals.nonce`.
 */
export function outerHeaders({ apiOrigin }: { apiOrigin: string | null }): RequestHandler {
  return (request, response, next) => {
    const nonce = randomBytes(16).toString('base64');
    response.locals['nonce'] = nonce;
    const isSessionBearing = hasAnySessionCookie(request.headers.cookie ?? null);
    onHeaders(response, () => {
      response.vary('Cookie');
      if (isSessionBearing) response.setHeader('Cache-Control', 'private, no-store');
      else if (!response.hasHeader('Cache-Control') || response.statusCode >= 400) {
        response.setHeader('Cache-Control', 'no-store');
      }
      // A page that does without what a limit refused.
      if (response.statusCode < 400) response.removeHeader('Retry-After');
      if (response.statusCode === 503) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
      // RFC 9110, 15.5.6.
      if (response.statusCode === 405) response.setHeader('Allow', 'GET, HEAD');
      // W7: only the API sets cookies.
      response.removeHeader('Set-Cookie');
      response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce, apiOrigin));
    });
    next();
  };
}

const RETRY_AFTER_SECONDS = '2';

const SECURITY_HEADERS = {
  // Replaced in documents by their own policy.
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** On every response: documents, static files, probes, and refusals of unknown hosts. */
export function securityHeaders({ scheme }: { scheme: 'http' | 'https' }): RequestHandler {
  const headers = Object.entries({
    ...SECURITY_HEADERS,
    // HSTS would make local development without https unreachable.
    ...(scheme === 'https' ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  });
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

function contentSecurityPolicy(nonce: string, apiOrigin: string | null): string {
  const api = apiOrigin === null ? '' : ` ${apiOrigin}`;
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    `img-src 'self'${api}`,
    "font-src 'self'",
    `connect-src 'self'${api}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
