import { type Page, readPage } from '@gatehouse/boundary';
import type { PublicJobPost } from '@gatehouse/contract';
import { type PublicJobPostRow, presentPublicJobPost } from './public-job-post.ts';

/**
 * A page of posts in the order of their publication.
 * @param find reads posts after a time of publication and an id, and at most the last value's number of them.
 */
export function listJobPosts(
  request: { readonly cursor: string; readonly limit: number },
  find: (after: readonly unknown[]) => Promise<readonly PublicJobPostRow[]>,
): Promise<Page<PublicJobPost>> {
  return readPage(request, {
    key: ['timestamp', 'uuid'],
    find: ([publishedAt, id], count) => find([publishedAt, id, count]),
    present: presentPublicJobPost,
    keyOf: (row) => [row.published_key, row.id],
  });
}
