import type { LoaderFunctionArgs } from 'react-router';
import { webRequestContext } from '#entry/web-request.ts';
import { atomFeed, FEED_SIZE } from './atom-feed.ts';
import { problemOf } from './jobs/read-public-jobs.ts';
import { readPublicCompany } from './read-public-company.ts';

/** The newest job posts of a company. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const webRequest = context.get(webRequestContext);
  const { company, posts } = await readPublicCompany(webRequest, {
    id: params['id'] ?? '',
    cursor: '',
    limit: FEED_SIZE,
  });
  if (!posts.ok) throw problemOf(posts.refusal);
  return atomFeed(request, {
    title: `Jobs at ${company.name}`,
    origin: webRequest.origin,
    feed: `/companies/${company.id}/feed.xml`,
    page: `/companies/${company.id}`,
    posts: posts.data.items,
  });
}
