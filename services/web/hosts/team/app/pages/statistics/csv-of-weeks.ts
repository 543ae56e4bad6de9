import type { StaffCaseload, WeekStatistics } from '@gatehouse/contract/wire';
import { sundayOf } from './weeks.ts';

const HEADER = [
  'week_from',
  'week_through',
  'published_job_posts',
  'applications',
  'access_requests',
  'access_decisions',
  'access_median_hours',
  'access_90th_percentile_hours',
  'companies_to_review',
  'company_decisions',
  'company_median_hours',
  'company_90th_percentile_hours',
  'reports',
  'closed_reports',
  'report_median_hours',
  'report_90th_percentile_hours',
];

/** RFC 4180 with a header line. Days and numbers alone, so no cell needs quotes. */
export function csvOfWeeks(weeks: readonly WeekStatistics[]): string {
  const lines = weeks.map((week) => [
    week.week,
    sundayOf(week.week),
    week.published_job_post_count,
    week.application_count,
    ...[week.access_requests, week.company_reviews, week.abuse_reports].flatMap(cellsOf),
  ]);
  return [HEADER, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cellsOf({ received_count, decided_count, median_hours, ninetieth_percentile_hours }: StaffCaseload) {
  return [received_count, decided_count, median_hours ?? '', ninetieth_percentile_hours ?? ''];
}
