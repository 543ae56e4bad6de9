import type { TableEntry } from './entry.ts';
import { DATA_REGISTRY } from './index.ts';

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * SQL that creates `identity.data_export_of(user_id)`, which returns all that the registry says is exported: by table its
 * purpose and the user's rows. It runs with the owner's rights, so that identity's role reads no table of another service.
 * `migrate` runs it after the migrations: a column that the registry exports is exported by the next release (G11).
 */
export function exportFunctionSql(): string {
  const tables = Object.entries(DATA_REGISTRY).flatMap(([name, table]) =>
    table.rowsOfUser === null ? [] : [`${literal(name)}, ${tableSql(name, table, table.rowsOfUser)}`],
  );
  return `create or replace function identity.data_export_of(user_id uuid) returns json
  language sql stable security definer set search_path = '' as $function$
select json_build_object(
  ${tables.join(',\n  ')}
)
$function$;
revoke all on function identity.data_export_of(uuid) from public;
grant execute on function identity.data_export_of(uuid) to identity_service;`;
}

function tableSql(name: string, table: TableEntry, rowsOfUser: string): string {
  const { purpose, columns, newest } = table;
  const values = Object.entries(columns).flatMap(([column, { exported, as }]) =>
    exported === true ? [`${literal(column)}, ${as ?? `t."${column}"`}`] : [],
  );
  const bound = newest === undefined ? '' : ` 'max_rows', ${newest.rows},`;
  return `json_build_object('purpose', ${literal(purpose)},${bound} 'rows', (
    select coalesce(json_agg(json_build_object(${values.join(', ')})), '[]'::json)
      from ${newest === undefined ? `${name} t where ${rowsOfUser}` : `(${newestSql(name, newest)}) t`}))`;
}

/** Each part in the order of its index, so that PostgreSQL reads no more rows than an export has. */
function newestSql(name: string, { rows, by }: NonNullable<TableEntry['newest']>): string {
  const order = `order by id desc limit ${rows}`;
  const parts = by.map((condition) => `(select t.* from ${name} t where ${condition} ${order})`);
  return `select u.* from (${parts.join(' union ')}) u ${order}`;
}
