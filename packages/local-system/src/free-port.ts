import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '@gatehouse/runtime/error-code';

/** Below the ports that systems use for outgoing connections, one of which could take a free port before it is used. */
const LOWEST = 12_000;
const HIGHEST = 32_000;
const MAX_TRIES = 100;

/** A process may have to start before it listens on its port, so that ports are reserved. */
const RESERVATIONS = join(tmpdir(), `gatehouse-ports-${process.getuid?.() ?? ''}`);

/** Finds a port that is free on the loopback, and reserves it for a minute. @throws {Error} when it finds none. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} in ${MAX_TRIES} tries`);
}

/** Reserves the port; false where it was reserved in this minute or the one before. */
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

/** Removes the reservations of that minute and earlier ones. */
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
