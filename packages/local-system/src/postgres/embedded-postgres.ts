import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '@gatehouse/runtime/error-code';
import pg from 'pg';
import { requireBinaries } from './binaries.ts';
import { ensureDataFolder, SUPERUSER } from './data-folder.ts';
import { launcherOfPresentUser } from './launcher.ts';
import { launch, type Program } from './program.ts';
import { clearDataFolder } from './running-server.ts';

/** A running server. */
export interface EmbeddedPostgres {
  /** As the superuser `postgres`, to the database `postgres`. */
  readonly url: string;
  /** Resolves with a sentence when the server ends without having been stopped by `stop`. */
  readonly failed: Promise<string>;
  /** Shuts the server down in order; what is kept stays in the data folder. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MILLIS = 60_000;
const FAST_STOP_MILLIS = 30_000;

/** SQLSTATE of a wrong password. */
const INVALID_PASSWORD = '28P01';

/**
 * Starts a real PostgreSQL 18 from npm on 127.0.0.1, making its data folder at the first time; resolves when it answers.
 * A folder whose server was killed recovers by itself.
 * @param port a free one.
 * @param password the superuser's; a random one, kept with the data. It is set when the folder is made.
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
  port: number;
  settings?: Readonly<Record<string, string>>;
}): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir);
  const binaries = await requireBinaries();
  const launcher = launcherOfPresentUser();
  await ensureDataFolder({ dataDir: folder, initdb: binaries.initdb, launcher, password });
  await clearDataFolder(folder);
  const flags = Object.entries({ unix_socket_directories: '', listen_addresses: '127.0.0.1', ...settings });
  const server = launch(launcher, binaries.postgres, [
    ...['-D', folder, '-p', String(port)],
    ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  // For a caller who exits without having stopped it.
  const abandon = () => server.child.kill('SIGINT');
  process.once('exit', abandon);
  let isStopping = false;
  const failed = new Promise<string>((resolve) => {
    void server.ended.then((how) => {
      if (!isStopping) resolve(`PostgreSQL ended unexpectedly (${how}):\n${server.lastWords()}`);
    });
  });
  const stopServer = async () => {
    isStopping = true;
    await stop(server);
    process.off('exit', abandon);
  };
  const url = `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  try {
    await untilReady(server, url, folder);
  } catch (error) {
    await stopServer();
    throw error;
  }
  return { url, failed, stop: stopServer };
}

async function untilReady({ hasEnded, lastWords }: Program, url: string, folder: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MILLIS;
  while (!(await answers(url, folder))) {
    if (hasEnded()) throw new Error(`PostgreSQL did not start:\n${lastWords()}`);
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL does not answer after ${START_TIMEOUT_MILLIS} ms:\n${lastWords()}`);
    await delay(30);
  }
}

/**
 * Whether the server takes connections now; a failed attempt means "not yet" and the caller's deadline decides.
 * @throws {Error} when it answers and refuses the password, which no waiting changes.
 */
async function answers(url: string, folder: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (codeOf(error) === INVALID_PASSWORD)
      throw new Error(`The data in ${folder} was made with another password.`, { cause: error });
    return false;
  } finally {
    await client.end();
  }
}

/** Fast shutdown: open connections are cut, everything committed is kept. Where that hangs, a shutdown without it. */
async function stop({ child, ended, hasEnded }: Program): Promise<void> {
  if (hasEnded()) return;
  child.kill('SIGINT');
  const force = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MILLIS);
  await ended;
  clearTimeout(force);
}
