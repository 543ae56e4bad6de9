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

function tableSql(name: string, { purpose, columns }: TableEntry, rowsOfUser: string): string {
  const values = Object.entries(columns).flatMap(([column, { exported, as }]) =>
    exported === true ? [`${literal(column)}, ${as ?? `t."${column}"`}`] : [],
  );
  return `json_build_object('purpose', ${literal(purpose)}, 'rows', (
    select coalesce(json_agg(json_build_object(${values.join(', ')})), '[]'::json) from ${name} t where ${rowsOfUser}))`;
}
