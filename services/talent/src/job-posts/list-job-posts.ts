import { keyset, type Page, readPage } from '@gatehouse/boundary';
import type { PublicJobPost } from '@gatehouse/contract';
import { type PublicJobPostRow, presentListedJobPost } from './public-job-post.ts';

/** The order of publication, the last one first, by the SQL of its parts. */
export const lastPublishedFirst = (publishedAt: string, id: string) =>
  keyset('desc', [
    { sql: publishedAt, type: 'timestamp', field: 'published_key' },
    { sql: id, type: 'uuid', field: 'id' },
  ]);

/** The same of `job_posts j`. */
export const LAST_PUBLISHED = lastPublishedFirst('j.published_at', 'j.id');

/**
 * Reads a page of posts in the order of their publication.
 * @param find reads posts. Its values: the time of publication and the id after which the page begins, and the number of posts.
 */
export function listJobPosts(
  request: { readonly cursor: string; readonly limit: number },
  find: (after: readonly unknown[]) => Promise<readonly PublicJobPostRow[]>,
): Promise<Page<PublicJobPost>> {
  return readPage(request, {
    order: LAST_PUBLISHED,
    find: (after, count) => find([...after, count]),
    present: presentListedJobPost,
  });
}
