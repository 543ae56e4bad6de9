import type { CompanyOverview, JobPostState } from '@gatehouse/contract/wire';
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

function Overview(overview: CompanyOverview) {
  const { applications, weeks } = overview;
  return (
    <div className="stack">
      <ToDo {...overview} />
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
            All applications ({sumOf(applications)})
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
      <JobPosts {...overview} />
    </div>
  );
}

function ToDo(overview: CompanyOverview) {
  const { applications, waiting } = overview;
  const { draft, expired, hidden } = jobPostCounts(overview);
  const submitted = applications.find(({ stage }) => stage === 'submitted')?.count ?? 0;
  const elsewhere = submitted - sumOf(waiting);
  return (
    <section className="stack" aria-labelledby="next">
      <h2 id="next">To do</h2>
      {waiting.length + draft + expired + hidden === 0 ? (
        <p>No new applications, and no drafts, expired or hidden job posts.</p>
      ) : (
        <ul className="cards">
          {waiting.map(({ job_post_id, title, count }) => (
            <Task
              key={job_post_id}
              to={`/employer/applications?job=${job_post_id}&stage=submitted`}
              title={title}
              what={`${count} new ${count === 1 ? 'application' : 'applications'}`}
            />
          ))}
          {elsewhere <= 0 ? null : (
            <Task
              to="/employer/applications?stage=submitted"
              title={`All ${submitted} new applications`}
              what={`${elsewhere} more for other job posts`}
            />
          )}
          {hidden === 0 ? null : (
            <Task
              to="/employer/jobs?state=hidden"
              title={`${hidden} ${hidden === 1 ? 'job post' : 'job posts'} hidden by Gatehouse`}
              what={
                hidden === 1
                  ? 'Visitors do not see it. Its page says why.'
                  : 'Visitors do not see them. The page of each says why.'
              }
            />
          )}
          {expired === 0 ? null : (
            <Task
              to="/employer/jobs?state=expired"
              title={`${expired} expired ${expired === 1 ? 'job post' : 'job posts'}`}
              what={`The last day for applications is over: choose a later one, or close ${expired === 1 ? 'it' : 'them'}.`}
            />
          )}
          {draft === 0 ? null : (
            <Task
              to="/employer/jobs?state=draft"
              title={`${draft} ${draftsOf(draft)} to finish`}
              what="Drafts are not public."
            />
          )}
        </ul>
      )}
      <p className="hint">
        Messages and answers to offers are in your <Link to="/account/notifications">notifications</Link>.
      </p>
    </section>
  );
}

function Task({ to, title, what }: { to: string; title: string; what: string }) {
  return (
    <li className="card">
      <h3>
        <Link to={to}>{title}</Link>
      </h3>
      <p className="facts">{what}</p>
    </li>
  );
}

/** Each number leads to the list of exactly those posts, and they add up to all (U11). */
function JobPosts(overview: CompanyOverview) {
  const { draft, published, expired, hidden, closed } = jobPostCounts(overview);
  const counts = [
    { filter: 'draft', count: draft, label: draftsOf(draft) },
    { filter: 'published', count: published, label: 'published' },
    { filter: 'expired', count: expired, label: 'expired' },
    { filter: 'hidden', count: hidden, label: 'hidden by Gatehouse' },
    { filter: 'closed', count: closed, label: 'closed' },
  ];
  return (
    <section className="stack" aria-labelledby="posts">
      <h2 id="posts">Job posts</h2>
      <ul className="counts" aria-label="Job posts by status">
        {counts.map(({ filter, count, label }) => (
          <li key={filter}>
            <Link to={`/employer/jobs?state=${filter}`}>
              <strong>{count}</strong> {label}
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link className="button" to="/employer/jobs">
          All job posts ({sumOf(overview.job_posts)})
        </Link>
      </p>
    </section>
  );
}

/** By what the list of job posts shows as their status. */
function jobPostCounts({
  job_posts,
  expired_job_posts: expired = 0,
  hidden_job_posts: hidden = 0,
}: CompanyOverview) {
  const of = (wanted: JobPostState) => job_posts.find(({ state }) => state === wanted)?.count ?? 0;
  const published = of('published') - expired - hidden;
  return { draft: of('draft'), published, expired, hidden, closed: of('closed') };
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function draftsOf(count: number): string {
  return count === 1 ? 'draft' : 'drafts';
}
