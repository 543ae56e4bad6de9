import { decodeCursor, encodeCursor, type Queryable, readPage } from '@gatehouse/boundary';
import type { ListPublicJobPostsRequest, ListPublicJobPostsResponse } from '@gatehouse/contract';
import { correctableWords, replaceWords } from './asked-words.ts';
import { type Filters, filterValues } from './filters.ts';
import { type Totals, withCounts } from './option-counts.ts';
import { type PublicJobPostRow, presentPublicJobPost } from './public-job-post.ts';
import { FIND_SIMILAR_WORDS, SEARCH, wordsOf } from './search-statements.ts';
import { correctionsOf } from './spelling.ts';

interface Search
  extends Pick<
    ListPublicJobPostsRequest,
    'query' | 'cursor' | 'limit' | 'count_to' | 'count_options' | 'order'
  > {
  readonly filters: Filters;
}

/** Separates the corrected query from the position in a cursor; neither contains it. */
const SEPARATOR = '.';

/**
 * Reads a page of the posts that match a query. If none does, it corrects the typing errors of the query and searches again. The
 * cursor contains the corrected query, so that all pages of a list search the same words, whatever is published meanwhile.
 * @throws {Refusal} input_invalid for a cursor that no page of a search has.
 */
export async function searchJobPosts(reads: Queryable, search: Search): Promise<ListPublicJobPostsResponse> {
  const { cursor, query } = search;
  const [correction = '', position = ''] = cursor.includes(SEPARATOR) ? cursor.split(SEPARATOR, 2) : [];
  const [before] = decodeCursor(correction, ['text']);
  if (before !== undefined) return correctedPage(reads, { ...search, query: before, cursor: position });
  const found = await readMatches(reads, search);
  if (found.items.length > 0 || cursor !== '') return found;
  const corrected = await correct(reads, query);
  if (corrected === query) return found;
  const page = await correctedPage(reads, { ...search, query: corrected });
  return page.items.length > 0 ? page : found;
}

async function correctedPage(reads: Queryable, search: Search): Promise<ListPublicJobPostsResponse> {
  const { next_cursor, ...found } = await readMatches(reads, search);
  return {
    ...found,
    next_cursor: next_cursor === '' ? '' : encodeCursor([search.query]) + SEPARATOR + next_cursor,
    corrected_query: search.query,
  };
}

async function readMatches(reads: Queryable, search: Search): Promise<ListPublicJobPostsResponse> {
  const { query, filters, order, count_options = false } = search;
  let totals: Totals | null = null;
  const page = await readPage(search, {
    key: ['number', 'uuid'],
    find: async ([rank, id], count) => {
      const asked = [...filterValues(filters), ...wordsOf(query), rank, id, count];
      const rows = await reads.query(SEARCH, [...asked, order ?? 'relevance', count_options]);
      totals = rows[0] ?? null;
      return rows.filter((row): row is Totals & PublicJobPostRow => row.id !== null);
    },
    present: presentPublicJobPost,
    keyOf: (row) => [row.rank, row.id],
  });
  return withCounts(page, totals, search);
}

const MAX_QUERY_LENGTH = 200;

/** The query with its typing errors corrected, or unchanged. */
async function correct(reads: Queryable, query: string): Promise<string> {
  const words = correctableWords(query);
  if (words.length === 0) return query;
  const corrected = replaceWords(query, correctionsOf(await reads.query(FIND_SIMILAR_WORDS, [words])));
  return corrected.length > MAX_QUERY_LENGTH ? query : corrected;
}
