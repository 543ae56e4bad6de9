import type { TestDatabase } from '@gatehouse/testkit';

/**
 * Where any of some texts is in the database: in any column of any table, in bytes too, in upper or lower case.
 * @returns `table: text`, sorted.
 */
export async function findText(
  database: Pick<TestDatabase, 'query'>,
  texts: readonly string[],
): Promise<readonly string[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind in ('r', 'p')
        and not c.relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    for (const text of texts) {
      // A row as text has each of its columns, and bytes in hexadecimal digits.
      const rows = await database.query(
        `select from ${name} t where strpos(lower(t::text), lower($1)) > 0 or strpos(t::text, $2) > 0 limit 1`,
        [text, Buffer.from(text).toString('hex')],
      );
      if (rows.length > 0) found.push(`${name}: ${text}`);
    }
  }
  return found.toSorted();
}
