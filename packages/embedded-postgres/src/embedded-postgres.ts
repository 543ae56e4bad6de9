import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { type Launcher, launcherOfPresentUser } from './unprivileged.ts';

/** A running server. */
export interface EmbeddedPostgres {
  /** As the superuser `postgres`, to the database `postgres`. */
  readonly url: string;
  /** Shuts the server down in order; what is kept stays in the data folder. */
  stop(): Promise<void>;
}

const USER = 'postgres';
const START_TIMEOUT_MILLIS = 30_000;

/**
 * Starts a real PostgreSQL 18 from npm on the loopback, making its data folder at the first time. A folder whose server
 * was killed recovers by itself.
 * @param port default: a free one.
 * @param settings server settings, for example `{ fsync: 'off' }` for tests.
 * @throws {Error} with the server's own last words when it does not start.
 */
export async function startEmbeddedPostgres({
  dataDir,
  password,
  port,
  settings = {},
}: {
  dataDir: string;
  password: string;
  port?: number;
  settings?: Readonly<Record<string, string>>;
}): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const launcher = launcherOfPresentUser();
  if (!existsSync(join(dataDir, 'PG_VERSION')))
    await initialise(binaries.initdb, launcher, dataDir, password);
  const chosenPort = port ?? (await findFreePort());
  const flags = Object.entries({ unix_socket_directories: '', listen_addresses: '127.0.0.1', ...settings });
  const server = launch(launcher, binaries.postgres, [
    ...['-D', dataDir, '-p', String(chosenPort)],
    ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const url = `postgres://${USER}:${encodeURIComponent(password)}@127.0.0.1:${chosenPort}/postgres`;
  await untilReady(server, url);
  return { url, stop: () => stop(server) };
}

interface Program {
  readonly child: ChildProcess;
  /** The last lines that it wrote. */
  readonly lastWords: () => string;
}

function launch({ prefix }: Launcher, program: string, args: readonly string[]): Program {
  const [command = program, ...rest] = [...prefix, program, ...args];
  // Its own process group: Ctrl-C in a terminal reaches the caller alone, who then stops the server in order.
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { LC_ALL: 'C' },
  });
  let words = '';
  const listen = (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-4000);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  return { child, lastWords: () => words };
}

async function initialise(
  initdb: string,
  launcher: Launcher,
  dataDir: string,
  password: string,
): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const secrets = await mkdtemp(join(tmpdir(), 'gatehouse-initdb-'));
  const passwordFile = join(secrets, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (launcher.ownerId !== null) {
    for (const path of [dataDir, secrets, passwordFile])
      await chown(path, launcher.ownerId, launcher.ownerId);
  }
  try {
    const program = launch(launcher, initdb, [
      ...[`--pgdata=${dataDir}`, `--username=${USER}`, `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'],
    ]);
    const [code] = await once(program.child, 'close');
    if (code !== 0) throw new Error(`initdb ended with code ${code}:\n${program.lastWords()}`);
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(secrets, { recursive: true, force: true });
  }
}

async function untilReady({ child, lastWords }: Program, url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MILLIS;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${lastWords()}`);
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      throw new Error(`PostgreSQL does not answer after ${START_TIMEOUT_MILLIS} ms:\n${lastWords()}`);
    }
    await delay(50);
  }
}

/** Whether the server takes connections now; every failure means "not yet" and the caller's deadline decides. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Fast shutdown: open connections are cut, everything committed is kept. */
async function stop({ child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGINT');
  await closed;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}
