/**
 * SQL of an export's file: JSON in UTF-8, as the contract describes it (`DataExportDocument`).
 * @param sql expressions of the time at which it was made, and of its data by table.
 */
export function contentOf({
  completedAt,
  tables,
}: {
  readonly completedAt: string;
  readonly tables: string;
}): string {
  return `convert_to(json_build_object(
            'created_at', to_char(${completedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'tables', ${tables})::text, 'UTF8')`;
}
