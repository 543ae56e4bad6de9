import type { PublicCompany } from '@gatehouse/contract/wire';
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { CompanyLogo, publicLogo } from '#design/company-logo.tsx';
import { ErrorDisplay } from '#design/error-display.tsx';
import { keepRows } from '#design/keep-rows.ts';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { Page } from '#design/page.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { parseRichText } from '#rich-text/parse.ts';
import { excerptOf } from '#rich-text/plain-text.ts';
import { RichText } from '#rich-text/rich-text.ts';
import { FeedNote, feedLink } from './feed-note.tsx';
import { JobList } from './jobs/job-list.tsx';
import { type ListedJob, listedAnswer } from './jobs/listed-job.ts';
import { problemOf } from './jobs/read-public-jobs.ts';
import { textOf } from './jobs/search.ts';
import { useBackToJobs } from './jobs/use-back-to-jobs.ts';
import { openGraph } from './open-graph.ts';
import { MAX_CURSOR_LENGTH } from './public-address.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';
import { readPublicCompany } from './read-public-company.ts';

const PAGE_SIZE = 20;

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const webRequest = context.get(webRequestContext);
  const id = params['id'] ?? '';
  const after = textOf(url, 'cursor', MAX_CURSOR_LENGTH.company);
  const { company, posts: answer } = await readPublicCompany(webRequest, {
    id,
    cursor: after,
    limit: PAGE_SIZE,
  });
  if (!answer.ok && after === '') throw problemOf(answer.refusal);
  return {
    company,
    about: parseRichText(company.about),
    answer: listedAnswer(answer),
    after,
    origin: webRequest.origin,
  };
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export const clientMiddleware = [keepRows];

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { company, after, origin } = loaderData;
  const path = `/companies/${company.id}`;
  const about = excerptOf(company.about, 140);
  const description = `${company.name} on Gatehouse: ${about === '' ? 'the company and its open jobs.' : about}`;
  return [
    { name: 'description', content: description },
    after === ''
      ? { tagName: 'link', rel: 'canonical', href: `${origin}${path}` }
      : { name: 'robots', content: 'noindex, follow' },
    feedLink(`${path}/feed.xml`, `Jobs at ${company.name}`),
    ...openGraph({ origin, path, title: company.name, description }),
  ];
};

/** A company as visitors see it, with its open jobs. */
export default function CompanyPage() {
  const { company, about, answer } = useLoaderData<typeof loader>();
  const { name, website } = company;
  return (
    <Page
      title={name}
      picture={<CompanyLogo name={name} path={publicLogo(company)} />}
      back={useBackToJobs()}
      lead={
        website === '' ? undefined : (
          <a href={website} rel="noopener nofollow">
            {website.replace(/^https?:\/\//, '')}
          </a>
        )
      }
    >
      {about.length === 0 ? null : (
        <div className="prose rich-text" dir="auto">
          <RichText blocks={about} />
        </div>
      )}
      <section className="stack" aria-labelledby="open-jobs">
        <h2 id="open-jobs">Open jobs</h2>
        {answer.ok ? (
          <OpenJobs company={company} first={answer.data} />
        ) : (
          <ErrorDisplay refusal={answer.refusal} />
        )}
      </section>
      <p className="hint">
        <Link to={`/companies/${company.id}/report`}>Report this company</Link>
      </p>
    </Page>
  );
}

function OpenJobs({ company, first }: { company: PublicCompany; first: ListPage<ListedJob> }) {
  const { items, more } = useMorePages(first, { nextPage: 'More jobs' });
  return (
    <>
      {items.length === 0 ? (
        <p>No open jobs at the moment.</p>
      ) : (
        <JobList posts={items} heading="h3" isOfOneCompany />
      )}
      {more}
      <FeedNote href={`/companies/${company.id}/feed.xml`}>new jobs of this company</FeedNote>
    </>
  );
}
