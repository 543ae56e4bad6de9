import type { RequestListener } from 'node:http';

const READING = new Set(['GET', 'HEAD']);

/** Nothing that is shown may be framed, stored, or read by a page of another origin. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * A page for this machine's own browser. A name that a stranger points at this machine (DNS rebinding) gets 421, a write
 * that another origin's page makes the browser send gets 403, and a request that cannot be answered gets 500: no request
 * ends the process.
 * @param hosts with ports, as the Host header names them.
 */
export function localOnly(hosts: readonly string[], listener: RequestListener): RequestListener {
  return (request, response) => {
    const { host = '', origin, 'sec-fetch-site': site = 'none' } = request.headers;
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const isOwnPage =
      (origin === undefined || origin === `http://${host}`) && (site === 'none' || site === 'same-origin');
    if (!hosts.includes(host.toLowerCase())) {
      response.writeHead(421).end('This server does not serve that host.\n');
    } else if (!READING.has(request.method ?? '') && !isOwnPage) {
      response.writeHead(403).end('Another site may not write here.\n');
    } else {
      try {
        listener(request, response);
      } catch (error) {
        if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' });
        response.end(`This could not be answered: ${error}\n`);
      }
    }
  };
}
