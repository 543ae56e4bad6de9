import type { PublicJobPost } from '@gatehouse/contract/wire';
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { formatDay } from '../../../../../design/dates.ts';
import { Page } from '../../../../../design/page.tsx';
import { KIND_WORDS } from '../../../../../design/words.ts';
import { readApi } from '../../../../../session/server-api.ts';
import { webRequestContext } from '../../../../../session/web-request.ts';
import { PUBLIC_PAGE_HEADERS } from '../public-page-headers.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const webRequest = context.get(webRequestContext);
  const id = params['id'] ?? '';
  const answer = await readApi(webRequest, 'PublicJobPostService.GetPublicJobPost', { id });
  if (!answer.ok) {
    const { status, detail } = answer.refusal;
    // An id of another form is no job either.
    throw data(detail, { status: status === 400 ? 404 : status === 0 ? 503 : status });
  }
  return { post: answer.data, canonical: `${webRequest.origin}/jobs/${answer.data.id}` };
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { post, canonical } = loaderData;
  return [
    {
      name: 'description',
      content: `${post.company.name}, ${post.location}: ${post.description.slice(0, 140)}`,
    },
    { tagName: 'link', rel: 'canonical', href: canonical },
    { 'script:ld+json': structuredData(post) },
  ];
};

const EMPLOYMENT_TYPES = {
  full_time: 'FULL_TIME',
  part_time: 'PART_TIME',
  contract: 'CONTRACTOR',
  internship: 'INTERN',
} as const;

function structuredData(post: PublicJobPost) {
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: post.title,
    description: post.description,
    datePosted: post.published_at,
    employmentType: EMPLOYMENT_TYPES[post.kind],
    hiringOrganization: { '@type': 'Organization', name: post.company.name, sameAs: post.company.website },
    jobLocation: { '@type': 'Place', address: post.location },
  };
}

export default function JobPage() {
  const { post } = useLoaderData<typeof loader>();
  return (
    <Page title={post.title} lead={`${post.company.name} · ${post.location}`}>
      <p className="facts">
        <span>{KIND_WORDS[post.kind]}</span>
        <time dateTime={post.published_at}>Published {formatDay(post.published_at)}</time>
      </p>
      <div className="grid-2">
        <article className="prose">{post.description}</article>
        <aside className="card">
          <h2>{post.company.name}</h2>
          <p>{post.company.about}</p>
          {post.company.website === '' ? null : (
            <p>
              <a href={post.company.website} rel="noopener nofollow">
                {post.company.website.replace(/^https?:\/\//, '')}
              </a>
            </p>
          )}
        </aside>
      </div>
      <p>
        <Link to="/">All jobs</Link>
      </p>
    </Page>
  );
}
