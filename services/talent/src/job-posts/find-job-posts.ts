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
 * Reads a page of the newest posts.
 * @param count runs the counts beside it, or returns null.
 */
export function findNewest(
  reads: Queryable,
  input: ListPublicJobPostsRequest,
  count: RunCounts,
): Promise<ListPublicJobPostsResponse> {
  return listNewest(reads, { input, filters: trimmed(input) }, count);
}

/** Reads a page of a search. */
export function findBySearch(
  reads: Queryable,
  input: ListPublicJobPostsRequest,
): Promise<ListPublicJobPostsResponse> {
  const asked = { ...input, filters: trimmed(input), query: input.query.trim() };
  return findCorrected(reads, asked, (search) =>
    search.query === ''
      ? listFiltered(reads, { input: search, filters: search.filters })
      : searchJobPosts(reads, search),
  );
}

function trimmed(input: ListPublicJobPostsRequest): Filters {
  return { ...input, location: input.location.trim() };
}
