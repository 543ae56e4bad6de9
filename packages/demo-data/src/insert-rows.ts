import type pg from 'pg';

/** Rows of one table, in the order of its foreign keys among the others. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The condition for a row `r`: a user who already has a demo address gets no known password and no membership. */
  readonly where?: string;
}

/** Adds the rows that are missing, in one statement. */
export async function insertRows(
  client: pg.Client,
  { table, rows, where = 'true' }: TableRows,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).join(', ');
  await client.query(
    `insert into ${table} (${columns})
     select ${columns} from json_populate_recordset(null::${table}, $1) as r
      where ${where}
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}
