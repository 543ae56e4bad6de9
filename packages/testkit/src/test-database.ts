import { randomBytes } from 'node:crypto';
import { type DatabaseRole, urlOfRole } from '@gatehouse/database/roles';
import pg from 'pg';
import { announcedServer } from './announced-server.ts';
import type { DatabaseServer } from './database-server.ts';
import { inTurn } from './in-turn.ts';

/** A database of one test file's own, migrated. */
export interface TestDatabase {
  readonly ownerUrl: string;
  /** What the server is. */
  readonly kind: DatabaseServer['kind'];
  /** As the role of a service. */
  roleUrl(role: DatabaseRole): string;
  /** The same past a pooler, for tests of a connection itself: behind a pooler it is another one in each transaction. */
  directUrl(role: DatabaseRole): string;
  /** A pool as the role of a service; it is closed with the database. */
  poolOf(role: DatabaseRole): pg.Pool;
  /** Runs SQL as the owner, to make and look at rows. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** What is in a new test database. */
export type Seed = 'demo' | 'none';

/** The databases that test databases are copies of. */
export const TEMPLATES: Readonly<Record<Seed, string>> = {
  none: 'gatehouse_template',
  demo: 'gatehouse_demo_template',
};

/** The password of a role: roles belong to the whole server, so that every test database has the same. */
export const passwordOf = (role: DatabaseRole) => `${role}-for-tests`;

/** The test databases that are open in this process, and what the owner runs in each new one: mutation tests change functions. */
export const testDatabases = { open: new Set<TestDatabase>(), setUp: [] as readonly string[] };

/**
 * Copies a template, in a few hundredths of a second, on the server that the global set-up has started.
 * @param seed `demo`: with the demo people, companies and job posts; `none`: empty tables.
 */
export async function createTestDatabase({ seed = 'demo' }: { seed?: Seed } = {}): Promise<TestDatabase> {
  const { url: serverUrl, kind, pooler } = announcedServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name} template ${TEMPLATES[seed]}`);
  const ownerUrl = databaseUrl(serverUrl, name);
  // `end` does not wait for the sockets to close, and dropping the database cuts the ones that are still there.
  let isStopping = false;
  const onConnectionError = (error: Error) => {
    if (!isStopping) throw error;
  };
  const pools: pg.Pool[] = [];
  const openPool = (url: string) => {
    const opened = new pg.Pool({ connectionString: url, max: 4 });
    opened.on('error', onConnectionError);
    opened.on('connect', (client) => client.on('error', onConnectionError));
    pools.push(opened);
    return opened;
  };
  const pool = openPool(ownerUrl);
  const servicesUrl = pooler === undefined ? ownerUrl : at(ownerUrl, pooler);
  const roleUrl = (role: DatabaseRole) => urlOfRole(servicesUrl, role, passwordOf(role));
  const database: TestDatabase = {
    ownerUrl,
    kind,
    roleUrl,
    directUrl: (role) => urlOfRole(ownerUrl, role, passwordOf(role)),
    poolOf: (role) => openPool(roleUrl(role)),
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    stop: async () => {
      isStopping = true;
      testDatabases.open.delete(database);
      await Promise.all(pools.map((opened) => opened.end()));
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
  testDatabases.open.add(database);
  for (const sql of testDatabases.setUp) await database.query(sql);
  return database;
}

/** The URL of another database of a server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function at(url: string, host: string): string {
  const changed = new URL(url);
  changed.host = host;
  return changed.href;
}

/** Runs SQL as the superuser, one caller at a time. */
export async function onServer(serverUrl: string, sql: string): Promise<void> {
  // Copying a template needs it without connections, so that two files may have to take turns.
  await inTurn(serverUrl, 'gatehouse test databases', async (client) => {
    await client.query(sql);
  });
}
