import type { OutgoingHttpHeaders } from 'node:http';
import type { CookieSettings } from '../caller/session-cookies.ts';

/** The headers of every response. */
export function responseHeaders({ secure }: CookieSettings): OutgoingHttpHeaders {
  return {
    // No cache may store a response (C1).
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // Responses must never run as documents.
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    // Only where the site is served by https: plain local development must stay reachable.
    ...(secure ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}
