import { statement } from '@gatehouse/boundary';
import { PASSES_FILTERS, YEARLY_PAY } from './filters.ts';
import { IS_VISIBLE, PUBLIC_COLUMNS, type PublicJobPostRow } from './public-job-post.ts';
import type { SimilarWord } from './spelling.ts';

/** The newest matches are ranked: ranking reads the whole text of each. */
export const MAX_RANKED = 1000;

/** The tables that filters read. */
export const FILTERED_POSTS = `employer.job_posts j join employer.companies c on c.id = j.company_id
     join employer.job_post_search s on s.job_post_id = j.id`;

/** Reads posts, newest first, until the page is full. */
export const LIST_FILTERED = statement<PublicJobPostRow>(
  'list_filtered_public_job_posts',
  `select ${PUBLIC_COLUMNS}, 0::float8 as rank
     from ${FILTERED_POSTS}
    where ${IS_VISIBLE} and ${PASSES_FILTERS}
      and ($8::timestamptz is null or (j.published_at, j.id) < ($8, $9::uuid))
    order by j.published_at desc, j.id desc
    limit $10`,
  { indexes: ['job_posts_published_at_id_idx', 'job_post_search_pkey'] },
);

/** Highest yearly pay in the currency $7 first; the posts that state none follow, newest first, with -1 as their rank. */
export const LIST_BY_PAY = statement<PublicJobPostRow>(
  'list_public_job_posts_by_pay',
  `select * from (
     (select ${PUBLIC_COLUMNS}, ${YEARLY_PAY} as rank
        from ${FILTERED_POSTS}
       where ${IS_VISIBLE} and ${PASSES_FILTERS} and j.pay_currency = $7
         and ($8::float8 is null or (${YEARLY_PAY}, j.published_at, j.id) < ($8, $9::timestamptz, $10::uuid))
       order by ${YEARLY_PAY} desc, j.published_at desc, j.id desc
       limit $11)
     union all
     (select ${PUBLIC_COLUMNS}, -1::float8 as rank
        from ${FILTERED_POSTS}
       where ${IS_VISIBLE} and ${PASSES_FILTERS} and j.pay_currency is distinct from $7
         and ($8 is null or $8 >= 0 or (j.published_at, j.id) < ($9, $10))
       order by j.published_at desc, j.id desc
       limit $11)
   ) as posts
   order by rank desc, published_at desc, id desc
   limit $11`,
  { indexes: ['job_posts_yearly_pay_idx', 'job_posts_published_at_id_idx', 'job_post_search_pkey'] },
);

/** Visible posts, at most $1 of them. */
export const COUNT_NEWEST = statement<{ count: number }>(
  'count_public_job_posts',
  `select count(*)::int as count
     from (select from employer.job_posts j join employer.companies c on c.id = j.company_id
            where ${IS_VISIBLE} limit $1) as matches`,
);

/** The posts that `LIST_FILTERED` reads page by page, at most $8 of them. */
export const COUNT_FILTERED = statement<{ count: number }>(
  'count_filtered_public_job_posts',
  `select count(*)::int as count
     from (select from ${FILTERED_POSTS}
            where ${IS_VISIBLE} and ${PASSES_FILTERS} limit $8) as matches`,
);

/** Of a query, as `AskedWords` of the values from $8: `words` are what the index can look up of `exact`. */
export const WORDS = `asked as materialized (
     select to_tsquery('employer.job_search', $8)
              || (to_tsquery('employer.job_search', $9) && to_tsquery('employer.job_words', $10)) as exact,
            to_tsquery('employer.job_search', $11) || to_tsquery('employer.job_words', $11) as ranked,
            to_tsquery('employer.job_words', $10) as beginning
   ), searched as materialized (
     select *, regexp_replace(exact::text, '<(-|\\d+)>', '&', 'g')::tsquery as words
       from asked where querytree(exact) not in ('', 'T')
   )`;

/** Whether the words of a post are adjacent, where a phrase asks it. */
export const HAS_EXACT_WORDS = '(searched.exact = searched.words or s.document @@ searched.exact)';

/**
 * Best match first: the title weighs most, then the company, the location and the text; a word that only begins as asked
 * counts a tenth. The index finds the posts that have all the words; whether the words are adjacent, as a phrase asks, is
 * checked in the newest of them alone. A query that the index cannot look up, such as "all but this word", finds nothing.
 * Another order, $15, has its own rank.
 */
export const SEARCH = statement<PublicJobPostRow & { readonly match_count: number }>(
  'search_public_job_posts',
  `with ${WORDS}, candidates as materialized (
     select j.id, j.published_at, case when j.pay_currency = $7 then ${YEARLY_PAY} end as yearly_pay
       from searched, employer.job_post_search s join employer.job_posts j on j.id = s.job_post_id
       join employer.companies c on c.id = j.company_id
      where ${IS_VISIBLE} and ${PASSES_FILTERS} and s.document @@ searched.words
      order by j.published_at desc, j.id desc
      limit ${MAX_RANKED}
   ), ranked as materialized (
     select s.job_post_id as id,
            (case $15::text
               when 'newest' then extract(epoch from candidates.published_at)
               when 'pay' then coalesce(candidates.yearly_pay, -1)
               else ts_rank('{0.1, 0.3, 0.6, 1}', s.document, searched.ranked)
                      + case when numnode(beginning) = 0 then 0
                             else ts_rank('{0.1, 0.3, 0.6, 1}', s.document, beginning) / 10 end
             end)::float8 as rank
       from searched, candidates join employer.job_post_search s on s.job_post_id = candidates.id
      where ${HAS_EXACT_WORDS}
   ), page as materialized (
     select id, rank from ranked
      where $12::float8 is null or (rank, id) < ($12, $13::uuid)
      order by rank desc, id desc
      limit $14
   )
   select ${PUBLIC_COLUMNS}, page.rank, (select count(*)::int from ranked) as match_count
     from page join employer.job_posts j on j.id = page.id join employer.companies c on c.id = j.company_id
    order by page.rank desc, j.id desc`,
  { indexes: ['job_post_search_document_idx', 'job_post_search_pkey'] },
);

/** For each word the words of the catalogue that look most like it. */
export const FIND_SIMILAR_WORDS = statement<SimilarWord>(
  'find_similar_search_words',
  `select asked.word as asked, asked.plain, similar_words.word
     from (select word, extensions.unaccent(word) as plain from unnest($1::text[]) as words (word)) as asked
    cross join lateral (
      select s.word, s.word operator(extensions.<->) asked.plain as distance
        from employer.search_words s order by s.word operator(extensions.<->) asked.plain limit 30
    ) as similar_words
    order by asked.word, similar_words.distance, similar_words.word`,
  { indexes: ['search_words_word_idx'] },
);
