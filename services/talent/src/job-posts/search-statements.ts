import { keyset, statement } from '@gatehouse/boundary';
import { IS_OPEN_COMPANY } from '@gatehouse/hiring';
import { askedWords } from './asked-words.ts';
import { EXCLUDED_BY, FAILS_ONE_FILTER, PASSES_FILTERS } from './filters.ts';
import { lastPublishedFirst } from './list-job-posts.ts';
import { MAX_COUNTED, OPTION_COLUMNS, type Totals, totalsOf } from './option-counts.ts';
import { LISTED_COLUMNS, type PublicJobPostRow } from './public-job-post.ts';
import type { SimilarWord } from './spelling.ts';

/** So many of the newest matches are ranked, no more: ranking reads the whole text of each. */
const MAX_RANKED = MAX_COUNTED;

/**
 * Up to so many posts with all words of a query are looked up in the index and sorted by age. If there are more, reading the
 * catalogue from the newest post on finds enough of them sooner.
 */
const MAX_SORTED = 8000;

/** The tables that filters read: short rows, in the order of their index. */
export const FILTERED_POSTS = 'employer.job_post_filters f join employer.companies c on c.id = f.company_id';

/** `IS_VISIBLE` for `FILTERED_POSTS`, which have only published posts that staff do not hide. */
export const IS_OPEN = `${IS_OPEN_COMPANY} and not employer.is_expired(f.expires_on)`;

const NEWEST = lastPublishedFirst('f.published_at', 'f.job_post_id');

/** Reads posts, newest first, until the page is full. */
export const LIST_FILTERED = statement<PublicJobPostRow>(
  'list_filtered_public_job_posts',
  `select ${LISTED_COLUMNS}, 0::float8 as rank
     from ${FILTERED_POSTS} join employer.job_posts j on j.id = f.job_post_id
    where ${IS_OPEN} and ${PASSES_FILTERS}
      and ${NEWEST.after(8)}
    ${NEWEST.orderBy}
    limit $10`,
  { indexes: ['job_post_filters_newest_idx', 'job_posts_pkey'] },
);

/** Highest yearly pay in a currency first. */
export const HIGHEST_PAID = keyset('desc', [
  { sql: 'f.yearly_pay', type: 'number', field: 'rank' },
  { sql: 'f.published_at', type: 'timestamp', field: 'published_key' },
  { sql: 'f.job_post_id', type: 'uuid', field: 'id' },
]);

/**
 * The posts with pay in the currency $7; then those without it, newest first, with the rank -1: from their beginning, or, if $8 is that
 * rank, after one of them. The two parts are read by different indexes, so the order of the whole is stated a second time.
 */
export const LIST_BY_PAY = statement<PublicJobPostRow>(
  'list_public_job_posts_by_pay',
  `select * from (
     (select ${LISTED_COLUMNS}, f.yearly_pay as rank
        from ${FILTERED_POSTS} join employer.job_posts j on j.id = f.job_post_id
       where ${IS_OPEN} and ${PASSES_FILTERS} and f.pay_currency = $7
         and ${HIGHEST_PAID.after(8)}
       ${HIGHEST_PAID.orderBy}
       limit $11)
     union all
     (select ${LISTED_COLUMNS}, -1::float8 as rank
        from ${FILTERED_POSTS} join employer.job_posts j on j.id = f.job_post_id
       where ${IS_OPEN} and ${PASSES_FILTERS} and f.pay_currency is distinct from $7
         and (f.published_at, f.job_post_id)
             < (case when $8 = -1 then $9 else 'infinity' end, $10)
       ${NEWEST.orderBy}
       limit $11)
   ) as posts
   order by rank desc, published_key desc, id desc
   limit $11`,
  { indexes: ['job_post_filters_pay_idx', 'job_post_filters_newest_idx', 'job_posts_pkey'] },
);

/** Counts what `LIST_FILTERED` and `LIST_BY_PAY` find on all pages; $8: whether it counts the options, too. */
export const COUNT_FILTERED = statement<Totals>(
  'count_filtered_public_job_posts',
  `with matches as materialized (
     select ${OPTION_COLUMNS} from ${FILTERED_POSTS} where ${IS_OPEN} and ${PASSES_FILTERS} ${NEWEST.orderBy} limit ${MAX_COUNTED}
   ), excluded as materialized (
     select ${OPTION_COLUMNS}, ${EXCLUDED_BY} as excluded_by
       from ${FILTERED_POSTS}
      where ${IS_OPEN} and $8::boolean and ${FAILS_ONE_FILTER}
      ${NEWEST.orderBy}
      limit ${MAX_COUNTED}
   ), ${totalsOf({ matches: 'matches', matchesRead: 'matches', excluded: 'excluded', excludedRead: 'excluded', isCounting: '$8' })}
   select * from totals`,
  { indexes: ['job_post_filters_newest_idx'] },
);

/** SQL: the words of a query, from the values of `AskedWords` ($8 to $11). `words` is the part of `exact` that the index can look up. */
export const WORDS = `asked as materialized (
     select to_tsquery('employer.job_search', $8)
              || (to_tsquery('employer.job_search', $9) && to_tsquery('employer.job_words', $10)) as exact,
            to_tsquery('employer.job_search', $11) || to_tsquery('employer.job_words', $11) as ranked,
            to_tsquery('employer.job_words', $10) as beginning
   ), searched as materialized (
     select *, regexp_replace(exact::text, '<(-|\\d+)>', '&', 'g')::tsquery as words
       from asked where querytree(exact) not in ('', 'T')
   )`;

/** The values of a query, as the parameters $8 to $11. */
export function wordsOf(query: string): readonly string[] {
  const { required, rest, beginning, ranked } = askedWords(query);
  return [required, rest, beginning, ranked];
}

/** The SQL condition of a post whose words are adjacent where the query has a phrase. */
const HAS_EXACT_WORDS = '(searched.exact = searched.words or s.document @@ searched.exact)';

/**
 * SQL: the newest posts that have all words and meet a condition. They are among the `few` that the index has found, or, if it has
 * found too many, in the whole catalogue. Exactly one of the two parts returns rows.
 */
function newestWithWords(columns: string, condition: string): string {
  return `select * from (
       (select ${columns}
          from few f join employer.companies c on c.id = f.company_id
         where ${IS_OPEN} and ${condition}
         ${NEWEST.orderBy}
         limit ${MAX_RANKED})
       union all
       (select ${columns}
          from ${FILTERED_POSTS}
         where (select count(*) from found) = ${MAX_SORTED} and ${IS_OPEN} and ${condition}
           and (select s.document @@ (select words from searched)
                  from employer.job_post_search s where s.job_post_id = f.job_post_id)
         ${NEWEST.orderBy}
         limit ${MAX_RANKED})
     ) as posts`;
}

/** Of two matches with one rank, the newer one first. */
export const HIGHEST_RANK = keyset('desc', [
  { sql: 'rank', type: 'number', field: 'rank' },
  { sql: 'id', type: 'uuid', field: 'id' },
]);

/**
 * Finds the posts that match a query, best match first. The title weighs most, then the company, the location and the text; a word
 * that only begins as asked counts a tenth. For another order ($15) the rank is the age or the pay. It counts the options if $16 is
 * true. Each row has the totals; a page without posts is one row with nothing else.
 *
 * The steps: `found` are posts that have all the words, by the index; `candidates` the newest of them that pass the filters; `near`
 * those that one filter alone excludes; `matches` and `excluded` are what is left of these two when the adjacent words of phrases
 * are checked; `page` is the requested part of `matches`. A query that the index cannot look up, such as "all but this word", finds
 * nothing.
 */
export const SEARCH = statement<Totals & (PublicJobPostRow | { readonly id: null })>(
  'search_public_job_posts',
  `with ${WORDS}, found as materialized (
     select s.job_post_id as id
       from searched, employer.job_post_search s where s.document @@ searched.words limit ${MAX_SORTED}
   ), few as materialized (
     select f.*
       from found join employer.job_post_filters f on f.job_post_id = found.id
      where (select count(*) from found) < ${MAX_SORTED}
   ), candidates as materialized (
     ${newestWithWords(`f.job_post_id as id, f.published_at, case when f.pay_currency = $7 then f.yearly_pay end as yearly_pay, ${OPTION_COLUMNS}`, PASSES_FILTERS)}
   ), near as materialized (
     ${newestWithWords(`f.job_post_id as id, ${OPTION_COLUMNS}, ${EXCLUDED_BY} as excluded_by`, `$16::boolean and ${FAILS_ONE_FILTER}`)}
   ), matches as materialized (
     select candidates.*,
            (case $15::text
               when 'newest' then extract(epoch from candidates.published_at)
               when 'pay' then coalesce(candidates.yearly_pay, -1)
               else ts_rank('{0.1, 0.3, 0.6, 1}', s.document, searched.ranked)
                      + case when numnode(beginning) = 0 then 0
                             else ts_rank('{0.1, 0.3, 0.6, 1}', s.document, beginning) / 10 end
             end)::float8 as rank
       from searched, candidates join employer.job_post_search s on s.job_post_id = candidates.id
      where ${HAS_EXACT_WORDS}
   ), excluded as materialized (
     select near.*
       from searched, near join employer.job_post_search s on s.job_post_id = near.id
      where ${HAS_EXACT_WORDS}
   ), page as materialized (
     select id, rank from matches
      where ${HIGHEST_RANK.after(12)}
      ${HIGHEST_RANK.orderBy}
      limit $14
   ), ${totalsOf({ matches: 'matches', matchesRead: 'candidates', excluded: 'excluded', excludedRead: 'near', isCounting: '$16' })}
   select totals.*, page.rank, ${LISTED_COLUMNS}
     from totals left join (
       page join employer.job_posts j on j.id = page.id join employer.companies c on c.id = j.company_id
     ) on true
    order by page.rank desc, j.id desc`,
  {
    indexes: [
      'job_post_search_document_idx',
      'job_post_search_pkey',
      'job_post_filters_newest_idx',
      'job_posts_pkey',
    ],
  },
);

const similarWords = (condition: string) => `select asked.word as asked, asked.plain, similar_words.word
     from (select word, extensions.unaccent(word) as plain from unnest($1::text[]) as words (word)) as asked
    cross join lateral (
      select s.word, s.word operator(extensions.<->) asked.plain as distance
        from employer.search_words s ${condition} order by s.word operator(extensions.<->) asked.plain limit 30
    ) as similar_words
    order by similar_words.distance, similar_words.word`;

/** Of the posts that have a word so many are looked at, so that no word costs much (F8). */
const MAX_POSTS_OF_WORD = 1000;

const POSTS_OF_WORD = `(
       select s.job_post_id, s.document
         from employer.job_post_search s where s.document @@ asked.anywhere limit ${MAX_POSTS_OF_WORD}) as posts`;

/**
 * Which of the words ($1) visitors can find, with a weight ($2) such as `:C`, a location. The words of the catalogue are also those of
 * posts that have expired or that staff hide, and of companies that are disabled or wait for their review (B1). A word of very many
 * posts is no secret of one company.
 */
export const FIND_PUBLIC_WORDS = statement<{ word: string }>(
  'find_public_search_words',
  `select asked.word
     from (select word, to_tsquery('employer.job_search', quote_literal(word)) as anywhere,
                  to_tsquery('employer.job_search', quote_literal(word) || $2) as wanted
             from unnest($1::text[]) as words (word)) as asked
    where exists (
            select from ${POSTS_OF_WORD}
              join employer.job_post_filters f on f.job_post_id = posts.job_post_id
              join employer.companies c on c.id = f.company_id
             where posts.document @@ asked.wanted and ${IS_OPEN})
       or (select count(*) from ${POSTS_OF_WORD}) = ${MAX_POSTS_OF_WORD}`,
  { indexes: ['job_post_search_document_idx'] },
);

/**
 * Whether some post has all long words of a place ($1) that `employer.place_patterns` asks for, or words that begin so, in any of its
 * texts. Without one no location has them, and the catalogue need not be read to see that.
 */
export const FIND_WORDS_OF_PLACE = statement<{ is_known: boolean }>(
  'find_words_of_place',
  `select asked.words = '' or exists (
            select from employer.job_post_search s
             where s.document @@ to_tsquery('employer.job_words', asked.words)) as is_known
     from (select coalesce(string_agg(w.word || ':*', ' & '), '') as words
             from (select s.word
                     from regexp_split_to_table(employer.search_text($1), ' ') with ordinality as s (word, n)
                    where s.word not in ('', 'and', 'of', 'the')
                    group by s.word
                    order by min(s.n)
                    limit 8) as w
            where w.word ~ '^[a-z]{4,}$') as asked`,
  { indexes: ['job_post_search_document_idx'] },
);

/** For each word the words of the catalogue that look most like it. */
export const FIND_SIMILAR_WORDS = statement<SimilarWord>('find_similar_search_words', similarWords(''), {
  indexes: ['search_words_word_idx'],
});

/** For each word the words of the catalogue's locations and countries that look most like it. */
export const FIND_SIMILAR_PLACES = statement<SimilarWord>(
  'find_similar_places',
  similarWords('where s.is_place'),
  { indexes: ['search_words_place_idx'] },
);
