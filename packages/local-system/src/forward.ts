import {
  type Agent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { sendGatewayProblem } from './gateway-problem.ts';

/** Headers that speak of one connection and not of the message (RFC 9110, 7.6.1); `Expect` has been answered already. */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** How long an upstream may be silent. */
const SILENCE_MILLIS = 30_000;

/** How long a connection may take: an address whose container is gone answers nothing at all. */
const CONNECT_MILLIS = 1000;

const METHODS_WITHOUT_EFFECT = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Passes a request on and streams the answer back. An instance that cannot be connected to has seen nothing of the
 * request, so the next one gets it; nothing else is tried again, but for a read whose connection broke before an answer.
 * @param targets base URLs of the instances, in the order in which they are to be tried.
 * @param added headers that the upstream gets in place of the client's.
 * @param onUnreachable hears of each instance that could not be connected to.
 */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  {
    agent,
    targets,
    added,
    onUnreachable,
  }: {
    agent: Agent;
    targets: readonly string[];
    added: Readonly<Record<string, string>>;
    onUnreachable: (target: string) => void;
  },
): void {
  const [target, ...others] = targets;
  const giveUp = (status: 502 | 504) => {
    sendGatewayProblem(response, status, added['traceparent']);
    // What is left of the body has to be taken for the client to see the answer.
    request.resume();
  };
  if (target === undefined) {
    giveUp(502);
    return;
  }
  const upstream = httpRequest(new URL(target), {
    agent,
    ...(request.method === undefined ? {} : { method: request.method }),
    ...(request.url === undefined ? {} : { path: request.url }),
    headers: { ...requestHeaders(request), ...added },
    timeout: SILENCE_MILLIS,
  });
  const tryAgain = (next: readonly string[]) =>
    forward(request, response, { agent, targets: next, added, onUnreachable });
  let isConnected = false;
  const tooSlow = setTimeout(() => upstream.destroy(new Error('no connection in time')), CONNECT_MILLIS);
  upstream.once('socket', (socket) => {
    // The body is touched when somebody takes it, and not before.
    const pass = () => {
      isConnected = true;
      clearTimeout(tooSlow);
      request.pipe(upstream);
    };
    if (socket.connecting) socket.once('connect', pass);
    else pass();
  });
  upstream.once('close', () => clearTimeout(tooSlow));
  let isSilent = false;
  upstream.once('timeout', () => {
    isSilent = true;
    upstream.destroy();
  });
  let isAnswered = false;
  upstream.on('error', () => {
    request.unpipe(upstream);
    if (isAnswered || response.destroyed) {
      // Whoever answers before the end of a body (413) stops reading it; the client may send the rest in vain.
      request.resume();
    } else if (!isConnected) {
      onUnreachable(target);
      tryAgain(others);
    } else if (!isSilent && isReadWithoutBody(request)) tryAgain(upstream.reusedSocket ? targets : others);
    else giveUp(isSilent ? 504 : 502);
  });
  upstream.once('response', (answer) => {
    isAnswered = true;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHopByHop(answer));
    answer.pipe(response);
    // A cut-off answer must not look like a complete one.
    answer.once('error', () => response.destroy());
    answer.once('end', () => {
      if (upstream.writableEnded) return;
      // Answered before the end of the body: an upstream that takes no more of it would hold up the client's next request.
      request.unpipe(upstream);
      request.resume();
      upstream.destroy();
    });
  });
  response.once('close', () => {
    if (!response.writableFinished) upstream.destroy();
  });
}

function isReadWithoutBody({ method, headers }: IncomingMessage): boolean {
  const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
  return !hasBody && METHODS_WITHOUT_EFFECT.has(method ?? '');
}

function requestHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const headers = withoutHopByHop(request);
  // Node chooses the framing of a new message by itself; a body of unknown length needs to be told for every method.
  if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked';
  return headers;
}

function withoutHopByHop({ headersDistinct }: IncomingMessage): OutgoingHttpHeaders {
  const named = (headersDistinct['connection'] ?? []).flatMap((value) =>
    value.toLowerCase().split(/\s*,\s*/),
  );
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  const kept = Object.entries(headersDistinct).filter(([name]) => !dropped.has(name));
  return Object.fromEntries(
    kept.map(([name, values = []]) => [name, values.length === 1 ? values[0] : values]),
  );
}
