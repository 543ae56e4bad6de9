import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { migrate } from '@gatehouse/database';
import { seedDemo } from '@gatehouse/demo-data';
import { createTestDatabase, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { runMigrations } from '#packages/database/src/run-migrations.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { waitFor } from '#support/wait-for.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'demo' });
});
afterAll(() => database.stop());

/** An empty database beside the test's own, for one test. */
async function withEmptyDatabase(work: (url: URL) => Promise<void>, ownedBy = 'default'): Promise<void> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await database.query(`create database ${name} owner ${ownedBy} template template0`);
  const url = new URL(database.ownerUrl);
  url.pathname = `/${name}`;
  try {
    await work(url);
  } finally {
    await database.query(`drop database ${name} with (force)`);
  }
}

test('migrating again, and twice at once, changes nothing', async () => {
  expect(await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)])).toEqual([[], []]);
});

test('of several that migrate an empty database at once, one does it and the others wait for it', async () => {
  await withEmptyDatabase(async ({ href }) => {
    const runs = await Promise.all([migrate(href), migrate(href), migrate(href)]);
    expect(runs.map((names) => names !== null && names.length > 0).sort()).toEqual([false, false, true]);
    expect(runs.flat()).toContain('0001_schemas_and_tables.sql');
  });
});

test('an owner without any other right may migrate where an operator has made the service roles', async () => {
  // Named like a schema: the migration table must not follow the search path there.
  await database.query("create role identity login password 'for-this-test'");
  try {
    await withEmptyDatabase(async (url) => {
      url.username = 'identity';
      url.password = 'for-this-test';
      expect(await migrate(url.href)).not.toEqual([]);
      expect(await migrate(url.href)).toEqual([]);
    }, 'identity');
  } finally {
    await database.query('drop role identity');
  }
});

/** An empty database with all migrations, and a connection of its owner. */
async function withMigratedDatabase(work: (client: pg.Client, href: string) => Promise<void>): Promise<void> {
  await withEmptyDatabase(async ({ href }) => {
    await migrate(href);
    const client = new pg.Client({ connectionString: href });
    await client.connect();
    try {
      await work(client, href);
    } finally {
      await client.end();
    }
  });
}

/** Runs the command of the migration Job. */
async function runMigrateCommand(url: string): Promise<{ status: number | null; lines: string }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('packages/database/src/main.ts', REPOSITORY_ROOT)), 'migrate'],
    { env: { DATABASE_URL: url }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [lines, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status, lines: lines + errors };
}

test('the migrations of a former release leave the database of a newer one as it is', async () => {
  await withMigratedDatabase(async (client, href) => {
    await client.query(
      `insert into public.schema_migrations (name, batch, migration_time)
         values ('9998_of_a_newer_release.sql', 1, now()), ('9999_of_a_newer_release.sql', 1, now())`,
    );
    // As a newer release, whose registry has more columns, writes it.
    await client.query(
      `create or replace function identity.data_export_of(user_id uuid) returns json
         language sql stable security definer set search_path = '' as $$ select '"newer"'::json $$`,
    );
    expect(await runMigrateCommand(href)).toEqual({
      status: 0,
      lines: 'nothing to migrate: the database has migrations of a newer release\n',
    });
    const { rows } = await client.query('select identity.data_export_of(uuidv7()) as exported');
    expect(rows).toEqual([{ exported: 'newer' }]);
  });
});

test.each([
  ['lacks one of this release', "delete from public.schema_migrations where name ~ '^0120_'", '0120_'],
  [
    'has one in its midst that this release does not know',
    "insert into public.schema_migrations (name, batch, migration_time) values ('0120_other.sql', 1, now())",
    '0120_other.sql',
  ],
])(
  'the migrations of a release run nothing in a database of a newer one that %s',
  async (_what, change, named) => {
    await withMigratedDatabase(async (client, href) => {
      await client.query(
        `insert into public.schema_migrations (name, batch, migration_time)
         values ('9999_of_a_newer_release.sql', 1, now())`,
      );
      await client.query(change);
      const { status, lines } = await runMigrateCommand(href);
      expect(status).toBe(1);
      expect(lines).toContain(
        `migrate: the database has 9999_of_a_newer_release.sql of a newer release, and differs before: ${named}`,
      );
    });
  },
);

test('a migration that fails names its file and leaves nothing behind', async () => {
  await withEmptyDatabase(async ({ href }) => {
    const client = new pg.Client({ connectionString: href });
    await client.connect();
    try {
      await client.query('create schema talent');
      await expect(migrate(href)).rejects.toThrow(
        /^0001_schemas_and_tables\.sql(:\d+)?: schema "talent" already exists$/,
      );
      const { rows } = await client.query("select to_regnamespace('identity') as schema");
      expect(rows).toEqual([{ schema: null }]);
      await client.query('drop schema talent');
      expect(await migrate(href)).not.toEqual([]);
    } finally {
      await client.end();
    }
  });
});

test('G1: a migration that waits for a lock gives way, holds none of those before it, and goes on when the lock is free', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    const files = {
      '0001_made.sql': 'create table made (id int)',
      '0002_changed.sql': 'alter table busy add column made_id int; alter table made add column name text',
      '0003_changed_again.sql': 'alter table made add column note text',
    };
    for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
    await withEmptyDatabase(async ({ href }) => {
      const [holder, other] = [
        new pg.Client({ connectionString: href }),
        new pg.Client({ connectionString: href }),
      ];
      await Promise.all([holder.connect(), other.connect()]);
      try {
        await holder.query('create table busy (id int)');
        await holder.query('begin; lock table busy in access share mode');
        const begun: string[] = [];
        const run = runMigrations(href, pathToFileURL(`${folder}/`), (name) => begun.push(name));
        const waiting = () =>
          other.query(
            "select from pg_locks where not granted and relation = 'busy'::regclass and mode = 'AccessExclusiveLock'",
          );
        await waitFor(async () => (await waiting()).rows[0]);
        // A Job that is ended while it waits has said for which.
        expect(begun.at(-1)).toBe('0002_changed.sql');
        // Of the first file, which is done.
        await other.query('insert into made values (1)');
        // Behind the migration that waits, which gives way although the lock is still held.
        await other.query('select from busy');
        await holder.query('commit');
        expect(await run).toEqual(Object.keys(files));
        expect((await other.query('select id, name, note from made')).rows).toEqual([
          { id: 1, name: null, note: null },
        ]);
      } finally {
        await Promise.all([holder.end(), other.end()]);
      }
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('G2: migration 0012 reads from the audit trail who revoked a membership', async () => {
  const sql = await readFile(
    new URL('packages/database/migrations/0012_revoked_by_and_invited_addresses.sql', REPOSITORY_ROOT),
    'utf8',
  );
  const backfill = /^update employer\.org_memberships m$.*?;$/ms.exec(sql)?.[0] ?? '';
  const memberships: string[] = [];
  /** A membership with its history; the last revocation counts, and no other event. */
  const make = async (
    status: 'active' | 'revoked',
    events: readonly (readonly ['user' | 'admin', string])[],
  ) => {
    const { membershipId } = await makePerson(database, { membership: { role: 'member', status } });
    memberships.push(membershipId ?? '');
    for (const [actor, change] of events) {
      await database.query(
        `insert into identity.audit_events (actor_kind, action, subject_kind, subject_id, change)
         values ($1, 'org_membership.changed', 'org_membership', $2, $3)`,
        [actor, membershipId, change],
      );
    }
  };
  const [byOwner, byStaff] = [
    ['user', 'active, member → revoked, member'],
    ['admin', 'active → revoked'],
  ] as const;
  await make('revoked', [byOwner]);
  await make('revoked', [byStaff]);
  await make('revoked', [byStaff, ['user', 'revoked, member → active, member'], byOwner]);
  await make('revoked', [byStaff, ['user', 'revoked, member → revoked, owner']]);
  await make('revoked', []);
  await make('active', [byOwner, ['user', 'revoked, member → active, member']]);
  await database.query(backfill);
  const rows = await database.query<{ id: string; revoked_by: string | null }>(
    'select id, revoked_by from employer.org_memberships where id = any($1)',
    [memberships],
  );
  const revokedBy = new Map(rows.map((row) => [row.id, row.revoked_by]));
  expect(memberships.map((id) => revokedBy.get(id))).toEqual([
    'owner',
    'staff',
    'owner',
    'staff',
    'staff',
    null,
  ]);
});

test('a new demo has unread notifications of its past, about which no mail waits', async () => {
  const counts = await database.query(
    `select count(*) filter (where read_at is null) > 10 as has_unread, count(mail_at)::int as mails
       from identity.notifications`,
  );
  expect(counts).toEqual([{ has_unread: true, mails: 0 }]);
});

test('seeding the demo again changes nothing that people have changed since', async () => {
  await database.query("update identity.users set name = 'Changed' where email = 'owner@demo.test'");
  await database.query(
    "update identity.users set talent_access_state = 'none' where email = 'talent@demo.test'",
  );
  await database.query("update employer.companies set condition = 'disabled', name = 'Changed'");
  await database.query("update employer.job_posts set title = 'Changed'");
  await database.query("update employer.org_memberships set status = 'revoked'");
  // Mail about one of them waits.
  await database.query(
    'update identity.notifications set mail_at = now() where id = (select id from identity.notifications limit 1)',
  );
  const everything = () =>
    database.query(
      `select (select jsonb_agg(u order by id) from identity.users u) as users,
              (select jsonb_agg(c order by user_id) from identity.credentials c) as credentials,
              (select jsonb_agg(c order by admin_id) from identity.admin_credentials c) as admin_credentials,
              (select jsonb_agg(c order by id) from employer.companies c) as companies,
              (select jsonb_agg(m order by id) from employer.org_memberships m) as memberships,
              (select jsonb_agg(j order by id) from employer.job_posts j) as job_posts,
              (select jsonb_agg(p order by user_id) from talent.profiles p) as profiles,
              (select jsonb_agg(s order by id) from talent.saved_searches s) as saved_searches,
              (select jsonb_agg(jsonb_build_object('id', id, 'mail_at', mail_at) order by id)
                 from identity.notifications) as notifications`,
    );
  const before = await everything();
  await Promise.all([seedDemo(database.ownerUrl), seedDemo(database.ownerUrl)]);
  expect(await everything()).toEqual(before);
});

test.each([
  ['a person', "insert into identity.users (email, name) values ('ada@example.com', 'Ada')"],
  [
    'one of the staff',
    "insert into identity.admins (email, name, role) values ('ada@example.com', 'Ada', 'viewer')",
  ],
])('F21: a database that has %s and is no demo gets no demo data', async (_who, insert) => {
  await withMigratedDatabase(async (client, href) => {
    await client.query(insert);
    await expect(seedDemo(href)).rejects.toThrow('the database has people and is no demo');
    const { rows } = await client.query(
      `select (select count(*) from identity.users) + (select count(*) from identity.admins) as people,
                (select count(*) from identity.admin_second_factors) as second_factors,
                (select count(*) from employer.companies) as companies`,
    );
    expect(rows).toEqual([{ people: '1', second_factors: '0', companies: '0' }]);
  });
});

test('seeding sets no known password for a user who has a demo address already', async () => {
  await withMigratedDatabase(async (client, href) => {
    await client.query(
      "insert into identity.users (email, name) values ('talent@demo.test', 'A person'), ('owner@demo.test', 'Another')",
    );
    // So that it is a demo's database: others are refused.
    await client.query(
      "insert into identity.admins (email, name, role) values ('admin@demo.test', 'Ada', 'operator')",
    );
    await seedDemo(href);
    const { rows } = await client.query(
      `select u.name, c.user_id is not null as has_password, p.user_id is not null as has_profile,
                m.id is not null as has_membership
           from identity.users u left join identity.credentials c on c.user_id = u.id
           left join talent.profiles p on p.user_id = u.id left join employer.org_memberships m on m.user_id = u.id
          where u.email in ('talent@demo.test', 'owner@demo.test') order by u.name`,
    );
    const nothing = { has_password: false, has_profile: false, has_membership: false };
    expect(rows).toEqual([
      { name: 'A person', ...nothing },
      { name: 'Another', ...nothing },
    ]);
  });
});

/** Runs the files of the migrations from one number to before another, as an older release and its upgrade did. */
async function runFiles(client: pg.Client, from: string, before: string): Promise<void> {
  const folder = new URL('packages/database/migrations/', REPOSITORY_ROOT);
  const names = (await readdir(folder)).filter((name) => name >= from && name < before).sort();
  for (const name of names) await client.query(await readFile(new URL(name, folder), 'utf8'));
}

test('F1: sign-ups of older releases: the only open link of an address stays good, other unverified passwords go', async () => {
  await withEmptyDatabase(async ({ href }) => {
    const client = new pg.Client({ connectionString: href });
    await client.connect();
    try {
      await runFiles(client, '0001', '0010');
      const signUp = async (
        email: string,
        columns: { verified?: boolean; talent?: string; tokens: number },
      ) => {
        await client.query(
          `with made as (
             insert into identity.users (email, name, talent_access_state, email_verified_at)
             values ($1, $1, $2, case when $3 then now() end) returning id
           ), tokens as (
             insert into identity.mail_tokens (purpose, token_hash, user_id, expires_at)
             select 'email_verification', sha256(uuidv7()::text::bytea), id, now() + interval '1 hour'
               from made, generate_series(1, $4)
           )
           insert into identity.credentials (user_id, password_hash) select id, 'hash of ' || $1 from made`,
          [email, columns.talent ?? 'none', columns.verified ?? false, columns.tokens],
        );
      };
      await signUp('verified', { verified: true, tokens: 2 });
      await signUp('once', { tokens: 1 });
      await signUp('twice', { tokens: 2 });
      await signUp('suspended', { tokens: 1, talent: 'suspended' });
      await runFiles(client, '0010', '0011');
      const rows = async (sql: string) => (await client.query(sql)).rows;
      expect(await rows('select email, password_hash from identity.sign_ups order by email')).toEqual([
        { email: 'once', password_hash: 'hash of once' },
        { email: 'suspended', password_hash: 'hash of suspended' },
      ]);
      expect(
        await rows(
          `select u.email, c.password_hash from identity.users u left join identity.credentials c on c.user_id = u.id
            order by u.email`,
        ),
      ).toEqual([
        { email: 'suspended', password_hash: null },
        { email: 'verified', password_hash: 'hash of verified' },
      ]);
    } finally {
      await client.end();
    }
  });
});
