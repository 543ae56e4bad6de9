import { type Queryable, type Statement, statement } from '@gatehouse/boundary';
import type { JobPostFilterCounts } from '@gatehouse/contract';
import {
  askedFilters,
  FAILED_FILTERS,
  FILTER_NAMES,
  type Filters,
  filterValues,
  HAS_FILTERS,
  PASSES_FILTERS,
} from './filters.ts';
import { IS_VISIBLE } from './public-job-post.ts';
import { FILTERED_POSTS, HAS_EXACT_WORDS, WORDS } from './search-statements.ts';

/** Posts that are read to count: so many matches, and so many posts that one filter alone excludes. */
const MAX_COUNTED = 1000;

interface OptionCountRow {
  /** Empty: the search as it is. */
  readonly filter: string;
  /** Empty: the search without the filter. */
  readonly value: string;
  readonly count: number;
  readonly matches_read: number;
  readonly excluded_read: number;
}

/**
 * An option of a filter that is not asked for narrows the matches. One of a filter that is asked for takes the place of what
 * was asked: it finds posts that this filter alone excludes. So two readings of the posts answer for all options.
 */
function countOptionsOf(
  name: string,
  {
    words,
    posts,
    hasWords,
    passes,
  }: {
    words: string;
    posts: string;
    hasWords: string;
    /** Absent: there are no filters, so they exclude no post. */
    passes?: string;
  },
): Statement<OptionCountRow> {
  const columns = `j.kind, j.remote_mode, j.seniority, j.languages, ${hasWords} as has_words`;
  const excluded = `select ${columns}, (${FAILED_FILTERS})[1] as excluded_by
         from ${posts} and ${IS_VISIBLE} and ${HAS_FILTERS} and cardinality(${FAILED_FILTERS}) = 1
        limit ${MAX_COUNTED}`;
  return statement(
    name,
    `with ${words} matches as materialized (
       select ${columns}, null::text as excluded_by
         from ${posts} and ${IS_VISIBLE} and ${passes ?? 'true'}
        limit ${MAX_COUNTED}
     ), excluded as materialized (
       ${passes === undefined ? 'select * from matches where false' : excluded}
     ), found as (
       select * from matches where has_words union all select * from excluded where has_words
     ), counts as (
       select option.filter, option.value, count(*)::int as count
         from found cross join lateral (
           values ('kind', found.kind), ('remote_mode', found.remote_mode), ('seniority', found.seniority)
           union all select 'language', unnest(found.languages)
         ) as option (filter, value)
        where option.value is not null and coalesce(found.excluded_by, option.filter) = option.filter
        group by option.filter, option.value
       union all
       select coalesce(excluded_by, ''), '', count(*)::int from found group by excluded_by
     )
     select counts.filter, counts.value, counts.count,
            (select count(*)::int from matches) as matches_read,
            (select count(*)::int from excluded) as excluded_read
       from counts
      order by counts.filter, counts.count desc, counts.value`,
  );
}

/** Without filters. */
const COUNT_OPTIONS_OF_ALL = countOptionsOf('count_options_of_all_public_job_posts', {
  words: '',
  posts: 'employer.job_posts j join employer.companies c on c.id = j.company_id where true',
  hasWords: 'true',
});

const COUNT_OPTIONS = countOptionsOf('count_options_of_public_job_posts', {
  words: '',
  posts: `${FILTERED_POSTS} where true`,
  hasWords: 'true',
  passes: PASSES_FILTERS,
});

const COUNT_OPTIONS_OF_QUERY = countOptionsOf('count_options_of_searched_job_posts', {
  words: `${WORDS},`,
  posts: `searched cross join ${FILTERED_POSTS} where s.document @@ searched.words`,
  hasWords: HAS_EXACT_WORDS,
  passes: PASSES_FILTERS,
});

export interface OptionCounts {
  /** Of the search as it is. */
  readonly matchCount: number;
  readonly filter_counts: JobPostFilterCounts[];
}

/**
 * How many posts a search finds with each option of its filters.
 * @param words of the query, as the statements take them; empty: no query.
 */
export async function countOptions(
  reads: Queryable,
  filters: Filters,
  words: readonly string[] = [],
): Promise<OptionCounts> {
  const asked = new Set(askedFilters(filters));
  const rows =
    words.length === 0 && asked.size === 0
      ? await reads.query(COUNT_OPTIONS_OF_ALL, [])
      : await reads.query(words.length === 0 ? COUNT_OPTIONS : COUNT_OPTIONS_OF_QUERY, [
          ...filterValues(filters),
          ...words,
        ]);
  const countOf = (filter: string) =>
    rows.find((row) => row.filter === filter && row.value === '')?.count ?? 0;
  const { matches_read = 0, excluded_read = 0 } = rows[0] ?? {};
  return {
    matchCount: countOf(''),
    filter_counts: FILTER_NAMES.map((filter) => ({
      filter,
      is_exact: matches_read < MAX_COUNTED && (!asked.has(filter) || excluded_read < MAX_COUNTED),
      without: countOf('') + countOf(filter),
      options: rows
        .filter((row) => row.filter === filter && row.value !== '')
        .map(({ value, count }) => ({ value, count })),
    })),
  };
}
