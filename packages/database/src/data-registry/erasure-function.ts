import type { TableEntry } from './entry.ts';
import { DATA_REGISTRY } from './index.ts';

/**
 * SQL that creates `identity.erase_user(user_id)`, which does to each column what the registry says: deletes the user's rows
 * and empties what is written about the user elsewhere. One statement: each condition sees the rows as they were before,
 * and foreign keys are checked at its end. `identity.erase_applications(ids)` deletes applications with all that is about
 * them. `migrate` runs it after the migrations, as the function of exports (G11).
 */
export function erasureFunctionSql(registry: Readonly<Record<string, TableEntry>> = DATA_REGISTRY): string {
  return `create or replace function identity.erase_user(user_id uuid) returns void
  language sql set search_path = '' as $function$
${erasureSql(registry)}
$function$;
create or replace function identity.erase_applications(ids uuid[]) returns void
  language sql set search_path = '' as $function$
${erasureOfApplicationsSql(registry)}
$function$;
revoke all on function identity.erase_user(uuid), identity.erase_applications(uuid[]) from public;`;
}

/** The statement that erases the user `$1`. */
export function erasureSql(registry: Readonly<Record<string, TableEntry>> = DATA_REGISTRY): string {
  return inOneStatement(Object.entries(registry).flatMap(([name, table]) => stepSql(name, table) ?? []));
}

/** The statement that deletes the applications whose ids are in `$1`. */
export function erasureOfApplicationsSql(
  registry: Readonly<Record<string, TableEntry>> = DATA_REGISTRY,
): string {
  const tables = Object.keys(registry).filter(
    (name) => registry[name]?.columns['application_id']?.deletion === 'row',
  );
  return inOneStatement([
    ...tables.map((name) => `delete from ${name} t where t.application_id = any ($1)`),
    'delete from talent.applications t where t.id = any ($1)',
  ]);
}

function inOneStatement(steps: readonly string[]): string {
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
