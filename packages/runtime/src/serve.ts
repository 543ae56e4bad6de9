import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { ClientConnection } from './client-disconnected.ts';
import { readTarget } from './request-target.ts';

/** A listening server. */
export interface Serving {
  readonly port: number;
  readonly server: Server;
  /**
   * Stops accepting in the next quiet moment, lets running requests finish, then closes; after `graceMillis` it closes what
   * is left but transfers, and those after `transfers.millis`. A connection in use gets `Connection: close`; one that is idle is
   * closed after `lingerMillis`, because a request may be on its way on it.
   */
  stop(limits?: StopLimits): Promise<void>;
}

interface StopLimits {
  readonly graceMillis?: number;
  readonly lingerMillis?: number;
  /** The connections on which files are transferred, at any moment. */
  readonly transfers?: { readonly connections: ReadonlySet<ClientConnection>; readonly millis: number };
}

/** Limits that keep a slow or greedy client from starving the others. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 5_000,
} as const;

/**
 * How long a client may neither send nor take anything while an answer waits for it: longer than a request may take to
 * come, which is answered with 408. Node lets a second such time pass when some of the answer had just been taken.
 */
const SILENCE_MILLIS = 45_000;

/** More than most proxies keep an idle connection: they must not send a request on one that is being closed (K7). */
const KEEP_ALIVE_SECONDS = 65;

/**
 * Connections that the kernel completes before the server accepts them; its own limit (`somaxconn`) is 4,096. Beyond it a
 * handshake waits for a second, and a proxy with a short connect timeout answers 504.
 */
const BACKLOG = 4096;

/**
 * Listens; resolves when connections are accepted.
 * @param onClientError answers bytes that are no HTTP request, headers that are too large or too slow.
 * @throws {Error} with code EADDRINUSE or EACCES when the port cannot be had.
 */
export async function serve(
  listener: RequestListener,
  {
    port,
    host,
    onClientError,
    requestMillis = LIMITS.requestTimeout,
    silenceMillis = SILENCE_MILLIS,
    keepAliveSeconds = KEEP_ALIVE_SECONDS,
    optimizeEmptyRequests = false,
  }: {
    port: number;
    host: string;
    onClientError?: (error: NodeJS.ErrnoException, socket: Socket) => void;
    /** How long a request may take to arrive, with its body. */
    requestMillis?: number;
    silenceMillis?: number;
    keepAliveSeconds?: number;
    /** A request without a body has no stream of one: for a listener that reads a body only where the headers announce it. */
    optimizeEmptyRequests?: boolean;
  },
): Promise<Serving> {
  const limits = { ...LIMITS, requestTimeout: requestMillis, keepAliveTimeout: keepAliveSeconds * 1000 };
  const server = createServer({ ...limits, optimizeEmptyRequests }, (request, response) => {
    if (request.url?.startsWith('/') === false) readTarget(request);
    listener(request, response);
  });
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.maxConnections = 10_000;
  server.timeout = silenceMillis;
  if (onClientError !== undefined) {
    server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      onClientError(error, socket as Socket),
    );
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    server,
    stop: (limits = {}) => stop(server, connections, limits),
  };
}

async function stop(
  server: Server,
  connections: ReadonlySet<Socket>,
  { graceMillis = 10_000, lingerMillis = 2000, transfers }: StopLimits,
): Promise<void> {
  // Connections stay usable until then: a proxy that must open one for each request would fill the queue meanwhile.
  await emptyQueue(server);
  // `close` of an HTTP server cuts idle connections at once, with the requests that are on their way on them.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  const lingersUntil = Date.now() + lingerMillis;
  const idleSweep = setInterval(() => {
    if (Date.now() >= lingersUntil) server.closeIdleConnections();
  }, 100);
  const force = setTimeout(() => {
    for (const socket of connections) if (transfers?.connections.has(socket) !== true) socket.destroy();
  }, graceMillis);
  const forceTransfers = setTimeout(() => server.closeAllConnections(), transfers?.millis ?? graceMillis);
  await closed;
  clearInterval(idleSweep);
  clearTimeout(force);
  clearTimeout(forceTransfers);
}

const QUIET_ROUND_MILLIS = 0.05;
const PATIENCE_MILLIS = 1000;
const LONGEST_WAIT_MILLIS = 2000;

/**
 * Resolves when no connection waits to be accepted. The kernel resets those that do when a listening socket is closed,
 * although their clients may have sent a request already; a balancer must not send a write again then. A round of the
 * event loop accepts one connection if there is any, so after a round that has accepted none, and in which there was
 * hardly time for one to come, the queue is empty. Where no round is that short for a second, a longer one must do; and
 * after another second under a flood of connections, any.
 */
async function emptyQueue(server: Server): Promise<void> {
  const startedAt = performance.now();
  let accepted = 0;
  const onConnection = () => {
    accepted += 1;
  };
  server.on('connection', onConnection);
  // The present round may have looked for connections already.
  await nextRound();
  for (;;) {
    const [acceptedBefore, before] = [accepted, performance.now()];
    await nextRound();
    const now = performance.now();
    const waitedMillis = now - startedAt;
    const isShort = now - before < QUIET_ROUND_MILLIS;
    if (accepted === acceptedBefore && (isShort || waitedMillis > PATIENCE_MILLIS)) break;
    if (waitedMillis > LONGEST_WAIT_MILLIS) break;
  }
  server.off('connection', onConnection);
}
