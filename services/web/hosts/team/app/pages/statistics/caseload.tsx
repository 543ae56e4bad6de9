import type { StaffCaseload, WeekStatistics } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { eventsPath } from './events-path.ts';
import { PeriodBefore } from './period-before.tsx';
import { WeekChart } from './week-chart.tsx';
import { WeekTable } from './week-table.tsx';
import { type CaseloadName, formatHours, sumOf, weekName } from './weeks.ts';

interface Words {
  readonly title: string;
  /** What comes to the staff. */
  readonly received: string;
  readonly decided: string;
  /** The chart of times. */
  readonly times: string;
  /** Shown in place of the charts. */
  readonly none: string;
  /** What waits now. */
  readonly queue: { readonly to: string; readonly title: string };
  /** The action of the audit trail whose events are those that are counted as received. */
  readonly action?: string;
}

const WORDS: Readonly<Record<CaseloadName, Words>> = {
  access_requests: {
    title: 'Access requests',
    received: 'Requests',
    decided: 'Decided',
    times: 'Time to the decision',
    none: 'No user has asked for talent access in these weeks.',
    queue: { to: '/requests', title: 'Requests that wait' },
    action: 'talent_access.requested',
  },
  company_reviews: {
    title: 'New companies',
    received: 'New companies',
    decided: 'Reviewed',
    times: 'Time to the review',
    none: 'No new company has waited for a review in these weeks.',
    queue: { to: '/company-reviews', title: 'Companies that wait' },
  },
  abuse_reports: {
    title: 'Reports of abuse',
    received: 'Reports',
    decided: 'Closed',
    times: 'Time until they were closed',
    none: 'Nothing was reported in these weeks.',
    queue: { to: '/reports', title: 'Open reports' },
  },
};

/** What came to the staff, what they decided, and how long it took. */
export function Caseload({
  weeks,
  before,
  name,
}: {
  weeks: readonly WeekStatistics[];
  before: readonly WeekStatistics[];
  name: CaseloadName;
}) {
  const { title, received, decided, times, none, queue, action } = WORDS[name];
  const sum = sumOf(weeks, name);
  const former = sumOf(before, name);
  const link = (of: readonly WeekStatistics[], children: ReactNode) =>
    action === undefined ? children : <Link to={eventsPath(action, of)}>{children}</Link>;
  return (
    <section className="stack" aria-labelledby={name}>
      <div className="page-heading">
        <h2 id={name}>{title}</h2>
        <Link to={queue.to}>{queue.title}</Link>
      </div>
      {sum.received + sum.decided === 0 ? (
        <p>{none}</p>
      ) : (
        <>
          <ul className="counts">
            <li>
              {link(
                weeks,
                <>
                  <strong>{sum.received}</strong> {received.toLowerCase()}
                </>,
              )}
              <PeriodBefore before={before} count={former.received} />
            </li>
            <li>
              <strong>{sum.decided}</strong> {decided.toLowerCase()}
              <PeriodBefore before={before} count={former.decided} />
            </li>
          </ul>
          <Latest weeks={weeks} name={name} />
          <div className="grid-2">
            <WeekChart
              caption={`${received} per week`}
              valueLabel={received}
              weeks={weeks}
              barOf={(week) => ({ value: week[name].received_count })}
            />
            {sum.decided === 0 ? null : (
              <WeekChart
                caption={`${times} per week: half took at most this`}
                valueLabel="Half within"
                weeks={weeks}
                barOf={(week) => ({
                  value: week[name].median_hours ?? 0,
                  text: timeOf(week[name].median_hours),
                })}
              />
            )}
          </div>
          <WeekTable
            about={`of ${title.toLowerCase()}`}
            weeks={weeks}
            columns={[
              { label: received, cell: (week) => link([week], week[name].received_count) },
              { label: decided, cell: (week) => week[name].decided_count },
              { label: 'Half within', cell: (week) => timeOf(week[name].median_hours) },
              { label: 'Nine of ten within', cell: (week) => timeOf(week[name].ninetieth_percentile_hours) },
            ]}
          />
        </>
      )}
    </section>
  );
}

function timeOf(hours: number | undefined): string {
  return hours === undefined ? 'None' : formatHours(hours);
}

/** The times of the newest week with a decision. */
function Latest({ weeks, name }: { weeks: readonly WeekStatistics[]; name: CaseloadName }) {
  const latest = weeks.findLast((week) => week[name].decided_count > 0);
  if (latest === undefined) return null;
  const { median_hours, ninetieth_percentile_hours }: StaffCaseload = latest[name];
  if (median_hours === undefined || ninetieth_percentile_hours === undefined) return null;
  return (
    <p>
      {weekName(latest.week)}: half took at most {formatHours(median_hours)}, nine of ten at most{' '}
      {formatHours(ninetieth_percentile_hours)}.
    </p>
  );
}
