import { type TableEntry, technical } from './entry.ts';

/** Tables of the migrations, of the retention job and of the statistics. */
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
  'identity.weekly_statistics': ofPlatform(
    'what happened in each week, for the staff: counts and times of all together',
    {
      week: 'its Monday',
      published_job_post_count: 'job posts published',
      application_count: 'applications sent',
      access_request_count: 'requests for talent access',
      access_decision_count: 'decisions about them',
      access_median_hours: 'median time to the decision',
      access_ninetieth_percentile_hours: '90th percentile of it',
      company_request_count: 'companies that wait for a review',
      company_decision_count: 'decisions about them',
      company_median_hours: 'median time to the decision',
      company_ninetieth_percentile_hours: '90th percentile of it',
      report_count: 'reports of abuse',
      closed_report_count: 'reports that were closed',
      report_median_hours: 'median time to the end',
      report_ninetieth_percentile_hours: '90th percentile of it',
    },
  ),
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
