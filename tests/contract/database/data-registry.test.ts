import { DATA_REGISTRY } from '@gatehouse/database';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
afterAll(() => database.stop());

test('G11: the data registry has an entry for every column of the database, and for no other', async () => {
  const rows = await database.query<{ column: string }>(
    `select c.oid::regclass::text || '.' || a.attname as column
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind in ('r', 'p')
        and not c.relispartition`,
  );
  // `regclass` leaves out the schema of the search path.
  const inDatabase = rows.map(({ column }) => (column.split('.').length === 2 ? `public.${column}` : column));
  const inRegistry = Object.entries(DATA_REGISTRY).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  // Add the entry to packages/database/src/data-registry.
  expect(inRegistry.toSorted()).toEqual(inDatabase.toSorted());
});

test.each(
  Object.entries(DATA_REGISTRY).flatMap(([table, { rowsOfUser }]) =>
    rowsOfUser === null ? [] : [[table, rowsOfUser] as const],
  ),
)("G11: the registry's condition for a user's rows of %s is valid", async (table, rowsOfUser) => {
  const rows = await database.query(`select t.* from ${table} t where ${rowsOfUser}`, [
    '00000000-0000-0000-0000-000000000000',
  ]);
  expect(rows).toEqual([]);
});

test('G11: a table of users has either rows of one user or a column that names none', () => {
  for (const [table, { whose, rowsOfUser, columns }] of Object.entries(DATA_REGISTRY)) {
    const exportsSome = Object.values(columns).some(({ exported }) => exported === true);
    expect({ table, exportsSome }).toEqual({ table, exportsSome: rowsOfUser !== null });
    if (whose === 'company' || whose === 'admin' || whose === 'platform') expect(rowsOfUser).toBeNull();
  }
});

test('G11: each period of the registry that a job keeps is the one that the database keeps', async () => {
  const { PERIODS } = await import('#packages/database/src/data-registry/entry.ts');
  const views = await database.query<{ kind: string; definition: string }>(
    `select substring(viewname from 5) as kind, definition from pg_views where schemaname = 'retention'`,
  );
  const kinds = await database.query<{ kind: string }>('select kind from retention.progress');
  expect(views.map(({ kind }) => kind).toSorted()).toEqual(kinds.map(({ kind }) => kind).toSorted());
  for (const { kind, definition } of views) {
    const period = PERIODS[kind as keyof typeof PERIODS];
    const stated = /^(\d+ (?:days|months))/.exec(period)?.[1] ?? null;
    // PostgreSQL prints 24 months as 2 years.
    const kept =
      /'(\d+ (?:days|mons|years))'::interval/.exec(definition)?.[1]?.replace('2 years', '24 months') ?? null;
    expect({ kind, kept }).toEqual({ kind, kept: stated });
  }
});
