import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

let database: TestDatabase;
let client: pg.Client;
const name = `audit_${randomBytes(6).toString('hex')}`;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  await database.query(`create database ${name} template template0`);
  const url = new URL(database.ownerUrl);
  url.pathname = `/${name}`;
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.query(`drop database ${name} with (force)`);
  await database.stop();
});

/** Runs the files of the migrations from one number to before another. */
async function runFiles(from: string, before: string): Promise<void> {
  const folder = new URL('packages/database/migrations/', REPOSITORY_ROOT);
  const names = (await readdir(folder)).filter((file) => file >= from && file < before).sort();
  for (const file of names) await client.query(await readFile(new URL(file, folder), 'utf8'));
}

const rowsOf = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows.flat();

const partitions = () =>
  rowsOf(
    "select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'identity.audit_events'::regclass order by 1",
  );

/** How often a table was read from end to end, by its id, whatever its name is. */
async function fullScans(id: string): Promise<number> {
  await client.query('select pg_stat_force_next_flush()');
  const [scans] = await rowsOf(`select seq_scan::int from pg_stat_all_tables where relid = ${id}`);
  return scans;
}

const step = async (asOf = 'now()') =>
  (await rowsOf(`select retention.step_audit_partitions_as_of(${asOf})`))[0];

/** As a service of any release inserts it; each connection prepares the statement once. */
const INSERT = {
  name: 'insert_audit_event',
  text: "insert into identity.audit_events (actor_kind, action, subject_kind) values ('system', 'x.y', $1)",
};
const insert = () => client.query({ ...INSERT, values: ['event'] });
const events = async () => (await rowsOf('select count(*)::int from identity.audit_events'))[0];

const monthOf = async (offset: number): Promise<string> => {
  const month = `date_trunc('month', now() at time zone 'UTC') + interval '${offset} months'`;
  return (await rowsOf(`select to_char(${month}, 'YYYY_MM')`))[0];
};

test('G11: the audit trail becomes monthly partitions without a scan under a lock, a lost event or a change for services', async () => {
  await runFiles('0001', '0028');
  await insert();
  await insert();
  const [id] = await rowsOf("select 'identity.audit_events'::regclass::oid::text");
  const before = await fullScans(id);
  await runFiles('0028', '0029');
  expect(await fullScans(id)).toBe(before);
  await insert();
  expect(await events()).toBe(3);
  expect(
    await rowsOf(
      "select string_agg(r || ' ' || has_any_column_privilege(r, 'identity.audit_events', 'insert') || ' ' || has_table_privilege(r, 'identity.audit_events', 'select') || ' ' || has_any_column_privilege(r, 'identity.audit_events_default', 'insert'), ', ') from unnest(array['identity_service', 'employer_service', 'talent_service']) r",
    ),
  ).toEqual([
    'identity_service true true false, employer_service true false false, talent_service true false false',
  ]);

  expect(await step()).toBe('bounded the first partition');
  await insert();
  expect(await step()).toBe('validated the first partition');
  await insert();
  const validated = await fullScans(id);
  expect(await step()).toBe('split off the default partition');
  expect(await fullScans(id)).toBe(validated);
  await insert();
  const [first, third] = [await monthOf(2), await monthOf(3)];
  expect(await step()).toBe(`created audit_events_${first}`);
  expect(await step()).toBe(`created audit_events_${third}`);
  expect(await step()).toBeNull();
  expect(await partitions()).toEqual(
    [
      `audit_events_${first}`,
      `audit_events_${third}`,
      'audit_events_default',
      `audit_events_until_${first}`,
    ].sort(),
  );
  expect(await events()).toBe(6);
  expect(await rowsOf(`select count(*)::int from identity.audit_events_until_${first}`)).toEqual([6]);
});

test('G11: a month goes with its partition after 24 months; an event of a month without a partition is kept', async () => {
  const [second, third] = [await monthOf(2), await monthOf(3)];
  const insertAt = (months: number) =>
    client.query(
      `insert into identity.audit_events (id, actor_kind, action, subject_kind)
       values (retention.first_id(date_trunc('month', now()) + interval '${months} months 3 days'), 'system', 'x.y', 'later')`,
    );
  await insertAt(2);
  await insertAt(30);
  expect(await rowsOf(`select count(*)::int from identity.audit_events_${second}`)).toEqual([1]);
  expect(await rowsOf('select count(*)::int from identity.audit_events_default')).toEqual([1]);
  // 27 months later the first two months are due; the job creates the months around that time, too.
  const steps: string[] = [];
  for (let done = await step("now() + interval '27 months'"); done !== null; ) {
    steps.push(done);
    done = await step("now() + interval '27 months'");
  }
  expect(steps.slice(0, 2)).toEqual([
    `removed audit_events_until_${second}`,
    `removed audit_events_${second}`,
  ]);
  const created = [await monthOf(27), await monthOf(28), await monthOf(29)];
  expect(steps.slice(2)).toEqual(created.map((month) => `created audit_events_${month}`));
  expect(await partitions()).toContain(`audit_events_${third}`);
  expect(await events()).toBe(1);
  expect(await rowsOf("select removed::int from retention.progress where kind = 'audit_events'")).toEqual([
    7,
  ]);
});
