import type { LoaderFunctionArgs } from 'react-router';
import { webRequestContext } from '#entry/web-request.ts';
import { atomFeed, FEED_SIZE } from '../atom-feed.ts';
import { readPublicJobs } from './read-public-jobs.ts';
import { addressOf, feedTitleOf, searchOf } from './search.ts';

/** The job posts of the catalogue or of a search: a search by words has its best matches, any other the newest posts. */
export async function loader({ request, context, url }: LoaderFunctionArgs): Promise<Response> {
  const webRequest = context.get(webRequestContext);
  const search = searchOf(url);
  const { kind, ...texts } = search;
  const found = await readPublicJobs(webRequest, {
    ...texts,
    ...(kind === null ? {} : { kind }),
    cursor: '',
    limit: FEED_SIZE,
  });
  const query = addressOf(search).toString();
  return atomFeed(request, {
    title: feedTitleOf(search),
    origin: webRequest.origin,
    page: query === '' ? '/jobs' : `/jobs?${query}`,
    // Who follows a search wants its words, not similar ones.
    posts: found.corrected_query === undefined ? found.items : [],
  });
}
