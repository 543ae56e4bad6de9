import { randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createProxyServer } from 'httpxy';

/** Base URLs of the instances of each part. */
export interface Upstreams {
  readonly identity: readonly string[];
  readonly employer: readonly string[];
  readonly talent: readonly string[];
  readonly web: readonly string[];
}

type Part = keyof Upstreams;

/** What an instance that refused a connection is left alone for. */
const COOL_DOWN_MILLIS = 1000;

/**
 * The local stand-in for a cluster's ingress: it fans out by host and path prefix, rewrites nothing, and tells the parts
 * who asked. Instances take turns; one that refuses connections is passed over for a second.
 * @param apiBasePath for example `/api`.
 */
export function createIngress({
  publicHost,
  teamHost,
  apiBasePath,
  upstreams,
}: {
  publicHost: string;
  teamHost: string;
  apiBasePath: string;
  upstreams: Upstreams;
}): RequestListener {
  const agent = new Agent({ keepAlive: true });
  const proxy = createProxyServer({ agent, xfwd: false, proxyTimeout: 30_000 });
  const choose = roundRobin(upstreams);
  const publicRoutes: readonly (readonly [string, Part])[] = [
    [`${apiBasePath}/identities/`, 'identity'],
    [`${apiBasePath}/employer/`, 'employer'],
    [`${apiBasePath}/talent/`, 'talent'],
  ];
  const routes = new Map([
    [publicHost, publicRoutes],
    [teamHost, publicRoutes.slice(0, 1)],
  ]);
  return (request, response) => {
    const host = request.headers.host?.toLowerCase() ?? '';
    const path = request.url ?? '/';
    // An unknown host goes to the web tier, which answers 421.
    const part = (routes.get(host) ?? []).find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'web';
    tellWhoAsked(request, host);
    const { target, rest } = choose(part);
    proxy.web(request, response, { target }).catch((error: unknown) => {
      const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
      if (isRefused) rest();
      sendBadGateway(request, response);
    });
  };
}

function roundRobin(upstreams: Upstreams): (part: Part) => { target: string; rest: () => void } {
  const turns: Record<Part, number> = { identity: 0, employer: 0, talent: 0, web: 0 };
  const restingUntil = new Map<string, number>();
  return (part) => {
    const all = upstreams[part];
    const awake = all.filter((url) => (restingUntil.get(url) ?? 0) < Date.now());
    const candidates = awake.length > 0 ? awake : all;
    turns[part] += 1;
    const target = candidates[turns[part] % candidates.length];
    if (target === undefined) throw new Error(`${part} has no instance`);
    return { target, rest: () => restingUntil.set(target, Date.now() + COOL_DOWN_MILLIS) };
  };
}

/** What the client says of itself in these headers is overwritten: nobody but the ingress is believed. */
function tellWhoAsked(request: IncomingMessage, host: string): void {
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete request.headers[name];
  }
  request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  request.headers['x-forwarded-proto'] = 'http';
  request.headers['x-forwarded-host'] = host;
  request.headers['traceparent'] ??=
    `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}

function sendBadGateway(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void response.destroy();
  const trace_id = String(request.headers['traceparent']).split('-')[1] ?? '';
  const detail = 'A part of the system does not answer. Try again in a moment.';
  response.writeHead(502, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(
    JSON.stringify({ type: 'about:blank', title: 'Bad gateway', status: 502, detail, trace_id, errors: [] }),
  );
}
