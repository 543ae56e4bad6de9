import { statement } from '@gatehouse/boundary';
import { IS_VISIBLE, PUBLIC_COLUMNS, type PublicJobPostRow } from './public-job-post.ts';
import type { SimilarWord } from './spelling.ts';

/** The newest matches are ranked: ranking reads the whole text of each. */
export const MAX_RANKED = 1000;

const FILTERS = `($1::text = '' or strpos(s.location, (select employer.search_text($1))) > 0)
      and ($2::text is null or j.kind = $2)`;

/** Reads posts, newest first, until the page is full. */
export const LIST_FILTERED = statement<PublicJobPostRow>(
  'list_filtered_public_job_posts',
  `select ${PUBLIC_COLUMNS}, 0::float8 as rank
     from employer.job_posts j join employer.companies c on c.id = j.company_id
     join employer.job_post_search s on s.job_post_id = j.id
    where ${IS_VISIBLE} and ${FILTERS}
      and ($3::timestamptz is null or (j.published_at, j.id) < ($3, $4::uuid))
    order by j.published_at desc, j.id desc
    limit $5`,
  { indexes: ['job_posts_published_at_id_idx', 'job_post_search_pkey'] },
);

/** Visible posts, at most $1 of them. */
export const COUNT_NEWEST = statement<{ count: number }>(
  'count_public_job_posts',
  `select count(*)::int as count
     from (select from employer.job_posts j join employer.companies c on c.id = j.company_id
            where ${IS_VISIBLE} limit $1) as matches`,
);

/** The posts that `LIST_FILTERED` reads page by page, at most $3 of them. */
export const COUNT_FILTERED = statement<{ count: number }>(
  'count_filtered_public_job_posts',
  `select count(*)::int as count
     from (select from employer.job_posts j join employer.companies c on c.id = j.company_id
             join employer.job_post_search s on s.job_post_id = j.id
            where ${IS_VISIBLE} and ${FILTERS} limit $3) as matches`,
);

/**
 * Best match first: the title weighs most, then the company, the location and the text; a word that only begins as asked
 * counts a tenth. The index finds the posts that have all the words; whether the words are adjacent, as a phrase asks, is
 * checked in the newest of them alone. A query that the index cannot look up, such as "all but this word", finds nothing.
 * Its last four values are `AskedWords`.
 */
export const SEARCH = statement<PublicJobPostRow & { readonly match_count: number }>(
  'search_public_job_posts',
  `with asked as materialized (
     select to_tsquery('employer.job_search', $6)
              || (to_tsquery('employer.job_search', $7) && to_tsquery('employer.job_words', $8)) as exact,
            to_tsquery('employer.job_search', $9) || to_tsquery('employer.job_words', $9) as ranked,
            to_tsquery('employer.job_words', $8) as beginning
   ), searched as materialized (
     select *, regexp_replace(exact::text, '<(-|\\d+)>', '&', 'g')::tsquery as words
       from asked where querytree(exact) not in ('', 'T')
   ), candidates as materialized (
     select j.id
       from searched, employer.job_post_search s join employer.job_posts j on j.id = s.job_post_id
       join employer.companies c on c.id = j.company_id
      where ${IS_VISIBLE} and ${FILTERS} and s.document @@ searched.words
      order by j.published_at desc, j.id desc
      limit ${MAX_RANKED}
   ), ranked as materialized (
     select s.job_post_id as id,
            (ts_rank('{0.1, 0.3, 0.6, 1}', s.document, searched.ranked)
              + case when numnode(beginning) = 0 then 0
                     else ts_rank('{0.1, 0.3, 0.6, 1}', s.document, beginning) / 10 end)::float8 as rank
       from searched, candidates join employer.job_post_search s on s.job_post_id = candidates.id
      where searched.exact = searched.words or s.document @@ searched.exact
   ), page as materialized (
     select id, rank from ranked
      where $3::float8 is null or (rank, id) < ($3, $4::uuid)
      order by rank desc, id desc
      limit $5
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
