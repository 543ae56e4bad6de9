import type { PublicJobPost } from '@gatehouse/contract/wire';
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { readApi } from '#api/server-api.ts';
import { ErrorDisplay } from '#design/error-display.tsx';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { Page } from '#design/page.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { JobList } from './jobs/job-list.tsx';
import { problemOf } from './jobs/read-public-jobs.ts';
import { openGraph } from './open-graph.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';

const PAGE_SIZE = 20;

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const webRequest = context.get(webRequestContext);
  const id = params['id'] ?? '';
  const after = (url.searchParams.get('cursor') ?? '').slice(0, 512);
  const [company, answer] = await Promise.all([
    readApi(webRequest, 'PublicCompanyService.GetPublicCompany', { id }),
    readApi(webRequest, 'PublicCompanyService.ListPublicCompanyJobPosts', {
      company_id: id,
      cursor: after,
      limit: PAGE_SIZE,
    }),
  ]);
  // 400: the id has another form.
  if (!company.ok)
    throw problemOf({ ...company.refusal, ...(company.refusal.status === 400 ? NOT_FOUND : {}) });
  if (!answer.ok && after === '') throw problemOf(answer.refusal);
  return { company: company.data, answer, after, origin: webRequest.origin };
}

const NOT_FOUND = { status: 404, detail: 'There is no company at this address.' };

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { company, after, origin } = loaderData;
  const path = `/companies/${company.id}`;
  const about = company.about.replaceAll(/\s+/g, ' ').slice(0, 140);
  const description = `${company.name} on Gatehouse: ${about === '' ? 'the company and its open jobs.' : about}`;
  return [
    { name: 'description', content: description },
    after === ''
      ? { tagName: 'link', rel: 'canonical', href: `${origin}${path}` }
      : { name: 'robots', content: 'noindex, follow' },
    ...openGraph({ origin, path, title: company.name, description }),
  ];
};

/** A company as visitors see it, with its open jobs. */
export default function CompanyPage() {
  const { company, answer } = useLoaderData<typeof loader>();
  const { name, about, website } = company;
  return (
    <Page
      title={name}
      back={{ to: '/jobs', title: 'All jobs' }}
      lead={
        website === '' ? undefined : (
          <a href={website} rel="noopener nofollow">
            {website.replace(/^https?:\/\//, '')}
          </a>
        )
      }
    >
      {about === '' ? null : (
        <p className="prose" dir="auto">
          {about}
        </p>
      )}
      <section className="stack" aria-labelledby="open-jobs">
        <h2 id="open-jobs">Open jobs</h2>
        {answer.ok ? <OpenJobs first={answer.data} /> : <ErrorDisplay refusal={answer.refusal} />}
      </section>
    </Page>
  );
}

function OpenJobs({ first }: { first: ListPage<PublicJobPost> }) {
  const { items, more } = useMorePages(first, { nextPage: 'More jobs' });
  return (
    <>
      {items.length === 0 ? <p>No open jobs at the moment.</p> : <JobList posts={items} heading="h3" />}
      {more}
    </>
  );
}
