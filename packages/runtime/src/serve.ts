import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A listening server. */
export interface Serving {
  readonly port: number;
  readonly server: Server;
  /** Stops accepting, lets running requests finish, then closes; after `graceMillis` it closes what is left. */
  stop(graceMillis?: number): Promise<void>;
}

/** Limits that keep a slow or greedy client from starving the others. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 5_000,
} as const;

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
  }: {
    port: number;
    host: string;
    onClientError?: (error: NodeJS.ErrnoException, socket: Socket) => void;
  },
): Promise<Serving> {
  const server = createServer(LIMITS, listener);
  server.maxConnections = 10_000;
  if (onClientError !== undefined) {
    server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      onClientError(error, socket as Socket),
    );
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return { port: address.port, server, stop: (graceMillis = 10_000) => stop(server, graceMillis) };
}

async function stop(server: Server, graceMillis: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idleSweep = setInterval(() => server.closeIdleConnections(), 100);
  const force = setTimeout(() => server.closeAllConnections(), graceMillis);
  await closed;
  clearInterval(idleSweep);
  clearTimeout(force);
}
