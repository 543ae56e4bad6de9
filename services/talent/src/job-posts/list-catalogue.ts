import { onlyRow, type Page, type Queryable, readPage, statement } from '@gatehouse/boundary';
import type {
  ListPublicJobPostsRequest,
  ListPublicJobPostsResponse,
  PublicJobPost,
} from '@gatehouse/contract';
import { IS_VISIBLE } from '@gatehouse/hiring';
import { type Filters, filterValues } from './filters.ts';
import { LAST_PUBLISHED, listJobPosts } from './list-job-posts.ts';
import { type Totals, withCounts } from './option-counts.ts';
import { LISTED_COLUMNS, type PublicJobPostRow, presentListedJobPost } from './public-job-post.ts';
import { COUNT_FILTERED, HIGHEST_PAID, LIST_BY_PAY, LIST_FILTERED } from './search-statements.ts';

const LIST_NEWEST = statement<PublicJobPostRow>(
  'list_newest_public_job_posts',
  `select ${LISTED_COLUMNS}, 0::float8 as rank
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where ${IS_VISIBLE}
      and ${LAST_PUBLISHED.after(1)}
    ${LAST_PUBLISHED.orderBy}
    limit $3`,
  { indexes: ['job_posts_published_at_id_idx'] },
);

const NO_POSTS = { items: [], next_cursor: '' };

/** What a list without words asks for. */
interface Asked {
  readonly input: ListPublicJobPostsRequest;
  readonly filters: Filters;
}

/** Runs counts on the connections of searches; null: they are busy. */
export type RunCounts = <Result>(counts: (reads: Queryable) => Promise<Result>) => Promise<Result | null>;

/**
 * A page of the newest posts. It costs little, so it runs on the connections of all reads; the counts of options cost as much as a
 * search.
 * @param count runs these counts as a search, or returns null: the page then has none.
 */
export async function listNewest(
  reads: Queryable,
  asked: Asked,
  count: RunCounts,
): Promise<ListPublicJobPostsResponse> {
  const page = await listJobPosts(asked.input, (values) => reads.query(LIST_NEWEST, values));
  const { count_options = false, count_to: countTo = 0 } = asked.input;
  const counted = count_options ? await count((apart) => readTotals(apart, asked.filters, true)) : null;
  const totals = counted ?? (countTo > 0 ? await readTotals(reads, asked.filters, false) : null);
  return withCounts(page, totals, { ...asked.input, filters: asked.filters });
}

/** A page of the posts that pass the filters, newest first or by pay. */
export async function listFiltered(reads: Queryable, asked: Asked): Promise<ListPublicJobPostsResponse> {
  const { count_options = false, count_to: countTo = 0 } = asked.input;
  const totals = count_options || countTo > 0 ? await readTotals(reads, asked.filters, count_options) : null;
  // A search that finds nothing reads the whole index: the count has already done so.
  const page = totals?.match_count === 0 ? NO_POSTS : await listPage(reads, asked);
  return withCounts(page, totals, { ...asked.input, filters: asked.filters });
}

function listPage(reads: Queryable, { input, filters }: Asked): Promise<Page<PublicJobPost>> {
  const values = filterValues(filters);
  if (input.order !== 'pay') {
    return listJobPosts(input, (after) => reads.query(LIST_FILTERED, [...values, ...after]));
  }
  return readPage(input, {
    order: HIGHEST_PAID,
    find: (after, count) => reads.query(LIST_BY_PAY, [...values, ...after, count]),
    present: presentListedJobPost,
  });
}

async function readTotals(reads: Queryable, filters: Filters, isCountingOptions: boolean): Promise<Totals> {
  const values = [...filterValues(filters), isCountingOptions];
  return onlyRow(await reads.query(COUNT_FILTERED, values), 'the count');
}
