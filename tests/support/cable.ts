import { connect, createServer, type Server, type Socket } from 'node:net';
import { findFreePort } from '@gatehouse/local-system';

/** A cable to a server, PostgreSQL for example, that can be cut, or held so that nothing comes through. */
export interface Cable {
  readonly port: number;
  state: 'through' | 'cut' | 'held';
  cut(): void;
  stop(): void;
}

/** Lays a cable to where an address leads; its own end is on 127.0.0.1. */
export async function layCable({ hostname, port: targetPort }: URL): Promise<Cable> {
  const sockets = new Set<Socket>();
  const cable: Cable = {
    port: await findFreePort(),
    state: 'through',
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    stop: () => {
      cable.cut();
      server.close();
    },
  };
  const server: Server = createServer((near) => {
    if (cable.state === 'cut') return void near.destroy();
    const far = connect(Number(targetPort), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (cable.state !== 'held') to.write(chunk);
      });
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(cable.port, '127.0.0.1', resolve));
  return cable;
}
