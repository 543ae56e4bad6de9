import type { StaffCaseload, WeekStatistics } from '@gatehouse/contract/wire';
import { formatDay, formatDayAndMonth } from '#design/dates.ts';

const DAY_MILLIS = 86_400_000;

/** The periods that the page offers, in weeks. */
export const PERIODS = [13, 26, 52] as const;
export const DEFAULT_PERIOD = 26;

/** Reads the address; another number than those of the page counts as none. */
export function periodOf(params: URLSearchParams): number {
  return PERIODS.find((weeks) => String(weeks) === params.get('weeks')) ?? DEFAULT_PERIOD;
}

/** The API's limit: a year. */
const MAX_WEEKS = 52;

/** How many weeks to ask for: the period and, as far as the API has it, as many weeks before. */
export function weeksToRead(period: number): number {
  return Math.min(2 * period, MAX_WEEKS);
}

/** The weeks of the period, and those of the one before; none where not all of them were read, or nothing was counted yet. */
export function withPeriodBefore(all: readonly WeekStatistics[], period: number) {
  const before = all.slice(-2 * period, -period);
  return { weeks: all.slice(-period), before: before.length === period && hasCounts(before) ? before : [] };
}

/** The Sunday of a week, by its Monday: both as `2026-01-31`. */
export function sundayOf(monday: string): string {
  return new Date(Date.parse(monday) + 6 * DAY_MILLIS).toISOString().slice(0, 10);
}

/** `16 Nov – 22 Nov 2026` */
export function weekName(monday: string): string {
  return `${formatDayAndMonth(monday)} – ${formatDay(sundayOf(monday))}`;
}

/** How long something took: `25 min`, `3 h`, `2 days`. */
export function formatHours(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`;
}

/** The caseloads of a week. */
export type CaseloadName = 'access_requests' | 'company_reviews' | 'abuse_reports';

/** One count of all weeks together. */
export function totalOf(weeks: readonly WeekStatistics[], count: (week: WeekStatistics) => number): number {
  return weeks.reduce((total, week) => total + count(week), 0);
}

/** The counts of a caseload in all weeks together. */
export function sumOf(weeks: readonly WeekStatistics[], name: CaseloadName) {
  const sum = (count: (caseload: StaffCaseload) => number) => totalOf(weeks, (week) => count(week[name]));
  return {
    received: sum(({ received_count }) => received_count),
    decided: sum(({ decided_count }) => decided_count),
  };
}

/** Whether anything was counted. */
export function hasCounts(weeks: readonly WeekStatistics[]): boolean {
  return weeks.some(
    ({ published_job_post_count, application_count, access_requests, company_reviews, abuse_reports }) =>
      published_job_post_count + application_count > 0 ||
      [access_requests, company_reviews, abuse_reports].some(
        ({ received_count, decided_count }) => received_count + decided_count > 0,
      ),
  );
}
