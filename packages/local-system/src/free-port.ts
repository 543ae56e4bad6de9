import { once } from 'node:events';
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Below the range from which systems take the ports of outgoing connections: a port that is free now is then not taken
 * by some connection before its user listens on it.
 */
const LOWEST = 12_000;
const HIGHEST = 32_000;
const MOST_TRIES = 100;

/** Between the finding of a port and the listening on it a process may have to start. */
const RESERVED_MILLIS = 60_000;
const RESERVATIONS = join(tmpdir(), `gatehouse-ports-${process.getuid?.() ?? ''}`);

/** A port that is free on the loopback, and that no other process of ours is given for the next minute. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} in ${MOST_TRIES} tries`);
}

/** Whether nobody has been given the port lately; from now on somebody has. */
async function reserve(port: number): Promise<boolean> {
  const path = join(RESERVATIONS, String(port));
  await mkdir(RESERVATIONS, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs < RESERVED_MILLIS) return false;
  await utimes(path, new Date(), new Date());
  return true;
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
