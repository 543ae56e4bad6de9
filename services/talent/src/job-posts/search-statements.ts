import { statement } from '@gatehouse/boundary';
import { IS_VISIBLE, PUBLIC_COLUMNS, type PublicJobPostRow } from './public-job-post.ts';

/** The newest matches are ranked: ranking reads the whole text of each. */
export const MAX_RANKED = 1000;

const FILTERS = `($1::text = '' or strpos(lower(j.location), lower($1)) > 0) and ($2::text is null or j.kind = $2)`;

/** Reads posts, newest first, until the page is full. */
export const LIST_FILTERED = statement<PublicJobPostRow>(
  'list_filtered_public_job_posts',
  `select ${PUBLIC_COLUMNS}, 0::float8 as rank
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where ${IS_VISIBLE} and ${FILTERS}
      and ($3::timestamptz is null or (j.published_at, j.id) < ($3, $4::uuid))
    order by j.published_at desc, j.id desc
    limit $5`,
  { indexes: ['job_posts_published_at_id_idx'] },
);

/**
 * Best match first: the title weighs most, then the location, then the text. The index finds the posts that have all the
 * words; whether the words are adjacent, as a phrase asks, is checked in the newest of them alone. A query that the index
 * cannot look up, such as "all but this word", finds nothing.
 */
export const SEARCH = statement<PublicJobPostRow>(
  'search_public_job_posts',
  `with asked as materialized (
     select websearch_to_tsquery('english', $6) as exact
   ), searched as materialized (
     select exact, regexp_replace(exact::text, '<(-|\\d+)>', '&', 'g')::tsquery as words
       from asked where querytree(exact) not in ('', 'T')
   ), candidates as materialized (
     select j.id
       from searched, employer.job_posts j join employer.companies c on c.id = j.company_id
      where ${IS_VISIBLE} and ${FILTERS} and j.search @@ searched.words
      order by j.published_at desc, j.id desc
      limit ${MAX_RANKED}
   ), ranked as materialized (
     select j.id, ts_rank(j.search, searched.exact)::float8 as rank
       from searched, candidates join employer.job_posts j on j.id = candidates.id
      where searched.exact = searched.words or j.search @@ searched.exact
   ), page as materialized (
     select id, rank from ranked
      where $3::float8 is null or (rank, id) < ($3, $4::uuid)
      order by rank desc, id desc
      limit $5
   )
   select ${PUBLIC_COLUMNS}, page.rank
     from page join employer.job_posts j on j.id = page.id join employer.companies c on c.id = j.company_id
    order by page.rank desc, j.id desc`,
  { indexes: ['job_posts_search_idx'] },
);
