import type { Company, JobPost } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { EmptyState, Page } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import type { ApiAnswer } from '../../../../../session/api-answer.ts';
import { loadPage } from '../../../../../session/load-page.ts';
import { readApi } from '../../../../../session/server-api.ts';
import { webRequestContext } from '../../../../../session/web-request.ts';
import { JobPostState } from '../employer-jobs/job-post-state.tsx';

interface Overview {
  readonly company: Company;
  readonly posts: readonly JobPost[];
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

function together(
  company: ApiAnswer<Company>,
  posts: ApiAnswer<{ items: readonly JobPost[] }>,
): ApiAnswer<Overview> {
  if (!company.ok) return company;
  if (!posts.ok) return posts;
  return { ok: true, data: { company: company.data, posts: posts.data.items } };
}

export default function EmployerPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title="Your company" answer={answer}>
      {({ company, posts }) => (
        <Page title={company.name} lead={company.about === '' ? 'Your company on Gatehouse.' : company.about}>
          <section className="stack">
            <h2>Job posts</h2>
            {posts.length === 0 ? (
              <EmptyState>
                <p>Nothing published yet.</p>
              </EmptyState>
            ) : (
              <ul className="cards">
                {posts.slice(0, 6).map((post) => (
                  <li className="card" key={post.id}>
                    <h3>{post.title}</h3>
                    <p className="facts">
                      <JobPostState state={post.state} />
                      <span>{post.location}</span>
                    </p>
                  </li>
                ))}
              </ul>
            )}
            <p>
              <Link className="button primary" to="/employer/jobs">
                {posts.length === 0 ? 'Write the first one' : 'All job posts'}
              </Link>
            </p>
          </section>
        </Page>
      )}
    </PageData>
  );
}
