import type { AdminOverview, AuditEvent } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { loadPage } from '#api/load-page.ts';
import { BarChart, BarList } from '#design/bar-chart.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { useIdentitiesAdminSession } from '../session-hook.ts';
import { NO_FILTER } from './audit/audit-filter.ts';
import { AuditTable } from './audit/audit-table.tsx';

const TITLE = 'Overview';
const NEWEST = { ...NO_FILTER, cursor: '', limit: 6 };

interface TeamHome {
  readonly overview: AdminOverview;
  readonly events: readonly AuditEvent[];
}

export async function clientLoader({
  request,
}: ClientLoaderFunctionArgs): Promise<{ answer: ApiAnswer<TeamHome> }> {
  const [overview, events] = await Promise.all([
    loadPage('AdministrationService.GetAdminOverview', {}, request.signal),
    loadPage('AdministrationService.ListAuditEvents', NEWEST, request.signal),
  ]);
  if (!overview.ok) return { answer: overview };
  if (!events.ok) return { answer: events };
  return { answer: { ok: true, data: { overview: overview.data, events: events.data.items } } };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="cards" />;
}

export default function TeamHomePage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const name = useIdentitiesAdminSession()?.identities_admin.name ?? '';
  return (
    <PageData title={TITLE} answer={answer}>
      {({ overview, events }) => (
        <Page title={TITLE} lead={`Welcome back, ${name}. Changes take effect immediately.`}>
          <div className="stack">
            <Waiting overview={overview} />
            <Decisions overview={overview} />
            <section className="stack" aria-labelledby="lately">
              <h2 id="lately">Recent activity</h2>
              {events.length === 0 ? (
                <EmptyState title="No events yet">
                  <p>Staff actions and access changes appear here.</p>
                </EmptyState>
              ) : (
                <AuditTable events={events} />
              )}
            </section>
          </div>
        </Page>
      )}
    </PageData>
  );
}

function Waiting({ overview }: { overview: AdminOverview }) {
  const { pending_user_count: pending, user_count, company_count, disabled_company_count } = overview;
  return (
    <section className="stack" aria-labelledby="next">
      <h2 id="next">To do</h2>
      <ul className="cards">
        <li className="card">
          <h3>
            <Link to="/requests">
              {pending} pending talent access {pending === 1 ? 'request' : 'requests'}
            </Link>
          </h3>
          <p className="facts">of {user_count} users</p>
        </li>
        <li className="card">
          <h3>
            <Link to="/companies">
              {company_count} {company_count === 1 ? 'company' : 'companies'}
            </Link>
          </h3>
          <p className="facts">with {overview.published_job_post_count} published job posts</p>
        </li>
        <li className="card">
          <h3>
            <Link to="/companies?condition=disabled">
              {disabled_company_count} disabled {disabled_company_count === 1 ? 'company' : 'companies'}
            </Link>
          </h3>
          <p className="facts">Their members stay signed in but cannot act for them.</p>
        </li>
      </ul>
    </section>
  );
}

function Decisions({ overview: { decisions, days } }: { overview: AdminOverview }) {
  return (
    <section className="stack" aria-labelledby="decisions">
      <h2 id="decisions">Access decisions</h2>
      <div className="grid-2">
        <div className="card">
          <BarChart
            caption="Requests per day, last 7 days"
            valueLabel="Allowed"
            secondLabel="Refused"
            bars={days.map(({ day, allowed_count, refused_count }) => ({
              label: dayLabel(day),
              value: allowed_count,
              second: refused_count,
            }))}
          />
        </div>
        <div className="card">
          <h3>Refusals by code</h3>
          <Refusals decisions={decisions} />
        </div>
      </div>
    </section>
  );
}

const SHOWN_CODES = 8;

function Refusals({ decisions }: Pick<AdminOverview, 'decisions'>) {
  const refusals = decisions.filter(({ decision }) => decision !== 'allowed').slice(0, SHOWN_CODES);
  if (refusals.length === 0) return <p>No refusals in the last 7 days.</p>;
  return (
    <BarList
      label="Refusals by code, last 7 days"
      bars={refusals.map(({ decision, count }) => ({ label: decision, value: count }))}
    />
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Mon 26` */
function dayLabel(day: string): string {
  return DAY.format(new Date(day));
}
