import { finished } from 'node:stream';
import compression from 'compression';
import type { RequestHandler } from 'express';
import { hasAnySessionCookie } from '#session/session-cookie.ts';

/** Of one process. Each takes up to 2 MB until it has been sent: the longest feed, and what compresses it. */
const MAX_COMPRESSED_AT_ONCE = 64;

/**
 * Compresses responses to requests without a session. Responses for a session stay uncompressed: their length would leak
 * personal data beside text that an attacker chose (BREACH). So do those of a visitor who asks for very many at once (G6). The build has
 * compressed the static files.
 */
export function compress(): RequestHandler {
  let atOnce = 0;
  const compressing = compression({
    // It is asked when the head is written.
    filter: (request, response) => {
      if (atOnce >= MAX_COMPRESSED_AT_ONCE || !compression.filter(request, response)) return false;
      atOnce += 1;
      finished(response, () => {
        atOnce -= 1;
      });
      return true;
    },
  });
  return (request, response, next) => {
    if (hasAnySessionCookie(request.headers.cookie ?? null)) next();
    else compressing(request, response, next);
  };
}
