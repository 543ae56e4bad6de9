import type { LoaderFunctionArgs } from 'react-router';
import { webRequestContext } from '#entry/web-request.ts';
import { atomFeed, FEED_SIZE } from '../atom-feed.ts';
import { readPublicJobs } from './read-public-jobs.ts';
import { addressOf, feedAddressOf, feedTitleOf, filtersOf, searchOf } from './search.ts';

/** The job posts of the catalogue or of a search: the newest ones, whatever the order of the page. */
export async function loader({ request, context, url }: LoaderFunctionArgs): Promise<Response> {
  const webRequest = context.get(webRequestContext);
  const search = { ...searchOf(url), order: null };
  const found = await readPublicJobs(webRequest, {
    // The catalogue has that order by itself, and is no search (F8).
    ...filtersOf({ ...search, order: search.query.trim() === '' ? null : 'newest' }),
    cursor: '',
    limit: FEED_SIZE,
  });
  return atomFeed(request, {
    title: feedTitleOf(search),
    origin: webRequest.origin,
    feed: feedAddressOf(search),
    page: addressOf(search),
    // Who follows a search wants its words, not similar ones.
    posts: found.corrected_query === undefined && found.corrected_location === undefined ? found.items : [],
  });
}
