import type { ListPublicJobPostsRequest } from '@gatehouse/contract/wire';
import type { LoaderFunctionArgs } from 'react-router';
import { type WebRequest, webRequestContext } from '#entry/web-request.ts';
import { type AtomFeed, atomFeed, FEED_SIZE } from '../atom-feed.ts';
import { answerFeed } from '../kept-feeds.ts';
import { countSearch, findPublicJobs, problemOf, TOO_MANY_SEARCHES } from './read-public-jobs.ts';
import { addressOf, feedAddressOf, feedTitleOf, filtersOf, type Search, searchOf } from './search.ts';

/** The job posts of the catalogue or of a search: the newest ones, whatever the order of the page. */
export async function loader({ request, context, url }: LoaderFunctionArgs): Promise<Response> {
  const webRequest = context.get(webRequestContext);
  const search = { ...searchOf(url), order: null };
  // Before it waits for the feed with others, who must not get what is refused to this visitor.
  countSearch(webRequest, askedOf(search));
  const address = feedAddressOf(search);
  return answerFeed({ request, webRequest, address }, (shared) => makeFeed(shared, search));
}

async function makeFeed(webRequest: WebRequest, search: Search): Promise<AtomFeed | null> {
  const answer = await findPublicJobs(webRequest, askedOf(search));
  if (!answer.ok) {
    if (answer.refusal === TOO_MANY_SEARCHES) return null;
    throw problemOf(answer.refusal);
  }
  const found = answer.data;
  return atomFeed({
    title: feedTitleOf(search),
    origin: webRequest.origin,
    feed: feedAddressOf(search),
    page: addressOf(search),
    // Who follows a search wants its words, not similar ones.
    posts: found.corrected_query === undefined && found.corrected_location === undefined ? found.items : [],
  });
}

function askedOf(search: Search): ListPublicJobPostsRequest {
  return {
    // The catalogue has that order by itself, and is no search (F8).
    ...filtersOf({ ...search, order: search.query.trim() === '' ? null : 'newest' }),
    cursor: '',
    limit: FEED_SIZE,
  };
}
