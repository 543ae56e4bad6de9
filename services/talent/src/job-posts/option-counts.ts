import type { JobPostFilterCounts } from '@gatehouse/contract';
import { askedFilters, FILTER_NAMES, type Filters } from './filters.ts';

/** How many posts are read to count options: at most so many matches, and so many posts that one filter alone excludes. */
export const MAX_COUNTED = 1000;

/** The columns of `job_post_filters f` whose values are counted. */
export const OPTION_COLUMNS = 'f.kind, f.remote_mode, f.seniority, f.languages';

/** What a search finds beside its page. */
export interface Totals {
  readonly match_count: number;
  /** Read to find the matches; the counts are exact below `MAX_COUNTED`. */
  readonly matches_read: number;
  readonly excluded_read: number;
  /** Null: not asked for. */
  readonly option_counts: readonly OptionCount[] | null;
}

interface OptionCount {
  /** The filter that the option belongs to. */
  readonly filter: string;
  /** Empty: all posts that this filter alone excludes. */
  readonly value: string;
  readonly count: number;
}

/**
 * SQL: the common table expression `totals`, which counts the posts that a search finds, and those that it would find with each
 * option. There are two kinds of options. An option of an unused filter narrows the matches. An option of a used filter replaces
 * the chosen one, and finds posts that this filter alone excludes. So two sets of posts answer for all options.
 * @param matches the name of the expression with the matches, which has `OPTION_COLUMNS`.
 * @param matchesRead the same before posts without the adjacent words of a phrase were removed.
 * @param excluded the posts that one filter alone excludes; `excluded_by` is its name.
 * @param excludedRead as `matchesRead`.
 * @param isCounting the condition under which options are counted.
 */
export function totalsOf({
  matches,
  matchesRead,
  excluded,
  excludedRead,
  isCounting,
}: {
  matches: string;
  matchesRead: string;
  excluded: string;
  excludedRead: string;
  isCounting: string;
}): string {
  return `totals as (
     select (select count(*)::int from ${matches}) as match_count,
            (select count(*)::int from ${matchesRead}) as matches_read,
            (select count(*)::int from ${excludedRead}) as excluded_read,
            case when ${isCounting} then (
              select coalesce(jsonb_agg(counts order by count desc, value), '[]')
                from (
                  select option.filter, option.value, count(*)::int as count
                    from (
                      select kind, remote_mode, seniority, languages, null::text as excluded_by from ${matches}
                      union all select kind, remote_mode, seniority, languages, excluded_by from ${excluded}
                    ) as found
                   cross join lateral (
                     values ('kind', found.kind), ('remote_mode', found.remote_mode), ('seniority', found.seniority)
                     union all select 'language', unnest(found.languages)
                     union all select found.excluded_by, ''
                   ) as option (filter, value)
                   where option.value is not null and coalesce(found.excluded_by, option.filter) = option.filter
                   group by option.filter, option.value
                ) as counts
            ) end as option_counts
   )`;
}

/** Adds the counts that the request asks for to a page. @param totals null: it asks for none. */
export function withCounts<Found>(
  page: Found,
  totals: Totals | null,
  { count_to: countTo = 0, filters }: { readonly count_to?: number; readonly filters: Filters },
): Found & { filter_counts: JobPostFilterCounts[]; match_count?: number } {
  if (totals === null) return { ...page, filter_counts: [] };
  const filter_counts = presentOptions(filters, totals);
  if (countTo === 0) return { ...page, filter_counts };
  return { ...page, filter_counts, match_count: Math.min(totals.match_count, countTo) };
}

/** How many posts a search finds with each option of its filters; empty if they were not counted. */
function presentOptions(
  filters: Filters,
  { match_count, matches_read, excluded_read, option_counts }: Totals,
): JobPostFilterCounts[] {
  if (option_counts === null) return [];
  const asked = new Set(askedFilters(filters));
  return FILTER_NAMES.map((filter) => {
    const own = option_counts.filter((row) => row.filter === filter);
    return {
      filter,
      is_exact: matches_read < MAX_COUNTED && (!asked.has(filter) || excluded_read < MAX_COUNTED),
      without: match_count + (own.find(({ value }) => value === '')?.count ?? 0),
      options: own.filter(({ value }) => value !== '').map(({ value, count }) => ({ value, count })),
    };
  });
}
