import { onlyRow, type Page, type Queryable, readPage, statement } from '@gatehouse/boundary';
import type {
  ListPublicJobPostsRequest,
  ListPublicJobPostsResponse,
  PublicJobPost,
} from '@gatehouse/contract';
import { type Filters, filterValues } from './filters.ts';
import { listJobPosts } from './list-job-posts.ts';
import { countOptions, type OptionCounts } from './option-counts.ts';
import {
  IS_VISIBLE,
  PUBLIC_COLUMNS,
  type PublicJobPostRow,
  presentPublicJobPost,
} from './public-job-post.ts';
import { COUNT_FILTERED, COUNT_NEWEST, LIST_BY_PAY, LIST_FILTERED } from './search-statements.ts';

const LIST_NEWEST = statement<PublicJobPostRow>(
  'list_newest_public_job_posts',
  `select ${PUBLIC_COLUMNS}, 0::float8 as rank
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where ${IS_VISIBLE} and ($1::timestamptz is null or (j.published_at, j.id) < ($1, $2::uuid))
    order by j.published_at desc, j.id desc
    limit $3`,
  { indexes: ['job_posts_published_at_id_idx'] },
);

/** A list of the catalogue without words. */
interface Asked {
  readonly input: ListPublicJobPostsRequest;
  readonly filters: Filters;
}

/** Runs reads on other connections; null: not at the moment. */
export type RunCounts = <Result>(counts: (reads: Queryable) => Promise<Result>) => Promise<Result | null>;

/**
 * The newest posts. A page of them costs little, so it needs no connection of the searches; the counts of the options do.
 * @param count runs the counts as a search, or returns null: the page then has none.
 */
export async function listNewest(
  reads: Queryable,
  asked: Asked,
  count: RunCounts,
): Promise<ListPublicJobPostsResponse> {
  const page = await listJobPosts(asked.input, (values) => reads.query(LIST_NEWEST, values));
  const options = asked.input.count_options
    ? await count((apart) => countOptions(apart, asked.filters))
    : null;
  return withCounts(asked, page, options, (limit) => reads.query(COUNT_NEWEST, [limit]));
}

/** The posts that pass the filters, newest first or by pay. */
export async function listFiltered(reads: Queryable, asked: Asked): Promise<ListPublicJobPostsResponse> {
  const { input, filters } = asked;
  const values = filterValues(filters);
  const page =
    input.order === 'pay'
      ? await listByPay(reads, asked)
      : await listJobPosts(input, (after) => reads.query(LIST_FILTERED, [...values, ...after]));
  const options = input.count_options ? await countOptions(reads, filters) : null;
  return withCounts(asked, page, options, (limit) => reads.query(COUNT_FILTERED, [...values, limit]));
}

function listByPay(reads: Queryable, { input, filters }: Asked): Promise<Page<PublicJobPost>> {
  return readPage(input, {
    key: ['number', 'timestamp', 'uuid'],
    find: ([pay, publishedAt, id], count) =>
      reads.query(LIST_BY_PAY, [...filterValues(filters), pay, publishedAt, id, count]),
    present: presentPublicJobPost,
    keyOf: (row) => [row.rank, row.published_key, row.id],
  });
}

/** A page with the counts that are asked for. */
async function withCounts(
  { input: { count_to = 0 } }: Asked,
  page: Page<PublicJobPost>,
  options: OptionCounts | null,
  count: (limit: number) => Promise<readonly { readonly count: number }[]>,
): Promise<ListPublicJobPostsResponse> {
  const found = { ...page, filter_counts: options?.filter_counts ?? [] };
  if (count_to === 0) return found;
  const matches = options?.matchCount ?? onlyRow(await count(count_to), 'the count').count;
  return { ...found, match_count: Math.min(matches, count_to) };
}
