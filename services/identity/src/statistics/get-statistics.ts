import { type Handler, type HandlersOf, statement } from '@gatehouse/boundary';
import type { StaffCaseload, WeekStatistics } from '@gatehouse/contract';
import { CURRENT_WEEK, WEEK_COLUMNS, WEEK_INDEXES, type WeekCounts, weekCounts } from './week-counts.ts';

/** The contract and the page state this number. */
const DEFAULT_WEEKS = 26;

interface WeekRow extends WeekCounts {
  /** Its Monday, `2026-01-26`. */
  readonly week: string;
}

/** The last weeks, oldest first; those that have been recorded with their counts. */
const LIST_WEEKS = statement<WeekRow & { readonly is_recorded: boolean }>(
  'list_weekly_statistics',
  `select to_char(w.week, 'YYYY-MM-DD') as week, s.week is not null as is_recorded, ${WEEK_COLUMNS}
     from (select ${CURRENT_WEEK} - 7 * n from generate_series($1::int - 1, 0, -1) as n) as w (week)
     left join identity.weekly_statistics s on s.week = w.week
    order by w.week`,
  { indexes: ['weekly_statistics_pkey'] },
);

const COUNT_WEEKS = statement<WeekRow>(
  'count_weeks',
  `select to_char(c.week, 'YYYY-MM-DD') as week, ${WEEK_COLUMNS} from (${weekCounts('unnest($1::date[])')}) c`,
  { indexes: WEEK_INDEXES },
);

/** Recorded weeks as they were recorded; the current one, and those that the recorder has not reached, counted now. */
const getStatistics: Handler<'StatisticsService.GetStatistics'> = async ({ read }, { weeks }) => {
  const listed = await read.query(LIST_WEEKS, [weeks || DEFAULT_WEEKS]);
  const missing = listed.filter(({ is_recorded }) => !is_recorded).map(({ week }) => week);
  const counted = new Map((await read.query(COUNT_WEEKS, [missing])).map((row) => [row.week, row]));
  return { weeks: listed.map((row) => presentWeek(counted.get(row.week) ?? row)) };
};

/** What staff read about the platform over time. */
export const statisticsHandlers: HandlersOf<'StatisticsService'> = {
  'StatisticsService.GetStatistics': getStatistics,
};

function presentWeek(row: WeekRow): WeekStatistics {
  return {
    week: row.week,
    published_job_post_count: row.published_job_post_count,
    application_count: row.application_count,
    access_requests: presentCaseload({
      received_count: row.access_request_count,
      decided_count: row.access_decision_count,
      median: row.access_median_hours,
      ninetieth: row.access_ninetieth_percentile_hours,
    }),
    company_reviews: presentCaseload({
      received_count: row.company_request_count,
      decided_count: row.company_decision_count,
      median: row.company_median_hours,
      ninetieth: row.company_ninetieth_percentile_hours,
    }),
    abuse_reports: presentCaseload({
      received_count: row.report_count,
      decided_count: row.closed_report_count,
      median: row.report_median_hours,
      ninetieth: row.report_ninetieth_percentile_hours,
    }),
  };
}

function presentCaseload({
  median,
  ninetieth,
  ...counts
}: Pick<StaffCaseload, 'received_count' | 'decided_count'> & {
  readonly median: number | null;
  readonly ninetieth: number | null;
}): StaffCaseload {
  return {
    ...counts,
    ...(median === null ? {} : { median_hours: median }),
    ...(ninetieth === null ? {} : { ninetieth_percentile_hours: ninetieth }),
  };
}
