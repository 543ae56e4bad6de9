import { connect, type Socket } from 'node:net';

/** A connection over which somebody says what they like, at the pace that they like. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything that came back, as far as it was read. */
  received(): string;
  /** Resolves with the milliseconds from the start to the end of the connection. */
  readonly ended: Promise<number>;
}

/** Opens a connection to a port of this machine, and says the first words. */
export function openConnection(port: number, words = ''): RawConnection {
  const startedAt = performance.now();
  const socket = connect(port, '127.0.0.1', () => socket.write(words));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A reset is an end like another.
  socket.on('error', () => undefined);
  const ended = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(performance.now() - startedAt));
  });
  return { socket, ended, received: () => Buffer.concat(chunks).toString() };
}
