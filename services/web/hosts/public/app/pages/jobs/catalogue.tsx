import type { ListPublicJobPostsResponse, PublicJobPost } from '@gatehouse/contract/wire';
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { ErrorDisplay } from '#design/error-display.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import { useMorePages } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { FeedNote, feedLink } from '../feed-note.tsx';
import { openGraph } from '../open-graph.ts';
import { PUBLIC_PAGE_HEADERS } from '../public-page-headers.ts';
import { JobList } from './job-list.tsx';
import { findPublicJobs, problemOf, readPublicJobs } from './read-public-jobs.ts';
import { addressOf, feedAddressOf, feedTitleOf, type Search, searchOf, textOf } from './search.ts';
import { SearchPanel } from './search-panel.tsx';

const PAGE_SIZE = 20;

/** More matches are not counted. */
const COUNT_TO = 1000;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const webRequest = context.get(webRequestContext);
  const search = searchOf(url);
  const after = textOf(url, 'cursor', 1024);
  const isFirst = after === '';
  const { kind, ...texts } = search;
  const answer = await findPublicJobs(webRequest, {
    ...texts,
    ...(kind === null ? {} : { kind }),
    ...(isFirst ? { count_to: COUNT_TO } : {}),
    cursor: after,
    limit: PAGE_SIZE,
  });
  const shown = { answer, after, search, origin: webRequest.origin };
  if (answer.ok) {
    const isNothing = isFirst && answer.data.items.length === 0 && addressOf(search).size > 0;
    return data({ ...shown, newest: isNothing ? (await readPublicJobs(webRequest, NEWEST)).items : [] });
  }
  if (isFirst) throw problemOf(answer.refusal);
  // "More jobs" shows why, and the list stays.
  return data(
    { ...shown, newest: [] },
    { status: answer.refusal.status === 0 ? 503 : answer.refusal.status },
  );
}

/** Shown where nothing matches. */
const NEWEST = { query: '', location: '', cursor: '', limit: 8 };

const DESCRIPTION = 'Search all open jobs on Gatehouse by keyword, location and job type.';

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { search, after, origin } = loaderData;
  const isPlain = after === '' && addressOf(search).size === 0;
  return [
    { name: 'description', content: DESCRIPTION },
    // Search engines should find the catalogue, not each of its searches.
    isPlain
      ? { tagName: 'link', rel: 'canonical', href: `${origin}/jobs` }
      : { name: 'robots', content: 'noindex, follow' },
    feedLink(feedAddressOf(search), feedTitleOf(search)),
    ...openGraph({ origin, path: '/jobs', title: 'Jobs on Gatehouse', description: DESCRIPTION }),
  ];
};

export default function JobsPage() {
  const { answer, after, newest, search } = useLoaderData<typeof loader>();
  return (
    <Page title="Jobs" lead={leadOf(search, answer.ok ? answer.data : null)}>
      <SearchPanel search={search} />
      {answer.ok ? (
        <Found found={answer.data} search={search} newest={newest} />
      ) : (
        <ErrorDisplay refusal={answer.refusal} />
      )}
      {after === '' ? null : (
        <p className="actions">
          <Link className="button" to={`/jobs?${addressOf(search)}`}>
            Back to the first page
          </Link>
        </p>
      )}
    </Page>
  );
}

function Found({
  found,
  search,
  newest,
}: {
  found: ListPublicJobPostsResponse;
  search: Search;
  newest: readonly PublicJobPost[];
}) {
  const { corrected_query } = found;
  const { items, more } = useMorePages(found, { nextPage: 'More jobs' });
  return (
    <>
      {corrected_query === undefined ? null : (
        <p className="notice">
          Nothing matches “<bdi>{search.query}</bdi>”. Did you mean{' '}
          <Link to={`/jobs?${addressOf({ ...search, query: corrected_query })}`}>
            <bdi>{corrected_query}</bdi>
          </Link>
          ?
        </p>
      )}
      {items.length === 0 ? <NoMatch query={search.query} newest={newest} /> : <JobList posts={items} />}
      {more}
      <FeedNote href={feedAddressOf(search)}>new jobs of this search</FeedNote>
    </>
  );
}

function NoMatch({ query, newest }: { query: string; newest: readonly PublicJobPost[] }) {
  return (
    <>
      <EmptyState title={query === '' ? 'Nothing matches your filters' : `Nothing matches “${query}”`}>
        <p>
          Try fewer or other words, or <Link to="/jobs">see all jobs</Link>.
        </p>
      </EmptyState>
      {newest.length === 0 ? null : (
        <section className="stack" aria-labelledby="newest">
          <h2 id="newest">Newest jobs</h2>
          <JobList posts={newest} heading="h3" />
        </section>
      )}
    </>
  );
}

function leadOf({ query, location, kind }: Search, found: ListPublicJobPostsResponse | null): string {
  const type = kind === null ? '' : `${KIND_LABELS[kind].toLowerCase()} `;
  const jobs = found?.match_count === 1 ? 'job' : 'jobs';
  const where = location === '' ? '' : ` in ${location}`;
  const what = `${countOf(found)} open ${type}${jobs}${where}`;
  return query === ''
    ? `${what}, newest first.`
    : `${what} for “${found?.corrected_query ?? query}”, best match first.`;
}

/** How many jobs were found, for the beginning of a sentence. */
function countOf(found: ListPublicJobPostsResponse | null): string {
  const count = found?.match_count;
  if (count === undefined) return 'All';
  if (count === 0) return 'No';
  return count < COUNT_TO ? String(count) : '1,000+';
}
