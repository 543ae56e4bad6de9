import type { Company, JobPost, ListJobPostsResponse } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { EmptyState, Page } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import type { ApiAnswer } from '../../../../../session/api-answer.ts';
import { loadPage } from '../../../../../session/load-page.ts';
import { readApi } from '../../../../../session/server-api.ts';
import { webRequestContext } from '../../../../../session/web-request.ts';
import { JobPostState } from '../job-post-state.tsx';

interface Overview {
  readonly company: Company;
  /** The newest hundred. */
  readonly posts: readonly JobPost[];
  /** Whether these are all that there are. */
  readonly isAll: boolean;
}

/** An entry page: people arrive by bookmark, and the first paint carries their data (P3). */
export async function loader({ context }: LoaderFunctionArgs): Promise<{ answer: ApiAnswer<Overview> }> {
  const webRequest = context.get(webRequestContext);
  const [company, posts] = await Promise.all([
    readApi(webRequest, 'CompanyService.GetCurrentCompany', {}),
    readApi(webRequest, 'JobPostService.ListJobPosts', FIRST_POSTS),
  ]);
  return { answer: together(company, posts) };
}

export async function clientLoader({
  request,
}: ClientLoaderFunctionArgs): Promise<{ answer: ApiAnswer<Overview> }> {
  const [company, posts] = await Promise.all([
    loadPage('CompanyService.GetCurrentCompany', {}, request.signal),
    loadPage('JobPostService.ListJobPosts', FIRST_POSTS, request.signal),
  ]);
  return { answer: together(company, posts) };
}

const FIRST_POSTS = { cursor: '', limit: 100 };

function together(company: ApiAnswer<Company>, posts: ApiAnswer<ListJobPostsResponse>): ApiAnswer<Overview> {
  if (!company.ok) return company;
  if (!posts.ok) return posts;
  const { items, next_cursor } = posts.data;
  return { ok: true, data: { company: company.data, posts: items, isAll: next_cursor === '' } };
}

export default function EmployerPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title="Your company" answer={answer}>
      {({ company, posts, isAll }) => (
        <Page title={company.name} lead={company.about === '' ? 'Your company on Gatehouse.' : company.about}>
          <div className="stack">
            <Counts posts={posts} isAll={isAll} />
            <section className="stack" aria-labelledby="newest">
              <h2 id="newest">Newest job posts</h2>
              {posts.length === 0 ? (
                <EmptyState title="Nothing written yet">
                  <p>A job post is a draft until you publish it.</p>
                </EmptyState>
              ) : (
                <ul className="cards">
                  {posts.slice(0, 6).map((post) => (
                    <PostCard key={post.id} post={post} />
                  ))}
                </ul>
              )}
              <p>
                <Link className="button primary" to="/employer/jobs">
                  {posts.length === 0 ? 'Write the first one' : 'All job posts'}
                </Link>
              </p>
            </section>
          </div>
        </Page>
      )}
    </PageData>
  );
}

const COUNTED = [
  { state: 'published', words: 'published' },
  { state: 'draft', words: 'drafts' },
  { state: 'closed', words: 'closed' },
] as const;

function Counts({ posts, isAll }: Pick<Overview, 'posts' | 'isAll'>) {
  return (
    <ul className="counts" aria-label="Job posts">
      {COUNTED.map(({ state, words }) => (
        <li key={state}>
          <strong>
            {posts.filter((post) => post.state === state).length}
            {isAll ? '' : '+'}
          </strong>{' '}
          {words}
        </li>
      ))}
    </ul>
  );
}

function PostCard({ post: { id, title, state, location } }: { post: JobPost }) {
  return (
    <li className="card">
      <h3>
        <Link to={`/employer/jobs/${id}`}>{title}</Link>
      </h3>
      <p className="facts">
        <JobPostState state={state} />
        <span>{location}</span>
      </p>
    </li>
  );
}
