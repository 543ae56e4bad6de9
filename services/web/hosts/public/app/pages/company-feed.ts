import type { LoaderFunctionArgs } from 'react-router';
import { type WebRequest, webRequestContext } from '#entry/web-request.ts';
import { type AtomFeed, atomFeed, FEED_SIZE } from './atom-feed.ts';
import { problemOf } from './jobs/read-public-jobs.ts';
import { answerFeed } from './kept-feeds.ts';
import { readPublicCompany } from './read-public-company.ts';

/** The newest job posts of a company. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const webRequest = context.get(webRequestContext);
  // The API takes an id in either case.
  const id = (params['id'] ?? '').toLowerCase();
  const address = `/companies/${id}/feed.xml`;
  return answerFeed({ request, webRequest, address }, (shared) => makeFeed(shared, id));
}

async function makeFeed(webRequest: WebRequest, id: string): Promise<AtomFeed> {
  const { company, posts } = await readPublicCompany(webRequest, { id, cursor: '', limit: FEED_SIZE });
  if (!posts.ok) throw problemOf(posts.refusal);
  return atomFeed({
    title: `Jobs at ${company.name}`,
    origin: webRequest.origin,
    feed: `/companies/${company.id}/feed.xml`,
    page: `/companies/${company.id}`,
    posts: posts.data.items,
  });
}
