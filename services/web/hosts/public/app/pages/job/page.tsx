import type { PublicJobPost } from '@gatehouse/contract/wire';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { formatDay } from '../../../../../design/dates.ts';
import { Monogram } from '../../../../../design/monogram.tsx';
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
      content: `${[post.company.name, post.location].filter(Boolean).join(', ')}: ${post.description.slice(0, 140)}`,
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
    identifier: { '@type': 'PropertyValue', name: 'Gatehouse', value: post.id },
    hiringOrganization: {
      '@type': 'Organization',
      name: post.company.name,
      ...(post.company.website === '' ? {} : { sameAs: post.company.website }),
    },
    ...(post.location === '' ? {} : { jobLocation: { '@type': 'Place', address: post.location } }),
  };
}

export default function JobPage() {
  const { post } = useLoaderData<typeof loader>();
  const { company } = post;
  return (
    <Page
      title={post.title}
      back={{ to: '/jobs', title: 'All jobs' }}
      lead={post.location === '' ? company.name : `${company.name} · ${post.location}`}
    >
      <div className="with-aside">
        <article className="prose">{post.description}</article>
        <aside className="stack">
          <section className="card">
            <h2>This job</h2>
            <dl className="facts-list">
              <dt>Kind</dt>
              <dd>{KIND_WORDS[post.kind]}</dd>
              {post.location === '' ? null : (
                <>
                  <dt>Place</dt>
                  <dd>{post.location}</dd>
                </>
              )}
              <dt>Published</dt>
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
