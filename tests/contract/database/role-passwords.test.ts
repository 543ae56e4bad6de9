import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withOwner } from '@gatehouse/database';
import { provisionRoles, SERVICE_ROLES, urlOfRole } from '@gatehouse/database/roles';
import { findFreePort, startLocalSystem } from '@gatehouse/local-system';
import { createPool, isDatabaseUnavailable, PasswordFile } from '@gatehouse/runtime/database';
import { createApiClient } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type OwnPostgres, startOwnPostgres } from '#support/own-postgres.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { waitFor } from '#support/wait-for.ts';

/** The program of the migration Job. */
const MIGRATIONS = fileURLToPath(new URL('packages/database/src/main.ts', REPOSITORY_ROOT));

let postgres: OwnPostgres;
let folder: string;
let path: string;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-role-passwords-'));
  path = join(folder, 'password');
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

/** As the kubelet does: a reader finds the old content or the new one. */
async function write(password: string): Promise<void> {
  await writeFile(`${path}.next`, password);
  await rename(`${path}.next`, path);
}
const provision = (password: string) => provisionRoles(postgres.ownerUrl, () => password);
const withoutPassword = () => {
  const url = new URL(postgres.roleUrl('identity_service'));
  url.password = '';
  return url.href;
};
const poolOf = () =>
  createPool({
    url: withoutPassword(),
    passwordFile: new PasswordFile(path),
    applicationName: 'role-passwords-test',
    maxConnections: 4,
    onIdleError: () => undefined,
  });

describe('the passwords of the service roles', () => {
  test.each(['plain', "a'b\\c$d:e", 'pässwörd\u00a0ﬁ\u00ad'])(
    'K6: a role connects with %j',
    async (password) => {
      await provision(password);
      for (const role of SERVICE_ROLES) {
        const client = new pg.Client({ connectionString: urlOfRole(postgres.ownerUrl, role, password) });
        await client.connect();
        await client.end();
      }
    },
  );

  test('K6: the log of PostgreSQL with log_statement=ddl holds the statement, and no password', async () => {
    await postgres.query('alter system set logging_collector = on');
    await postgres.query("alter system set log_statement = 'ddl'");
    await postgres.query("alter system set log_filename = 'statements.log'");
    await postgres.kill();
    await postgres.startAgain();
    await provision('not-for-any-log');
    const log = await waitFor(async () => {
      const [row] = await postgres.query<{ log: string }>("select pg_read_file('log/statements.log') as log");
      return row?.log.includes('alter role talent_service') ? row.log : undefined;
    });
    expect(log).toMatch(/alter role talent_service login password 'SCRAM-SHA-256\$4096:/);
    expect(log).not.toContain('not-for-any-log');
  });
});

describe('a password file that changes', () => {
  /** A connection of its own for each query, until `stop`. */
  function startLoad(pool: pg.Pool) {
    const failures: unknown[] = [];
    let answers = 0;
    let isStopping = false;
    const worker = async () => {
      while (!isStopping) {
        try {
          const client = await pool.connect();
          await client.query('select 1').finally(() => client.release(true));
          answers += 1;
        } catch (error) {
          failures.push(error);
        }
      }
    };
    const workers = Array.from({ length: 4 }, worker);
    return {
      failures,
      more: async (count: number) => {
        const enough = answers + count;
        await waitFor(() => (answers >= enough || failures.length > 0 ? true : undefined));
      },
      stop: async () => {
        isStopping = true;
        await Promise.all(workers);
      },
    };
  }

  test('K1: a rotation under load fails no new connection: the file first, then the role', async () => {
    await provision('first');
    await write('first\n');
    const pool = poolOf();
    const load = startLoad(pool);
    await load.more(20);
    await write('second\n');
    await load.more(40);
    await provision('second');
    await load.more(40);
    await load.stop();
    await pool.end();
    expect(load.failures).toEqual([]);
  });

  test('K1: if the role changes first, new connections fail until the file follows, and the pool recovers', async () => {
    await provision('third');
    await write('third');
    const pool = poolOf();
    const open = await pool.connect();
    await provision('fourth');
    const failure = await pool.connect().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: '28P01' });
    expect(isDatabaseUnavailable(failure)).toBe(true);
    // A connection that is open stays.
    await open.query('select 1');
    await write('fourth');
    (await pool.connect()).release();
    open.release();
    await pool.end();
  });

  test('K1: a service needs no restart: it reads the password again after PostgreSQL has restarted', async () => {
    await provision('fifth');
    await write('fifth');
    const local = await startLocalSystem({
      port: await findFreePort(),
      withWeb: false,
      apis: ['identity'],
      environment: { DATABASE_PASSWORD_FILE: path, LOG_LEVEL: 'fatal' },
      roleUrl: withoutPassword,
    });
    const client = createApiClient({ port: local.port, host: local.publicHost });
    const statusIs = (expected: number) =>
      waitFor(async () => {
        const cookie = `app_session_id=${'A'.repeat(43)}`;
        const { status } = await client.request('/api/identities/user_sessions/current', { cookie });
        return status === expected ? status : undefined;
      });
    try {
      await statusIs(401);
      await provision('sixth');
      await postgres.kill();
      await postgres.startAgain();
      await statusIs(503);
      await write('sixth');
      await statusIs(401);
    } finally {
      client.close();
      await local.stop();
    }
  });
});

test("K1: the owner's password: the next Job needs the new one, and the services go on", async () => {
  await provision('seventh');
  const service = new pg.Client({
    connectionString: urlOfRole(postgres.ownerUrl, 'identity_service', 'seventh'),
  });
  await service.connect();
  const rotated = new URL(postgres.ownerUrl);
  const former = rotated.password;
  rotated.password = 'new-password-of-the-owner';
  const migrateAs = (url: string) =>
    promisify(execFile)(process.execPath, [MIGRATIONS, 'migrate'], { env: { DATABASE_URL: url } }).then(
      () => ({ code: 0, stderr: '' }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
  await postgres.query(`alter role ${rotated.username} password '${rotated.password}'`);
  try {
    const refused = await migrateAs(postgres.ownerUrl);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('password authentication failed');
    expect(refused.stderr).not.toContain(former);
    expect(await migrateAs(rotated.href)).toEqual({ code: 0, stderr: '' });
    await service.query('select 1');
  } finally {
    await service.end();
    await withOwner(rotated.href, (client) =>
      client.query(`alter role ${rotated.username} password '${former}'`),
    );
  }
});
