import { jobsPhrase } from '@gatehouse/contract/jobs-phrase';
import type { ListPublicJobPostsResponse } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { ErrorDisplay } from '#design/error-display.tsx';
import { useResultsAnnouncement } from '#design/feedback/results.ts';
import { keepRows } from '#design/keep-rows.ts';
import { useMorePages } from '#design/more-pages.tsx';
import { Page } from '#design/page.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { FeedNote, feedLink } from '../feed-note.tsx';
import { openGraph } from '../open-graph.ts';
import { MAX_CURSOR_LENGTH } from '../public-address.ts';
import { PUBLIC_PAGE_HEADERS } from '../public-page-headers.ts';
import { FilterChips } from './filter-chips.tsx';
import { JobList } from './job-list.tsx';
import { type ListedJob, listedAnswer, listedJob } from './listed-job.ts';
import { NoMatch } from './no-match.tsx';
import { findPublicJobs, problemOf, readPublicJobs } from './read-public-jobs.ts';
import { SaveSearch } from './save-search.tsx';
import {
  addressOf,
  feedAddressOf,
  feedTitleOf,
  filtersOf,
  queryOf,
  type Search,
  searchOf,
  textOf,
  typeOf,
} from './search.ts';
import { SearchPanel } from './search-panel.tsx';

const PAGE_SIZE = 20;

/** What a search has found, as rows. */
type FoundJobs = Omit<ListPublicJobPostsResponse, 'items'> & { readonly items: readonly ListedJob[] };

/** More matches are not counted. */
const COUNT_TO = 1000;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const webRequest = context.get(webRequestContext);
  const search = searchOf(url);
  const after = textOf(url, 'cursor', MAX_CURSOR_LENGTH.catalogue);
  const isFirst = after === '';
  const answer = listedAnswer(
    await findPublicJobs(webRequest, {
      ...filtersOf(search),
      ...(isFirst ? { count_to: COUNT_TO, count_options: true } : {}),
      cursor: after,
      limit: PAGE_SIZE,
    }),
  );
  const found = answer.ok ? answer.data : null;
  const meant = meantBy(search, found);
  const shown = { answer, after, search, meant, lead: leadOf(meant, found), origin: webRequest.origin };
  if (answer.ok) {
    const isNothing = isFirst && answer.data.items.length === 0 && queryOf(search).size > 0;
    const newest = isNothing ? (await readPublicJobs(webRequest, NEWEST)).items : [];
    return data({ ...shown, newest: newest.map(listedJob) });
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

const DESCRIPTION = 'Search all open jobs on Gatehouse by keyword, location, workplace and pay.';

export const headers = () => PUBLIC_PAGE_HEADERS;

export const clientMiddleware = [keepRows];

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { search, after, origin } = loaderData;
  const isPlain = after === '' && queryOf(search).size === 0;
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
  const { answer, after, newest, search, meant, lead } = useLoaderData<typeof loader>();
  useResultsAnnouncement(answer.ok ? foundText(answer.data) : null);
  // Absent in answers of the release before.
  const counts = answer.ok ? (answer.data.filter_counts ?? []) : [];
  return (
    <Page title="Jobs" lead={lead}>
      <SearchPanel search={search} counts={counts} />
      <FilterChips search={search} />
      {after === '' && answer.ok ? <SaveSearch search={meant} /> : null}
      {answer.ok ? (
        <Found found={answer.data} search={search} meant={meant}>
          <NoMatch search={search} counts={counts} newest={newest} />
        </Found>
      ) : (
        <ErrorDisplay refusal={answer.refusal} />
      )}
      {after === '' ? null : (
        <p className="actions">
          <Link className="button" to={addressOf(search)}>
            Back to the first page
          </Link>
        </p>
      )}
    </Page>
  );
}

/** How many jobs were found, for screen readers; null: they are not counted. */
function foundText(found: FoundJobs): string | null {
  if (found.match_count === undefined) return null;
  return `${countOf(found)} ${found.match_count === 1 ? 'job' : 'jobs'} found.`;
}

function Found({
  found,
  search,
  meant,
  children,
}: {
  found: FoundJobs;
  search: Search;
  /** What has found them. */
  meant: Search;
  /** In place of the list where nothing is found. */
  children: ReactNode;
}) {
  const [asked, corrected] = [search, meant].map(wordsOf);
  const { items, more } = useMorePages(found, { nextPage: 'More jobs' });
  return (
    <>
      {corrected === asked ? null : (
        <p className="notice">
          Nothing matches “<bdi>{asked}</bdi>”. Did you mean{' '}
          <Link to={addressOf(meant)}>
            <bdi>{corrected}</bdi>
          </Link>
          ?
        </p>
      )}
      {items.length === 0 ? children : <JobList posts={items} />}
      {more}
      <FeedNote href={feedAddressOf(search)}>new jobs of this search</FeedNote>
    </>
  );
}

/** The search without the typing errors that the API has corrected. */
function meantBy(search: Search, found: FoundJobs | null): Search {
  return {
    ...search,
    query: found?.corrected_query ?? search.query,
    location: found?.corrected_location ?? search.location,
  };
}

/** What a visitor has typed. */
function wordsOf({ query, location }: Search): string {
  return [query, location].filter(Boolean).join(', ');
}

const ORDERS = {
  relevance: 'best match first',
  newest: 'newest first',
  pay: 'highest pay first',
} as const;

function leadOf(search: Search, found: FoundJobs | null): string {
  const { query, location } = search;
  const kinds = typeOf(search).map((word) => word.toLowerCase());
  const what = `${countOf(found)} open ${jobsPhrase(kinds, location, found?.match_count === 1 ? 'job' : 'jobs')}`;
  const words = query === '' ? '' : ` for “${query}”`;
  if (found?.match_count === 0) return `${what}${words}.`;
  return `${what}${words}, ${ORDERS[search.order ?? (query === '' ? 'newest' : 'relevance')]}.`;
}

/** How many jobs were found, for the beginning of a sentence. */
function countOf(found: FoundJobs | null): string {
  const count = found?.match_count;
  if (count === undefined) return 'All';
  if (count === 0) return 'No';
  return count < COUNT_TO ? String(count) : '1,000+';
}
