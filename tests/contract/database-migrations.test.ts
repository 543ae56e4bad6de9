import { randomBytes } from 'node:crypto';
import { migrate, seedDemo } from '@gatehouse/database';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';

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
    expect(runs.map((names) => names.length > 0).sort()).toEqual([false, false, true]);
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

test('seeding the demo again changes nothing that people have changed since', async () => {
  await database.query("update identity.users set name = 'Changed' where email = 'owner@demo.test'");
  await database.query(
    "update identity.users set talent_access_state = 'none' where email = 'talent@demo.test'",
  );
  await database.query("update employer.companies set condition = 'disabled'");
  await database.query("update employer.job_posts set title = 'Changed'");
  await database.query("update employer.org_memberships set status = 'revoked'");
  const everything = () =>
    database.query(
      `select (select jsonb_agg(u order by id) from identity.users u) as users,
              (select jsonb_agg(c order by user_id) from identity.credentials c) as credentials,
              (select jsonb_agg(c order by admin_id) from identity.admin_credentials c) as admin_credentials,
              (select jsonb_agg(c order by id) from employer.companies c) as companies,
              (select jsonb_agg(m order by id) from employer.org_memberships m) as memberships,
              (select jsonb_agg(j order by id) from employer.job_posts j) as job_posts,
              (select jsonb_agg(p order by user_id) from talent.profiles p) as profiles`,
    );
  const before = await everything();
  await Promise.all([seedDemo(database.ownerUrl), seedDemo(database.ownerUrl)]);
  expect(await everything()).toEqual(before);
});

test('seeding gives nobody who has a demo address already a known password', async () => {
  await withEmptyDatabase(async ({ href }) => {
    await migrate(href);
    const client = new pg.Client({ connectionString: href });
    await client.connect();
    try {
      await client.query(
        "insert into identity.users (email, name) values ('talent@demo.test', 'A person'), ('owner@demo.test', 'Another')",
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
    } finally {
      await client.end();
    }
  });
});
