import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';
import { launcherOfPresentUser } from './launcher.ts';
import { launch, type Program } from './program.ts';

/** A running PgBouncer. */
export interface PgBouncer {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

const START_TIMEOUT_MILLIS = 20_000;
const STOP_TIMEOUT_MILLIS = 10_000;

/**
 * Starts PgBouncer on the loopback in front of every database of one server; resolves when it accepts connections.
 * @param program path of PgBouncer's program, 1.21 or later.
 * @param server where PostgreSQL listens.
 * @param settings the section `[pgbouncer]` as operators write it, without addresses and users.
 * @param passwords the password of each role that may connect.
 * @throws {Error} with PgBouncer's own last words when it does not start.
 */
export async function startPgBouncer({
  program,
  server,
  settings,
  passwords,
}: {
  program: string;
  server: { readonly host: string; readonly port: number };
  settings: string;
  passwords: Readonly<Record<string, string>>;
}): Promise<PgBouncer> {
  const launcher = launcherOfPresentUser();
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pgbouncer-'));
  const port = await findFreePort();
  const users = join(folder, 'users.txt');
  const configuration = join(folder, 'pgbouncer.ini');
  const addresses = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='];
  const authentication = ['auth_type = scram-sha-256', `auth_file = ${users}`];
  const databases = `[databases]\n* = host=${server.host} port=${server.port}`;
  await writeFile(
    configuration,
    [databases, settings.trim(), ...addresses, ...authentication, ''].join('\n'),
    { mode: 0o600 },
  );
  const lines = Object.entries(passwords).map(([role, password]) => `"${role}" "${password}"\n`);
  await writeFile(users, lines.join(''), { mode: 0o600 });
  if (launcher.ownerId !== null) {
    for (const path of [folder, users, configuration]) await chown(path, launcher.ownerId, launcher.ownerId);
  }
  const pooler = launch(launcher, program, [configuration]);
  const stop = async () => {
    if (!pooler.hasEnded()) {
      // At once: an orderly end (SIGINT) waits for every client.
      pooler.child.kill('SIGTERM');
      const force = setTimeout(() => pooler.child.kill('SIGKILL'), STOP_TIMEOUT_MILLIS);
      await pooler.ended;
      clearTimeout(force);
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilListening(pooler, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { host: '127.0.0.1', port, stop };
}

async function untilListening({ hasEnded, lastWords }: Program, port: number): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MILLIS;
  while (!(await accepts(port))) {
    if (hasEnded()) throw new Error(`PgBouncer did not start:\n${lastWords()}`);
    if (Date.now() > deadline)
      throw new Error(`PgBouncer does not accept connections after ${START_TIMEOUT_MILLIS} ms`);
    await delay(20);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
