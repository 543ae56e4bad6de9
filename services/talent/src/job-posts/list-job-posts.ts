import { type Page, readPage } from '@gatehouse/boundary';
import type { PublicJobPost } from '@gatehouse/contract';
import { type PublicJobPostRow, presentListedJobPost } from './public-job-post.ts';

/**
 * Reads a page of posts in the order of their publication.
 * @param find reads posts. Its values: the time of publication and the id after which the page begins, and the number of posts.
 */
export function listJobPosts(
  request: { readonly cursor: string; readonly limit: number },
  find: (after: readonly unknown[]) => Promise<readonly PublicJobPostRow[]>,
): Promise<Page<PublicJobPost>> {
  return readPage(request, {
    key: ['timestamp', 'uuid'],
    find: ([publishedAt, id], count) => find([publishedAt, id, count]),
    present: presentListedJobPost,
    keyOf: (row) => [row.published_key, row.id],
  });
}
