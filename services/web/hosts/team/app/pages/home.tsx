import type { AdminOverview, AuditEvent } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { BarChart, BarList } from '#design/bar-chart.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { refusalLabel } from '../changes/refusal-labels.ts';
import { useIdentitiesAdminSession } from '../session-hook.ts';
import { ALL_BUT_SESSIONS } from './audit/audit-actions.ts';
import { auditPath, NO_FILTER } from './audit/audit-filter.ts';
import { AuditTable } from './audit/audit-table.tsx';

const TITLE = 'Overview';
const NEWEST = { ...NO_FILTER, action: ALL_BUT_SESSIONS, cursor: '', limit: 6 };

interface TeamHome {
  readonly overview: AdminOverview;
  readonly events: readonly AuditEvent[];
}

export const handle = {
  reads: () => ({
    overview: read('AdministrationService.GetAdminOverview', {}),
    events: read('AdministrationService.ListAuditEvents', NEWEST),
  }),
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs): Promise<{ answer: ApiAnswer<TeamHome> }> {
  const { overview, events } = await loadReads(handle, args);
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
            <Totals overview={overview} />
            <Decisions overview={overview} />
            <section className="stack" aria-labelledby="lately">
              <h2 id="lately">Recent activity</h2>
              {events.length === 0 ? (
                <EmptyState title="No events yet">
                  <p>Staff actions and access changes appear here.</p>
                </EmptyState>
              ) : (
                <>
                  <AuditTable events={events} />
                  <p>
                    <Link to={auditPath({ action: ALL_BUT_SESSIONS })}>All changes</Link>
                  </p>
                </>
              )}
            </section>
          </div>
        </Page>
      )}
    </PageData>
  );
}

function Waiting({ overview }: { overview: AdminOverview }) {
  const {
    pending_user_count: pending,
    oldest_request_at,
    reported_subject_count: reported,
    pending_company_count: companies,
  } = overview;
  return (
    <section className="stack" aria-labelledby="next">
      <h2 id="next">To do</h2>
      <ul className="cards">
        <li className="card">
          <h3>
            <Link to="/requests">
              {pending} {pending === 1 ? 'access request' : 'access requests'} to review
            </Link>
          </h3>
          <p className="facts">
            {oldest_request_at === undefined ? (
              'No requests are waiting.'
            ) : (
              <span>
                The oldest was sent <RelativeTime at={oldest_request_at} />.
              </span>
            )}
          </p>
        </li>
        {companies === 0 ? null : (
          <li className="card">
            <h3>
              <Link to="/company-reviews">
                {companies} {companies === 1 ? 'company' : 'companies'} to review
              </Link>
            </h3>
            <p className="facts">What new ones publish is not public yet; changed ones are public.</p>
          </li>
        )}
        <li className="card">
          <h3>
            <Link to="/reports">
              {reported} reported {reported === 1 ? 'job post or company' : 'job posts and companies'}
            </Link>
          </h3>
          <p className="facts">
            {reported === 0
              ? 'No reports are waiting.'
              : 'Hide the post, look at the company, or dismiss the reports.'}
          </p>
        </li>
      </ul>
    </section>
  );
}

/** The totals with their parts, which add up; each number links to its list. */
function Totals({ overview }: { overview: AdminOverview }) {
  const { user_count, pending_user_count, active_user_count, suspended_user_count } = overview;
  const { company_count, disabled_company_count } = overview;
  const withoutAccess = user_count - pending_user_count - active_user_count - suspended_user_count;
  return (
    <section className="stack" aria-labelledby="totals">
      <h2 id="totals">At a glance</h2>
      <div className="grid-2">
        <Total
          to="/people"
          title={`${user_count} ${user_count === 1 ? 'user' : 'users'}`}
          parts={[
            [active_user_count, 'with talent access', '/people?talent_access=active'],
            [pending_user_count, 'pending', '/people?talent_access=pending'],
            [suspended_user_count, 'suspended', '/people?talent_access=suspended'],
            [withoutAccess, 'without', '/people?talent_access=none'],
          ]}
        />
        <Total
          to="/companies"
          title={`${company_count} ${company_count === 1 ? 'company' : 'companies'}`}
          parts={[
            [company_count - disabled_company_count, 'active', '/companies?condition=active'],
            [disabled_company_count, 'disabled', '/companies?condition=disabled'],
          ]}
        >
          Published job posts:{' '}
          <Link to="/job-posts?exposure=visible">{overview.published_job_post_count} visible</Link>
          {overview.hidden_job_post_count === 0 ? null : (
            <>
              , <Link to="/job-posts?exposure=hidden">{overview.hidden_job_post_count} hidden</Link> by staff
              or with their company
            </>
          )}
        </Total>
      </div>
    </section>
  );
}

function Total({
  to,
  title,
  parts,
  children,
}: {
  to: string;
  title: string;
  parts: readonly (readonly [count: number, label: string, to: string])[];
  children?: ReactNode;
}) {
  return (
    <section className="card">
      <h3>
        <Link to={to}>{title}</Link>
      </h3>
      <ul className="counts">
        {parts.map(([count, label, path]) => (
          <li key={path}>
            <Link to={path}>
              <strong>{count}</strong> {label}
            </Link>
          </li>
        ))}
      </ul>
      {children === undefined ? null : <p>{children}</p>}
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
          <h3>Refusals by reason</h3>
          <Refusals decisions={decisions} />
        </div>
      </div>
    </section>
  );
}

const NAMED_REASONS = 8;

function Refusals({ decisions }: Pick<AdminOverview, 'decisions'>) {
  const refusals = decisions.filter(({ decision }) => decision !== 'allowed');
  if (refusals.length === 0) return <p>No refusals in the last 7 days.</p>;
  const named = refusals.slice(0, NAMED_REASONS);
  const rest = refusals.slice(NAMED_REASONS).reduce((sum, { count }) => sum + count, 0);
  return (
    <BarList
      label="Refusals by reason, last 7 days"
      bars={[
        ...named.map(({ decision, count }) => ({ label: refusalLabel(decision), value: count })),
        ...(rest === 0 ? [] : [{ label: 'Other reasons', value: rest }]),
      ]}
    />
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Mon 26` */
function dayLabel(day: string): string {
  return DAY.format(new Date(day));
}
