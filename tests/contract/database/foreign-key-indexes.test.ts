import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
afterAll(() => database.stop());

/** Of tables whose rows no function deletes: companies and staff accounts stay. */
const NEVER_DELETED = ['employer.companies', 'identity.admins'];

interface ForeignKey extends Record<string, unknown> {
  readonly name: string;
  readonly action: 'a' | 'r' | 'c' | 'n' | 'd';
  readonly referenced: string;
  readonly is_indexed: boolean;
}

/** An index that begins with the column; a partial one if it has every row with a value. */
const FOREIGN_KEYS = `
  select c.conname as name, c.confdeltype as action, c.confrelid::regclass::text as referenced,
         exists (select from pg_index i join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
                  where i.indrelid = c.conrelid and i.indisvalid and i.indkey[0] = c.conkey[1]
                    and (i.indpred is null
                         or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname))) as is_indexed
    from pg_constraint c
   where c.contype = 'f' and c.conparentid = 0
   order by c.conname`;

test('F2 G1: every foreign key to rows that are deleted has an index: a deletion reads no table for its references', async () => {
  const keys = await database.query<ForeignKey>(FOREIGN_KEYS);
  expect(keys.length).toBeGreaterThan(40);
  const isNeeded = ({ action, referenced }: ForeignKey) =>
    action !== 'a' || !NEVER_DELETED.includes(referenced);
  expect(keys.filter((key) => isNeeded(key) && !key.is_indexed).map(({ name }) => name)).toEqual([]);
});
