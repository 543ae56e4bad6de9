import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range from which systems take the ports of outgoing connections: a port that is free now is then not taken
 * by some connection before its user listens on it.
 */
const LOWEST = 12_000;
const HIGHEST = 32_000;
const MOST_TRIES = 100;

/** A port that is free at this moment on the loopback. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} in ${MOST_TRIES} tries`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
