import { finished } from 'node:stream';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { hasAnySessionCookie } from '#session/session-cookie.ts';
import { NetworkSlots } from './network-slots.ts';

/** Each document takes up to 2 MB until it has been sent: the longest feed, and what compresses it. */
const AT_ONCE = { ofProcess: 64, ofNetwork: 16 };

/**
 * Compresses responses to requests without a session. Responses for a session stay uncompressed: their length would leak
 * personal data beside text that an attacker chose (BREACH). So do those beyond what one network or the process compresses at once (G6).
 */
export function compress(): RequestHandler {
  const slots = new NetworkSlots(AT_ONCE);
  /** Whether there is a slot, which the response then holds until it has been sent. */
  const takeSlot = (request: Request, response: Response) => {
    const release = slots.take(request.ip ?? '');
    if (release !== null) finished(response, release);
    return release !== null;
  };
  const compressing = compression({
    // It is asked when the head is written.
    filter: (request, response) => {
      if (!compression.filter(request, response)) return false;
      if (!isCompressed(request, response) || takeSlot(request, response)) return true;
      response.vary('Accept-Encoding');
      return false;
    },
  });
  return (request, response, next) => {
    if (hasAnySessionCookie(request.headers.cookie ?? null)) next();
    else compressing(request, response, next);
  };
}

/** Whether `compression` compresses it: the build has compressed the static files. */
function isCompressed(request: Request, response: Response): boolean {
  return (
    request.method !== 'HEAD' &&
    request.acceptsEncodings('br', 'gzip', 'deflate') !== false &&
    !response.hasHeader('Content-Encoding')
  );
}
