import type { WeekStatistics } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { eventsPath } from './events-path.ts';
import { PeriodBefore } from './period-before.tsx';
import { WeekChart } from './week-chart.tsx';
import { WeekTable } from './week-table.tsx';
import { totalOf } from './weeks.ts';

const APPLICATIONS = 'application.created';

/** What companies publish and applicants send. */
export function Market({
  weeks,
  before,
}: {
  weeks: readonly WeekStatistics[];
  before: readonly WeekStatistics[];
}) {
  const posts = (of: readonly WeekStatistics[]) => totalOf(of, (week) => week.published_job_post_count);
  const applications = (of: readonly WeekStatistics[]) => totalOf(of, (week) => week.application_count);
  return (
    <section className="stack" aria-labelledby="market">
      <h2 id="market">Job posts and applications</h2>
      <ul className="counts">
        <li>
          <strong>{posts(weeks)}</strong> job posts published
          <PeriodBefore before={before} count={posts(before)} />
        </li>
        <li>
          <Link to={eventsPath(APPLICATIONS, weeks)}>
            <strong>{applications(weeks)}</strong> applications sent
          </Link>
          <PeriodBefore before={before} count={applications(before)} />
        </li>
      </ul>
      <div className="grid-2">
        <WeekChart
          caption="Job posts published per week"
          valueLabel="Job posts"
          weeks={weeks}
          barOf={(week) => ({ value: week.published_job_post_count })}
        />
        <WeekChart
          caption="Applications sent per week"
          valueLabel="Applications"
          weeks={weeks}
          barOf={(week) => ({ value: week.application_count })}
        />
      </div>
      <WeekTable
        about="of job posts and applications"
        weeks={weeks}
        columns={[
          { label: 'Job posts published', cell: (week) => week.published_job_post_count },
          {
            label: 'Applications sent',
            cell: (week) => <Link to={eventsPath(APPLICATIONS, [week])}>{week.application_count}</Link>,
          },
        ]}
      />
    </section>
  );
}
