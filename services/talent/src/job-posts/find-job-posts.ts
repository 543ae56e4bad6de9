import type { Queryable } from '@gatehouse/boundary';
import type { ListPublicJobPostsRequest, ListPublicJobPostsResponse } from '@gatehouse/contract';
import { findCorrected } from './corrected-search.ts';
import { askedFilters, type Filters } from './filters.ts';
import { listFiltered, listNewest, type RunCounts } from './list-catalogue.ts';
import { searchJobPosts } from './search-job-posts.ts';

/** Whether a list is a search, and not just the newest posts: then the caller decides what it costs. */
export function isSearch(input: ListPublicJobPostsRequest): boolean {
  return input.query.trim() !== '' || input.order === 'pay' || askedFilters(trimmed(input)).length > 0;
}

/**
 * Reads a page of the public catalogue.
 * @param count runs the counts beside a page of the newest posts, or returns null; absent: they run on the page's connection.
 */
export function findJobPosts(
  reads: Queryable,
  input: ListPublicJobPostsRequest,
  count: RunCounts = (counts) => counts(reads),
): Promise<ListPublicJobPostsResponse> {
  const filters = trimmed(input);
  const query = input.query.trim();
  if (!isSearch(input)) return listNewest(reads, { input, filters }, count);
  return findCorrected(reads, { ...input, filters, query }, (search) =>
    search.query === ''
      ? listFiltered(reads, { input: search, filters: search.filters })
      : searchJobPosts(reads, search),
  );
}

function trimmed(input: ListPublicJobPostsRequest): Filters {
  return { ...input, location: input.location.trim() };
}
