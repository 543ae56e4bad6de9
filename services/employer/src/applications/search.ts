import { type Queryable, type SearchQueue, type Statement, statement } from '@gatehouse/boundary';
import type { ApplicationOrder } from '@gatehouse/contract';
import { type CompanyContext, runSearchOfCompany } from '../search-of-company.ts';
import { isByRating } from './list-statements.ts';

/** Applications that a search finds: as many as a file of an export has, and one that says that there are more. */
const MAX_FOUND = 10_001;

/** Applications of a company that a search reads, the newest first (F8). */
const MAX_READ = 20_000;

/** Those among which it looks for words that are like the asked ones, which costs some twenty times as much for each word. */
const MAX_READ_FOR_SIMILAR = 1000;

/** Further words of a query count for nothing. */
const MAX_WORDS = 16;

/** With more words, none is replaced by one that is like it. */
const MAX_SIMILAR_WORDS = 4;

/** A word typed with an error has at least so many letters: shorter ones are like too many others. */
const MIN_SIMILAR = 4;

/** Of the trigrams of a word and of those that are like it: with two swapped letters, "arhcitect" shares 6 of 14 with "architect". */
const MIN_SIMILARITY = 0.42;

/** What is searched of an application: its row, its job post and its applicant's name and email as they are now. */
const TEXT = "(p.person || ' ' || s.profile || ' ' || j.list_text)";

/**
 * $1 company, $2 query. `text` has each of the words, or one that is like it. Names are not kept with the applications: a new
 * name would change all of its user's, under the lock for which a revocation waits (G1).
 */
function searching(name: string, condition: string, maxRead: number): Statement<{ id: string }> {
  return statement(
    name,
    `with asked as materialized (
       select coalesce(array_agg(word), '{}') as words, coalesce(array_agg('%' || word || '%'), '{}') as patterns
         from (select distinct word from regexp_split_to_table(employer.search_text($2), ' ') as words (word)
                limit ${MAX_WORDS}) as words
     )
     select s.application_id as id
       from (select * from talent.application_search where company_id = $1 order by application_id desc limit ${maxRead}) as s
       join employer.job_posts j on j.id = s.job_post_id
      cross join lateral (select employer.search_text(u.name || ' ' || u.email) as person
                            from identity.users u where u.id = s.user_id offset 0) as p
      where ${condition}
      order by s.application_id desc
      limit ${MAX_FOUND}`,
    { indexes: ['application_search_company_id_application_id_idx'] },
  );
}

const FIND_WITH_WORDS = searching(
  'find_applications_with_words',
  `${TEXT} like all ((select patterns from asked)::text[])`,
  MAX_READ,
);

const FIND_WITH_SIMILAR_WORDS = searching(
  'find_applications_with_similar_words',
  `(select cardinality(words) from asked) <= ${MAX_SIMILAR_WORDS}
        and not exists (
         select from unnest((select words from asked)::text[]) as asked_word (word)
          where strpos(${TEXT}, word) = 0
            and (length(word) < ${MIN_SIMILAR} or extensions.word_similarity(word, ${TEXT}) < ${MIN_SIMILARITY}))`,
  MAX_READ_FOR_SIMILAR,
);

/** Whether the company ($1) has more applications than a search has read ($2). */
const HAS_MORE_THAN_READ = statement<{ has_more: boolean }>(
  'has_more_applications_than_a_search_reads',
  `select exists (select from talent.application_search where company_id = $1
                   order by application_id desc offset $2) as has_more`,
  { indexes: ['application_search_company_id_application_id_idx'] },
);

/** What a search leads to. */
interface SearchResult {
  /** The ids of applications; null: all, without a search. */
  readonly found: readonly string[] | null;
  /** The most applications of the company that the search has read. */
  readonly maxRead: number;
}

/** Whether a search may have missed applications: it has found all that it returns, or has not read all. */
export async function isSearchCut(
  search: SearchQueue,
  context: CompanyContext,
  { found, maxRead }: SearchResult,
): Promise<boolean> {
  if (found === null) return false;
  if (found.length === MAX_FOUND) return true;
  const values = [context.org_company.id, maxRead];
  const [row] = await runSearchOfCompany(search, context, (reads) => reads.query(HAS_MORE_THAN_READ, values));
  return row?.has_more === true;
}

/**
 * A filter of the contract for the lists. Without a query it finds all (null), and waits for no search. A search may have waited
 * for seconds: what it leads to is decided again (G1).
 * @throws {Refusal} rate_limited, dependency_unavailable when too many searches wait; with the rule's code when the caller may not
 * read the applications any more.
 */
export async function resolveFilter<Filter extends { readonly query: string }>(
  search: SearchQueue,
  context: CompanyContext,
  { query, ...filter }: Filter,
) {
  if (query.trim() === '') return { ...filter, found: null, maxRead: MAX_READ };
  const { id } = context.org_company;
  const result = await runSearchOfCompany(search, context, (reads) => searchApplications(reads, [id, query]));
  await context.decideAgain();
  return { ...filter, ...result };
}

/**
 * Reads parts of a list: by rating, which compares all applications for each part, through the search queue, one after another (F8, G6);
 * otherwise on the shared reads. A search may have waited for seconds: what it leads to is decided again (G1).
 * @throws {Refusal} as `resolveFilter`.
 */
export async function readInOrder<Part>(
  search: SearchQueue,
  context: CompanyContext & { readonly read: Queryable },
  order: ApplicationOrder | undefined,
  parts: readonly ((reads: Queryable) => Promise<Part>)[],
): Promise<Part[]> {
  if (!isByRating(order)) return Promise.all(parts.map((read) => read(context.read)));
  const found = await runSearchOfCompany(search, context, async (reads) => {
    const results: Part[] = [];
    for (const read of parts) results.push(await read(reads));
    return results;
  });
  await context.decideAgain();
  return found;
}

/**
 * The ids of the company's applications that have all words of a query, in any case and without accents; if none has, those
 * that have words like them, for which it reads fewer applications.
 */
async function searchApplications(
  read: Queryable,
  values: readonly [companyId: string, query: string],
): Promise<SearchResult> {
  const exact = await read.query(FIND_WITH_WORDS, values);
  const [rows, maxRead] =
    exact.length > 0
      ? [exact, MAX_READ]
      : [await read.query(FIND_WITH_SIMILAR_WORDS, values), MAX_READ_FOR_SIMILAR];
  return { found: rows.map(({ id }) => id), maxRead };
}
