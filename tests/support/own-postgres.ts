import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, provisionRoles, type ServiceRole, withOwner } from '@gatehouse/database';
import { findFreePort } from '@gatehouse/local-system';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@gatehouse/local-system/postgres';
import type pg from 'pg';
import { processesOf, signalProcess } from './server-processes.ts';

/** A PostgreSQL server of one test file's own, to which anything may be done. Its address stays the same. */
export interface OwnPostgres {
  roleUrl(role: ServiceRole): string;
  /** As the superuser, who owns the database. */
  readonly ownerUrl: string;
  /** Runs SQL as the owner on a connection of its own. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** SIGKILL for every process of it; resolves when the server has ended. */
  kill(): Promise<void>;
  /** SIGSTOP for every process of it: connections stay open, and nothing answers. */
  pause(): Promise<void>;
  /** Goes on after `pause`. */
  resume(): void;
  /** Starts it again after `kill`; resolves when it takes connections. */
  startAgain(): Promise<void>;
  /** Shuts it down and starts it as a standby: it reads, and refuses every write. */
  becomeStandby(): Promise<void>;
  /** Makes the standby the primary, as a failover does. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const DATABASE = 'gatehouse';

/** Crashes of the machine do not happen here; what was acknowledged survives those of the processes. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '200' };

/** Starts it, migrated, without any row. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-own-'));
  const dataDir = join(folder, 'postgres');
  const password = randomBytes(18).toString('hex');
  const port = await findFreePort();
  let server: EmbeddedPostgres;
  const start = async () => {
    server = await startEmbeddedPostgres({ dataDir, password, port, settings: SETTINGS });
  };
  await start();
  const urlOf = (user: string, database = DATABASE) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const query: OwnPostgres['query'] = (text, values = []) =>
    withOwner(urlOf('postgres'), async (client) => (await client.query(text, [...values])).rows);
  let processes: readonly number[] = [];
  const findProcesses = async () => {
    processes = await processesOf({ url: urlOf('postgres'), dataDir });
  };
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processes) signalProcess(pid, name);
  };
  await withOwner(urlOf('postgres', 'postgres'), (client) => client.query(`create database ${DATABASE}`));
  await migrate(urlOf('postgres'));
  await provisionRoles(urlOf('postgres'), () => password);
  return {
    roleUrl: (role) => urlOf(role),
    ownerUrl: urlOf('postgres'),
    query,
    kill: async () => {
      await findProcesses();
      signal('SIGKILL');
      // The signal returns before the process has ended, and a server that starts meanwhile finds the folder in use.
      await server.failed;
    },
    pause: async () => {
      await findProcesses();
      signal('SIGSTOP');
    },
    resume: () => signal('SIGCONT'),
    startAgain: start,
    becomeStandby: async () => {
      await server.stop();
      const file = join(dataDir, 'standby.signal');
      await writeFile(file, '');
      const { uid, gid } = await stat(dataDir);
      await chown(file, uid, gid);
      await start();
    },
    promote: async () => void (await query('select pg_promote()')),
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
