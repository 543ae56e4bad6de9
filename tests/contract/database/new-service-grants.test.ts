import { API_SERVICES } from '@gatehouse/contract';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { SQL_WORDS } from '#generators/new-service/sql-words.ts';
import { filesOf } from '#generators/new-service/templates.ts';

const NAME = 'billing';
const ROLE = `${NAME}_service`;
const OTHERS = API_SERVICES.map((name) => `${name}_service`);

/** What every service may do for a feature of its own: a new service gets it with that feature. */
const OF_FEATURES: readonly RegExp[] = [
  /employer\.(company_logos|job_posts|job_post_terms|is_expired|yearly_pay)\b/,
  /^select \((about|logo_hash|review_state|website)\) on employer\.companies$/,
];

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.stop();
});

test('a new service gets every right that all services have, so that the boundary works in it', async () => {
  const migration = Object.entries(filesOf({ name: NAME, version: '0.0.0', migration: '9999' })).find(
    ([path]) => path.endsWith('.sql'),
  );
  // The role belongs to the whole server: it must not outlive the test.
  await client.query('begin');
  await client.query(migration?.[1] ?? '');
  const { rows } = await client.query<{ right: string }>(
    `select right_ as "right" from (
       select format('%s (%s) on %s.%s', privilege, a.attname, n.nspname, c.relname) as right_,
              (select bool_and(has_column_privilege(role, c.oid, a.attnum, privilege)) from unnest($1::text[]) role) as all_have,
              has_column_privilege($2, c.oid, a.attnum, privilege) as is_granted
         from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('identity', 'employer', 'talent')
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        cross join unnest('{select,insert,update,references}'::text[]) privilege
        where c.relkind in ('r', 'p', 'v') and not c.relispartition
       union all
       select format('execute on %s', p.oid::regprocedure),
              (select bool_and(has_function_privilege(role, p.oid, 'execute')) from unnest($1::text[]) role),
              has_function_privilege($2, p.oid, 'execute')
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('identity', 'employer', 'talent')
       union all
       select format('delete on %s.%s', n.nspname, c.relname),
              (select bool_and(has_table_privilege(role, c.oid, 'delete')) from unnest($1::text[]) role),
              has_table_privilege($2, c.oid, 'delete')
         from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('identity', 'employer', 'talent')
        where c.relkind in ('r', 'p') and not c.relispartition
     ) rights where all_have and not is_granted order by 1`,
    [OTHERS, ROLE],
  );
  await client.query('rollback');
  const missing = rows
    .map(({ right }) => right)
    .filter((right) => !OF_FEATURES.some((one) => one.test(right)));
  expect(missing).toEqual([]);
});

test('each word that PostgreSQL accepts as no name of a schema is a name that no new service gets', async () => {
  const { rows } = await client.query<{ word: string }>(
    `select word from pg_get_keywords() where catcode in ('R', 'T') and word ~ '^[a-z]{2,20}$' order by word`,
  );
  expect(SQL_WORDS.toSorted()).toEqual(rows.map(({ word }) => word));
});
