import type { OutgoingHttpHeaders } from 'node:http';
import type { Endpoint } from '@gatehouse/contract';

/** A small image as a handler answers with it: it is sent at once, without the limits of downloads. */
export interface ImageAnswer {
  readonly bytes: Uint8Array;
}

/**
 * The headers of an image. Pages of the site show it, also where the API has a host of its own; opened by itself it is a
 * document that may do nothing. No shared cache keeps it: the API decides each request that reaches it.
 */
export function imageHeaders({
  mediaType,
  maxAgeSeconds,
}: NonNullable<Endpoint['image']>): OutgoingHttpHeaders {
  return {
    'Content-Type': mediaType,
    'Content-Disposition': 'inline',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-site',
    ...(maxAgeSeconds === 0 ? {} : { 'Cache-Control': `private, max-age=${maxAgeSeconds}` }),
  };
}
