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
    // A row as text has each of its columns, and bytes in hexadecimal digits.
    const rows = await database.query<{ text: string }>(
      `with row_texts as materialized (select lower(t::text) as row_text from ${name} t)
       select text from unnest($1::text[]) as text
        where exists (select from row_texts
                       where strpos(row_text, lower(text)) > 0
                          or strpos(row_text, encode(convert_to(text, 'UTF8'), 'hex')) > 0)`,
      [texts],
    );
    found.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return found.toSorted();
}
