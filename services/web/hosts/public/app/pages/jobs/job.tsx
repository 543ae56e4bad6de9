import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { readApi } from '#api/server-api.ts';
import { formatDay } from '#design/dates.ts';
import { Dotted } from '#design/dotted.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import { Monogram } from '#design/monogram.tsx';
import { Page } from '#design/page.tsx';
import { pageProblem } from '#entry/page-problem.ts';
import { webRequestContext } from '#entry/web-request.ts';
import { openGraph } from '../open-graph.ts';
import { PUBLIC_PAGE_HEADERS } from '../public-page-headers.ts';
import { JobGone } from './job-gone.tsx';
import { structuredData } from './structured-data.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const webRequest = context.get(webRequestContext);
  const id = params['id'] ?? '';
  const answer = await readApi(webRequest, 'PublicJobPostService.GetPublicJobPost', { id });
  if (!answer.ok) {
    const { status, detail } = answer.refusal;
    // 400: the id has another form.
    throw pageProblem(status === 400 ? 404 : status === 0 ? 503 : status, detail);
  }
  return { post: answer.data, origin: webRequest.origin };
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { post, origin } = loaderData;
  const path = `/jobs/${post.id}`;
  const where = [post.company.name, post.location].filter(Boolean).join(', ');
  const description = `${where}: ${post.description.replaceAll(/\s+/g, ' ').slice(0, 140)}`;
  return [
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: `${origin}${path}` },
    ...openGraph({
      origin,
      path,
      title: `${post.title} at ${post.company.name}`,
      description,
      type: 'article',
    }),
    { 'script:ld+json': structuredData(post) },
  ];
};

/** Closed and unknown jobs have a page of their own. */
export const ErrorBoundary = JobGone;

export default function JobPage() {
  const { post } = useLoaderData<typeof loader>();
  const { company } = post;
  return (
    <Page
      title={post.title}
      back={{ to: '/jobs', title: 'All jobs' }}
      lead={<Dotted parts={{ company: company.name, location: post.location }} />}
    >
      <div className="with-aside">
        <article className="prose">{post.description}</article>
        <aside className="stack">
          <section className="card">
            <h2>Apply</h2>
            <p>Send your profile and, if you like, a message to the company.</p>
            <Link className="button primary" to={`/talent/apply/${post.id}`}>
              Apply for this job
            </Link>
          </section>
          <section className="card">
            <h2>About this job</h2>
            <dl className="facts-list">
              <dt>Job type</dt>
              <dd>{KIND_LABELS[post.kind]}</dd>
              {post.location === '' ? null : (
                <>
                  <dt>Location</dt>
                  <dd>{post.location}</dd>
                </>
              )}
              <dt>Posted</dt>
              <dd>
                <time dateTime={post.published_at}>{formatDay(post.published_at)}</time>
              </dd>
            </dl>
          </section>
          <section className="card">
            <Monogram name={company.name} />
            <h2>{company.name}</h2>
            {company.about === '' ? null : <p className="prose">{company.about}</p>}
            {company.website === '' ? null : (
              <p>
                <a href={company.website} rel="noopener nofollow">
                  {company.website.replace(/^https?:\/\//, '')}
                </a>
              </p>
            )}
          </section>
        </aside>
      </div>
    </Page>
  );
}
