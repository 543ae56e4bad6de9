import type { CompanyOverview } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { readApi } from '#api/server-api.ts';
import { BarChart } from '#design/bar-chart.tsx';
import { formatDayAndMonth } from '#design/dates.ts';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { stageLabel } from '#design/stage.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { ReviewNotice } from './review-notice.tsx';

/** An entry page: users open it by bookmark, and the first paint has their data (P3). */
export async function loader({ context }: LoaderFunctionArgs) {
  return {
    answer: await readApi(context.get(webRequestContext), 'CompanyService.GetCurrentCompanyOverview', {}),
  };
}

export const handle = {
  reads: () => ({ answer: read('CompanyService.GetCurrentCompanyOverview', {}) }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export default function EmployerPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const company = useIdentitiesUserSession()?.employer_access.company?.name ?? 'Your company';
  return (
    <PageData title={company} answer={answer}>
      {(overview) => (
        <Page
          title={company}
          lead="What needs your attention."
          aside={
            <Link className="button primary" to="/employer/jobs/new">
              New job post
            </Link>
          }
        >
          <ReviewNotice review={overview.review} />
          {overview.job_posts.every(({ count }) => count === 0) ? <FirstSteps /> : <Overview {...overview} />}
        </Page>
      )}
    </PageData>
  );
}

function FirstSteps() {
  return (
    <EmptyState title="No job posts yet">
      <p>A job post is a draft until you publish it. Then it is public, and talent can apply.</p>
      <p className="actions">
        <Link className="button" to="/employer/jobs/new">
          Create your first job post
        </Link>
        <Link className="button" to="/employer/members">
          Invite a colleague
        </Link>
      </p>
    </EmptyState>
  );
}

function Overview({ job_posts, applications, weeks, waiting }: CompanyOverview) {
  const drafts = job_posts.find(({ state }) => state === 'draft')?.count ?? 0;
  const total = sumOf(applications);
  const submitted = applications.find(({ stage }) => stage === 'submitted')?.count ?? 0;
  const elsewhere = submitted - sumOf(waiting);
  return (
    <div className="stack">
      <section className="stack" aria-labelledby="next">
        <h2 id="next">To do</h2>
        {waiting.length === 0 && drafts === 0 ? (
          <p>You are all caught up.</p>
        ) : (
          <ul className="cards">
            {waiting.map(({ job_post_id, title, count }) => (
              <li className="card" key={job_post_id}>
                <h3>
                  <Link to={`/employer/applications?job=${job_post_id}&stage=submitted`}>{title}</Link>
                </h3>
                <p className="facts">
                  {count} new {count === 1 ? 'application' : 'applications'}
                </p>
              </li>
            ))}
            {elsewhere <= 0 ? null : (
              <li className="card">
                <h3>
                  <Link to="/employer/applications?stage=submitted">All {submitted} new applications</Link>
                </h3>
                <p className="facts">{elsewhere} more for other job posts</p>
              </li>
            )}
            {drafts === 0 ? null : (
              <li className="card">
                <h3>
                  <Link to="/employer/jobs?state=draft">
                    {drafts} {draftsOf(drafts)} to finish
                  </Link>
                </h3>
                <p className="facts">Drafts are not public.</p>
              </li>
            )}
          </ul>
        )}
      </section>
      <section className="stack" aria-labelledby="stages">
        <h2 id="stages">Applications</h2>
        <ul className="stages" aria-label="Applications by stage">
          {applications.map(({ stage, count }) => (
            <li key={stage}>
              <Link to={`/employer/applications?stage=${stage}`}>
                <strong>{count}</strong> <span>{stageLabel(stage)}</span>
              </Link>
            </li>
          ))}
        </ul>
        <p>
          <Link className="button" to="/employer/applications">
            All applications ({total})
          </Link>
        </p>
        <div className="card">
          <BarChart
            caption="Applications per week, last 12 weeks"
            valueLabel="Applications"
            bars={weeks.map(({ week, count }) => ({ label: formatDayAndMonth(week), value: count }))}
          />
        </div>
      </section>
      <section className="stack" aria-labelledby="posts">
        <h2 id="posts">Job posts</h2>
        <ul className="counts" aria-label="Job posts by status">
          {job_posts.map(({ state, count }) => (
            <li key={state}>
              <Link to={`/employer/jobs?state=${state}`}>
                <strong>{count}</strong> {state === 'draft' ? draftsOf(count) : state}
              </Link>
            </li>
          ))}
        </ul>
        <p>
          <Link className="button" to="/employer/jobs">
            All job posts ({sumOf(job_posts)})
          </Link>
        </p>
      </section>
    </div>
  );
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function draftsOf(count: number): string {
  return count === 1 ? 'draft' : 'drafts';
}
