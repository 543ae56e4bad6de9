import type { StaffCaseload, WeekStatistics } from '@gatehouse/contract/wire';
import { describe, expect, test } from '@jest/globals';
import { csvOfWeeks } from './csv-of-weeks.ts';
import {
  formatHours,
  hasCounts,
  periodOf,
  sumOf,
  sundayOf,
  weekName,
  weeksToRead,
  withPeriodBefore,
} from './weeks.ts';

const NONE: StaffCaseload = { received_count: 0, decided_count: 0 };
const weekOf = (counts: Partial<WeekStatistics> = {}): WeekStatistics => ({
  week: '2026-01-26',
  published_job_post_count: 0,
  application_count: 0,
  access_requests: NONE,
  company_reviews: NONE,
  abuse_reports: NONE,
  ...counts,
});

describe('a week', () => {
  test('has a name that a person understands, also across months and years', () => {
    expect(weekName('2026-11-16')).toBe('16 Nov – 22 Nov 2026');
    expect(weekName('2025-12-29')).toBe('29 Dec – 4 Jan 2026');
    expect(sundayOf('2026-02-23')).toBe('2026-03-01');
  });

  test.each([
    [0, '1 min'],
    [0.42, '25 min'],
    [1, '1 h'],
    [3.4, '3 h'],
    [47.4, '47 h'],
    [48, '2 days'],
    [200, '8 days'],
  ])('names %d hours as %s', (hours, name) => {
    expect(formatHours(hours)).toBe(name);
  });
});

test('the address chooses one of the offered periods; another number counts as none', () => {
  expect(
    ['', 'weeks=13', 'weeks=52', 'weeks=7', 'weeks=x'].map((query) => periodOf(new URLSearchParams(query))),
  ).toEqual([26, 13, 52, 26, 26]);
});

test('a period is read with the one before, as far as the API has it', () => {
  expect([13, 26, 52].map(weeksToRead)).toEqual([26, 52, 52]);
  const all = [1, 2, 3, 4].map((application_count) => weekOf({ application_count }));
  expect(withPeriodBefore(all, 2)).toEqual({ weeks: all.slice(2), before: all.slice(0, 2) });
  expect(withPeriodBefore(all, 3)).toEqual({ weeks: all.slice(1), before: [] });
  const first = [weekOf(), ...all.slice(1, 2)];
  expect(withPeriodBefore(first, 1)).toEqual({ weeks: first.slice(1), before: [] });
});

test('weeks add up, and weeks without any count are found', () => {
  const busy = weekOf({ abuse_reports: { received_count: 2, decided_count: 1, median_hours: 3 } });
  expect(sumOf([busy, weekOf(), busy], 'abuse_reports')).toEqual({ received: 4, decided: 2 });
  expect([hasCounts([weekOf()]), hasCounts([weekOf(), busy])]).toEqual([false, true]);
  expect(hasCounts([weekOf({ application_count: 1 })])).toBe(true);
});

test('the CSV file has a line for each week, and no time where nothing was decided', () => {
  const access_requests = {
    received_count: 4,
    decided_count: 3,
    median_hours: 3.25,
    ninetieth_percentile_hours: 47,
  };
  const [header, line, end] = csvOfWeeks([weekOf({ application_count: 12, access_requests })]).split('\r\n');
  expect(header).toBe(
    'week_from,week_through,published_job_posts,applications,' +
      'access_requests,access_decisions,access_median_hours,access_90th_percentile_hours,' +
      'companies_to_review,company_decisions,company_median_hours,company_90th_percentile_hours,' +
      'reports,closed_reports,report_median_hours,report_90th_percentile_hours',
  );
  expect(line).toBe('2026-01-26,2026-02-01,0,12,4,3,3.25,47,0,0,,,0,0,,');
  expect(end).toBe('');
});
