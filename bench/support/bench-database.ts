import { join } from 'node:path';
import { migrate, provisionRoles, type ServiceRole, urlOfRole } from '@gatehouse/database';
import { findFreePort } from '@gatehouse/local-system';
import { startEmbeddedPostgres } from '@gatehouse/local-system/postgres';
import pg from 'pg';
import { fillRows, rowsFor, tokenOf } from './bench-rows.ts';
import { DATA_DIR } from './data-dir.ts';
import { ensureExpressSessions } from './express-session-data.ts';
import { COUNTING_SETTINGS, countNone } from './statement-counts.ts';

/** A filled database. */
export interface FilledDatabase {
  readonly ownerUrl: string;
  roleUrl(role: ServiceRole): string;
}

/** A PostgreSQL with the users, sessions and memberships of the measurements; its data is kept for the next run. */
export interface BenchDatabase extends FilledDatabase {
  /** PostgreSQL's first process. */
  readonly postmaster: number;
  /** Tokens of live sessions of users with an active membership, as in cookies. */
  readonly tokens: readonly string[];
  /** Another database on the same server, with this many sessions and all other rows in proportion. */
  withSessions(sessions: number): Promise<FilledDatabase>;
  stop(): Promise<void>;
}

/** The numbers of rows. */
export const ROWS = rowsFor(1_000_000);

/** The server listens on the loopback interface and ends with the run. */
const PASSWORD = 'bench';
const TOKENS = 2000;

/** Starts it; a new one is filled in a minute. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const server = await startEmbeddedPostgres({
    dataDir: join(DATA_DIR, 'postgres-18'),
    password: PASSWORD,
    port: await findFreePort(),
    settings: {
      shared_buffers: '1GB',
      max_connections: '200',
      max_wal_size: '4GB',
      ...COUNTING_SETTINGS,
    },
  });
  await countNone(server.url);
  const database = await ensureFilled(server.url, 'bench', ROWS.sessions);
  await ensureExpressSessions(database.ownerUrl, ROWS.sessions);
  return {
    ...database,
    postmaster: await postmasterOf(server.url),
    tokens: Array.from({ length: TOKENS }, (_, index) => tokenOf(index + 1)),
    withSessions: (sessions) => ensureFilled(server.url, `bench_${sessions}`, sessions),
    stop: () => server.stop(),
  };
}

/** Fills a missing database under a temporary name, so that an interrupted run leaves no partial one. */
async function ensureFilled(serverUrl: string, name: string, sessions: number): Promise<FilledDatabase> {
  const ownerUrl = withDatabase(serverUrl, name);
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    await client.query(`drop database if exists ${name}_unfinished`);
    await client.query(`create database ${name}_unfinished`);
    const unfinished = withDatabase(serverUrl, `${name}_unfinished`);
    await migrate(unfinished);
    await fillRows(unfinished, rowsFor(sessions));
    await client.query(`alter database ${name}_unfinished rename to ${name}`);
  }
  await client.end();
  // Migrates data of an earlier version.
  await migrate(ownerUrl);
  await provisionRoles(ownerUrl, () => PASSWORD);
  return { ownerUrl, roleUrl: (role) => urlOfRole(ownerUrl, role, PASSWORD) };
}

async function postmasterOf(serverUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
  );
  await client.end();
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL returned no process id');
  return row.pid;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
