import { randomBytes } from 'node:crypto';
import { migrate, provisionRoles, type ServiceRole, seedDemo } from '@gatehouse/database';
import pg from 'pg';

/** A database of one test file's own: migrated, with the demo people in it. */
export interface TestDatabase {
  readonly ownerUrl: string;
  /** As the role of a service. */
  roleUrl(role: ServiceRole): string;
  /** Runs SQL as the owner, to make and look at rows. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

const TEMPLATE = 'gatehouse_template';

const PASSWORDS: Readonly<Record<ServiceRole, string>> = {
  identity_service: 'identity-for-tests',
  employer_service: 'employer-for-tests',
  talent_service: 'talent-for-tests',
};

/** Makes the template that every test file's database is a copy of. */
export async function prepareTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, `create database ${TEMPLATE}`);
  const ownerUrl = databaseUrl(serverUrl, TEMPLATE);
  await migrate(ownerUrl);
  await provisionRoles(ownerUrl, PASSWORDS);
  await seedDemo(ownerUrl);
}

/** Copies the template, in a few hundredths of a second. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env['TEST_DATABASE_SERVER_URL'];
  if (serverUrl === undefined) throw new Error('the global set-up of packages/testkit has not run');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name} template ${TEMPLATE}`);
  const ownerUrl = databaseUrl(serverUrl, name);
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  return {
    ownerUrl,
    roleUrl: (role) => {
      const url = new URL(ownerUrl);
      url.username = role;
      url.password = PASSWORDS[role];
      return url.href;
    },
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    stop: async () => {
      await pool.end();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    // Copying a template needs it without connections, so that two files may have to take turns.
    await client.query("select pg_advisory_lock(hashtext('gatehouse test databases'))");
    await client.query(sql);
  } finally {
    await client.end();
  }
}
