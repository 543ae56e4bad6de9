import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { types } from 'node:util';

/**
 * Below the range from which systems take the ports of outgoing connections: a port that is free now is then not taken
 * by some connection before its user listens on it.
 */
const LOWEST = 12_000;
const HIGHEST = 32_000;
const MOST_TRIES = 100;

/** Between the finding of a port and the listening on it a process may have to start. */
const RESERVATIONS = join(tmpdir(), `gatehouse-ports-${process.getuid?.() ?? ''}`);

/** A port that is free on the loopback, and that no other process of ours is given for the next minute. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} in ${MOST_TRIES} tries`);
}

/** Whether nobody has been given the port in this minute or the one before; from now on somebody has. */
async function reserve(port: number): Promise<boolean> {
  const minute = Math.floor(Date.now() / 60_000);
  const folder = join(RESERVATIONS, String(minute));
  const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
  if (isNew) await forget(minute - 2);
  try {
    await writeFile(join(folder, String(port)), '', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  return !existsSync(join(RESERVATIONS, String(minute - 1), String(port)));
}

/** Removes what was reserved in that minute and before. */
async function forget(minute: number): Promise<void> {
  for (const name of await readdir(RESERVATIONS)) {
    if (Number(name) <= minute) await rm(join(RESERVATIONS, name), { recursive: true, force: true });
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Not by `instanceof`: a test runs in a realm of its own, where Node's errors are no instances of `Error`. */
function codeOf(error: unknown): unknown {
  return types.isNativeError(error) && 'code' in error ? error.code : undefined;
}
