import { connect, createServer, type Server, type Socket } from 'node:net';
import { findFreePort } from '@gatehouse/local-system';

/** A TCP proxy in front of a server, PostgreSQL for example, that injects network faults. */
export interface FaultProxy {
  readonly port: number;
  /** `refuse` closes new connections; `silent` keeps connections open and drops what either side sends. */
  mode: 'forward' | 'refuse' | 'silent';
  dropConnections(): void;
  stop(): void;
}

/** Forwards a free port of 127.0.0.1 to the URL's host and port. */
export async function startFaultProxy({ hostname, port: targetPort }: URL): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const proxy: FaultProxy = {
    port: await findFreePort(),
    mode: 'forward',
    dropConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    stop: () => {
      proxy.dropConnections();
      server.close();
    },
  };
  const server: Server = createServer((near) => {
    if (proxy.mode === 'refuse') return void near.destroy();
    const far = connect(Number(targetPort), hostname);
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
  await new Promise<void>((resolve) => server.listen(proxy.port, '127.0.0.1', resolve));
  return proxy;
}
