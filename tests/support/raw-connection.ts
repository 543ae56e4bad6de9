import { connect, type Socket } from 'node:net';

/** A TCP connection that sends any bytes, at any pace. */
export interface RawConnection {
  readonly socket: Socket;
  /** The text that was received and read so far. */
  received(): string;
  /** Resolves with the milliseconds from the start to the end of the connection. */
  readonly ended: Promise<number>;
}

/** Opens a connection to a port of this machine, and sends the first bytes. */
export function openConnection(port: number, bytes = ''): RawConnection {
  const startedAt = performance.now();
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A reset is an end like another.
  socket.on('error', () => undefined);
  const ended = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(performance.now() - startedAt));
  });
  return { socket, ended, received: () => Buffer.concat(chunks).toString() };
}
