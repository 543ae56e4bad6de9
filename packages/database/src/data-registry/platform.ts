import { type TableEntry, technical } from './entry.ts';

/** Tables of the migrations and of the retention job. */
export const platform: Readonly<Record<string, TableEntry>> = {
  'public.schema_migrations': ofPlatform('which migrations have run', {
    id: 'number',
    name: 'file',
    batch: 'run',
    migration_time: 'when',
  }),
  'public.schema_migrations_lock': ofPlatform("the migration tool's own lock", {
    index: 'number',
    is_locked: 'whether a run holds it',
  }),
  'retention.progress': ofPlatform('what the retention job has removed', {
    kind: 'kind of data',
    relation: 'its table',
    key_column: 'the key of its table',
    last_success_at: 'end of the last complete run',
    removed: 'rows removed so far',
    oldest_due_at: 'since when the oldest row that is still there has been due',
  }),
};

function ofPlatform(purpose: string, meanings: Readonly<Record<string, string>>): TableEntry {
  const columns = Object.entries(meanings).map(
    ([name, meaning]) => [name, technical(meaning, 'stays')] as const,
  );
  return {
    whose: 'platform',
    purpose,
    basis: 'operation',
    kept: 'always',
    rowsOfUser: null,
    columns: Object.fromEntries(columns),
  };
}
