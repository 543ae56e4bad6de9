import type { TableEntry } from './entry.ts';
import { DATA_REGISTRY } from './index.ts';

/**
 * SQL that creates `identity.erase_user(user_id)`, which does to each column what the registry says: deletes the user's rows
 * and empties what is written about the user elsewhere. One statement: each condition sees the rows as they were before,
 * and foreign keys are checked at its end. `migrate` runs it after the migrations, as the function of exports (G11).
 */
export function erasureFunctionSql(registry: Readonly<Record<string, TableEntry>> = DATA_REGISTRY): string {
  return `create or replace function identity.erase_user(user_id uuid) returns void
  language sql set search_path = '' as $function$
${erasureSql(registry)}
$function$;
revoke all on function identity.erase_user(uuid) from public;`;
}

/** The statement that erases the user `$1`. */
export function erasureSql(registry: Readonly<Record<string, TableEntry>> = DATA_REGISTRY): string {
  const steps = Object.entries(registry).flatMap(([name, table]) => stepSql(name, table) ?? []);
  return `with ${steps.map((step, index) => `step_${index} as (${step})`).join(',\n  ')}
select`;
}

function stepSql(name: string, { columns, rowsOfUser, rowsToErase }: TableEntry): string | null {
  const rows = rowsToErase ?? rowsOfUser;
  if (rows === null) return null;
  const deletions = Object.entries(columns).map(([column, { deletion }]) => ({ column, deletion }));
  if (deletions.some(({ deletion }) => deletion === 'row')) return `delete from ${name} t where ${rows}`;
  const emptied = deletions.flatMap(({ column, deletion }) =>
    deletion === 'erased' ? [`"${column}" = ''`] : [],
  );
  return emptied.length === 0 ? null : `update ${name} t set ${emptied.join(', ')} where ${rows}`;
}
