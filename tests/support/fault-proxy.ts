import { connect, createServer, type Server, type Socket } from 'node:net';
import { findFreePort } from '@gatehouse/local-system';

/** A TCP proxy in front of a server, PostgreSQL for example, that injects network faults. */
export interface FaultProxy {
  readonly port: number;
  /** The URL of a server behind the proxy, by way of the proxy. */
  urlThrough(url: string): string;
  /** `refuse` closes new connections; `silent` keeps connections open and drops what either side sends. */
  mode: 'forward' | 'refuse' | 'silent';
  /** Connections that `refuse` has closed. */
  readonly refused: number;
  dropConnections(): void;
  /** New connections go to another server. */
  leadTo(target: URL): void;
  stop(): void;
}

const PROXY_HOST = '127.0.0.1';

/** Forwards a free port of 127.0.0.1 to the URL's host and port. */
export async function startFaultProxy(first: URL): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let target = first;
  let refused = 0;
  const proxy: FaultProxy = {
    port: await findFreePort(),
    mode: 'forward',
    get refused() {
      return refused;
    },
    urlThrough: (text) => {
      const url = new URL(text);
      url.hostname = PROXY_HOST;
      url.port = String(proxy.port);
      return url.href;
    },
    dropConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    leadTo: (next) => {
      target = next;
    },
    stop: () => {
      proxy.dropConnections();
      server.close();
    },
  };
  const server: Server = createServer((near) => {
    if (proxy.mode === 'refuse') {
      refused += 1;
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (proxy.mode !== 'silent') to.write(chunk);
      });
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(proxy.port, PROXY_HOST, resolve));
  return proxy;
}
