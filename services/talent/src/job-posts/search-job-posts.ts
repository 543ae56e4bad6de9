import { type Queryable, readPage } from '@gatehouse/boundary';
import type { ListPublicJobPostsRequest, ListPublicJobPostsResponse } from '@gatehouse/contract';
import { type Filters, filterValues } from './filters.ts';
import { type Totals, withCounts } from './option-counts.ts';
import { type PublicJobPostRow, presentListedJobPost } from './public-job-post.ts';
import { HIGHEST_RANK, SEARCH, wordsOf } from './search-statements.ts';

/** A search with words. */
interface WordSearch
  extends Pick<
    ListPublicJobPostsRequest,
    'query' | 'cursor' | 'limit' | 'count_to' | 'count_options' | 'order'
  > {
  readonly filters: Filters;
}

/** A page of the posts that match a query as it is. */
export async function searchJobPosts(
  reads: Queryable,
  search: WordSearch,
): Promise<ListPublicJobPostsResponse> {
  const { query, filters, order, count_options = false } = search;
  let totals: Totals | null = null;
  const page = await readPage(search, {
    order: HIGHEST_RANK,
    find: async (after, count) => {
      const asked = [...filterValues(filters), ...wordsOf(query), ...after, count];
      const rows = await reads.query(SEARCH, [...asked, order ?? 'relevance', count_options]);
      totals = rows[0] ?? null;
      return rows.filter((row): row is Totals & PublicJobPostRow => row.id !== null);
    },
    present: presentListedJobPost,
  });
  return withCounts(page, totals, search);
}
