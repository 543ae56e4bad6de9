import type { IncomingMessage } from 'node:http';

const ABSOLUTE_FORM = /^https?:\/\/(?<host>[^/?#@\s]+)(?<path>(?:[/?]\S*)?)$/i;

/**
 * Turns a target in absolute form (`GET http://host/path`) into path and `Host`, as RFC 9112, 3.2.2 asks of every server:
 * the host of the target counts, and what the Host header says does not. Leaves every other target as it is.
 */
export function readTarget(request: IncomingMessage): void {
  const { host, path = '' } = ABSOLUTE_FORM.exec(request.url ?? '')?.groups ?? {};
  if (host === undefined) return;
  request.headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
}
