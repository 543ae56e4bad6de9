import { type Queryable, statement } from '@gatehouse/boundary';
import type { JobSearch } from '@gatehouse/contract';
import { filterValues, PASSES_FILTERS } from '../job-posts/filters.ts';
import { FILTERED_POSTS, IS_OPEN, WORDS, wordsOf } from '../job-posts/search-statements.ts';

/** A post, as a mail names it. */
export interface NewPost {
  readonly id: string;
  readonly title: string;
  readonly location: string;
  /** Empty: not stated. */
  readonly country_code: string;
  readonly company_name: string;
}

/** When visitors could first see a post: later than its publication, if its company was approved afterwards. */
const PUBLIC_SINCE = 'coalesce(f.public_since, f.published_at)';

/** The words are from $8, as in the search; $12: without words. */
const FIND_NEW_POSTS = statement<NewPost>(
  'find_new_posts_of_saved_search',
  `with ${WORDS}
   select j.id, j.title, j.location, coalesce(j.country_code, '') as country_code, c.name as company_name
     from ${FILTERED_POSTS} join employer.job_posts j on j.id = f.job_post_id
    where ${PUBLIC_SINCE} > $13::timestamptz and ${PUBLIC_SINCE} <= $14::timestamptz
      and ${IS_OPEN} and ${PASSES_FILTERS}
      and ($12::boolean or (select s.document @@ (select exact from searched)
                              from employer.job_post_search s where s.job_post_id = f.job_post_id))
    order by ${PUBLIC_SINCE} desc
    limit $15`,
  { indexes: ['job_post_filters_public_since_idx', 'job_posts_pkey', 'job_post_search_pkey'] },
);

/**
 * The posts that the search of the page finds and that became public in a time, newest first. Those that only a corrected query
 * finds are no matches.
 * @param search as it is stored: without spaces around its words.
 * @param time after `after`, up to `until`.
 */
export function findNewPosts(
  reads: Queryable,
  search: JobSearch,
  time: { readonly after: Date; readonly until: Date; readonly limit: number },
): Promise<readonly NewPost[]> {
  const { query } = search;
  const { after, until, limit } = time;
  return reads.query(FIND_NEW_POSTS, [
    ...filterValues(search),
    ...wordsOf(query),
    query === '',
    after,
    until,
    limit,
  ]);
}
