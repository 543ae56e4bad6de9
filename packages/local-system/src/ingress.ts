import { randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, type RequestListener } from 'node:http';
import { forward } from './forward.ts';

/** Base URLs of the instances of each part. */
export interface Upstreams {
  readonly identity: readonly string[];
  readonly employer: readonly string[];
  readonly talent: readonly string[];
  readonly web: readonly string[];
}

type Part = keyof Upstreams;

/** What an instance that could not be connected to is left alone for. */
const COOL_DOWN_MILLIS = 1000;

/**
 * An idle connection is closed from here after this: sooner than an instance that stops closes it (`serve`), or a write
 * could be sent on a connection that is just being closed.
 */
const IDLE_MILLIS = 1500;

/**
 * The local stand-in for a cluster's ingress: it fans out by host and path prefix, rewrites nothing, and tells the parts
 * who asked. Instances take turns, request by request; one that cannot be connected to is passed over for a second.
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
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MILLIS });
  const { order, rest } = roundRobin(upstreams);
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
    dropClaims(request);
    forward(request, response, {
      agent,
      targets: order(part),
      added: whoAsked(request, host),
      onUnreachable: rest,
    });
  };
}

/** Whose turn it is: all instances, the one to try first in front, those that were away a moment ago at the end. */
function roundRobin(upstreams: Upstreams): {
  order: (part: Part) => readonly string[];
  rest: (target: string) => void;
} {
  const turns: Record<Part, number> = { identity: 0, employer: 0, talent: 0, web: 0 };
  const restingUntil = new Map<string, number>();
  return {
    order: (part) => {
      const all = upstreams[part];
      turns[part] = (turns[part] + 1) % Math.max(all.length, 1);
      const inTurn = [...all.slice(turns[part]), ...all.slice(0, turns[part])];
      const isResting = (url: string) => (restingUntil.get(url) ?? 0) > Date.now();
      return [...inTurn.filter((url) => !isResting(url)), ...inTurn.filter(isResting)];
    },
    rest: (target) => restingUntil.set(target, Date.now() + COOL_DOWN_MILLIS),
  };
}

/** What the client says of its way here is not believed. */
function dropClaims({ headers, headersDistinct }: IncomingMessage): void {
  for (const name of Object.keys(headers)) {
    if (!name.startsWith('x-forwarded-') && name !== 'forwarded') continue;
    delete headers[name];
    delete headersDistinct[name];
  }
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

function whoAsked({ headers, socket }: IncomingMessage, host: string): Record<string, string> {
  const given = headers['traceparent'];
  const isTraced = typeof given === 'string' && TRACEPARENT.test(given);
  return {
    host,
    'x-forwarded-for': socket.remoteAddress ?? '',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': host,
    traceparent: isTraced
      ? given
      : `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`,
  };
}
