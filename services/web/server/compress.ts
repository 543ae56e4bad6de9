import { finished } from 'node:stream';
import { ConcurrencyLimit, clientNetworks, KeyedConcurrencyLimit } from '@gatehouse/runtime';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { hasAnySessionCookie } from '#session/session-cookie.ts';

/** Each document takes up to 2 MB until it has been sent: the longest feed, and what compresses it. */
const MAX_OF_PROCESS = 64;
/** Of an IPv4 address or IPv6 /48. */
const MAX_OF_NETWORK = 16;

/**
 * Compresses responses to requests without a session. Responses for a session stay uncompressed: their length would leak
 * personal data beside text that an attacker chose (BREACH). So do those beyond what one network or the process compresses at once (G6).
 */
export function compress(): RequestHandler {
  const all = new ConcurrencyLimit(MAX_OF_PROCESS);
  const networks = new KeyedConcurrencyLimit({ maxRunning: MAX_OF_NETWORK, maxWaiting: 0 });
  /** Whether there is room, which the response then holds until it has been sent. */
  const takeRoom = (request: Request, response: Response) => {
    const network = clientNetworks(request.ip ?? '').widest;
    if (!networks.tryAcquire(network)) return false;
    if (!all.tryAcquire()) {
      networks.release(network);
      return false;
    }
    finished(response, () => {
      all.release();
      networks.release(network);
    });
    return true;
  };
  const compressing = compression({
    // It is asked when the head is written.
    filter: (request, response) => {
      if (!compression.filter(request, response)) return false;
      if (!isCompressed(request, response) || takeRoom(request, response)) return true;
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
