import { Agent, type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import {
  API_SERVICES,
  type ApiService,
  contracts,
  type IdentitySystem,
  pathPrefixes,
} from '@gatehouse/contract';
import { createProxyServer } from 'httpxy';
import { sendGatewayProblem } from './gateway-problem.ts';

type Part = ApiService | 'web';

/** Base URLs of the instances of each part. */
export type Upstreams = Readonly<Record<Part, readonly string[]>>;

/** How long an instance may be silent. */
const SILENCE_MILLIS = 30_000;

/**
 * Connections to the parts. An idle one is closed a second before its part does, or after 30: Node reads the hint
 * `Keep-Alive: timeout=…` only where there is a limit of its own, and a request would meet a connection that was just closed.
 */
export function createIngressAgent(): Agent {
  return new Agent({ keepAlive: true, timeout: SILENCE_MILLIS });
}

/**
 * The local stand-in for a cluster's ingress: it fans out by host and path prefix, rewrites nothing, and tells the parts
 * who asked. Instances take turns, request by request. The forwarding is `httpxy`'s.
 * @param apiBasePath for example `/api`.
 * @param agent holds the connections to the parts. Destroy it before the parts stop: they wait for idle connections.
 */
export function createIngress({
  publicHost,
  teamHost,
  apiBasePath,
  upstreams,
  agent = createIngressAgent(),
}: {
  publicHost: string;
  teamHost: string;
  apiBasePath: string;
  upstreams: Upstreams;
  agent?: Agent;
}): RequestListener {
  const proxy = createProxyServer({ agent, proxyTimeout: SILENCE_MILLIS });
  proxy.on('error', (_error, request, response) => {
    if (!(response instanceof ServerResponse)) return;
    if (response.headersSent) response.destroy();
    else sendGatewayProblem(response);
    // The client sees the answer when the rest of its body has been taken.
    request?.resume();
  });
  // What the client says of its connection is not passed on, and httpxy keeps it open unless the part closes its own.
  proxy.on('proxyRes', (answer, _request, response) => {
    if (response instanceof ServerResponse && !response.shouldKeepAlive) answer.headers.connection = 'close';
  });
  const routes = new Map([
    [publicHost, routesOf('user', apiBasePath)],
    [teamHost, routesOf('admin', apiBasePath)],
  ]);
  const nextOf = roundRobin(upstreams);
  return (request, response) => {
    const host = request.headers.host?.toLowerCase() ?? '';
    const path = request.url?.split('?', 1)[0] ?? '/';
    // An unknown host goes to the web tier, which answers 421.
    const part = routes.get(host)?.find(([prefix]) => `${path}/`.startsWith(`${prefix}/`))?.[1] ?? 'web';
    const target = nextOf(part);
    sayWhoAsks(request, host);
    if (target === undefined) sendGatewayProblem(response);
    else void proxy.web(request, response, { target });
  };
}

function routesOf(system: IdentitySystem, apiBasePath: string): readonly (readonly [string, Part])[] {
  return API_SERVICES.flatMap((part) =>
    pathPrefixes(contracts[part], system).map((prefix) => [`${apiBasePath}${prefix}`, part] as const),
  );
}

/** Gives the instance whose turn it is. */
function roundRobin(upstreams: Upstreams): (part: Part) => string | undefined {
  const turns = new Map<Part, number>();
  return (part) => {
    const turn = ((turns.get(part) ?? 0) + 1) % Math.max(upstreams[part].length, 1);
    turns.set(part, turn);
    return upstreams[part][turn];
  };
}

/** The parts believe the ingress: what a client says of its own way here is dropped, and so is what it says of this connection. */
function sayWhoAsks({ headers, socket }: IncomingMessage, host: string): void {
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'connection')
      delete headers[name];
  }
  Object.assign(headers, {
    host,
    'x-forwarded-for': socket.remoteAddress ?? '',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': host,
  });
}
