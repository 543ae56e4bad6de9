import { type Queryable, type Statement, statement } from '@gatehouse/boundary';

/** Applications that a search finds: as many as a file of an export has, and one that says that there are more. */
const MAX_FOUND = 10_001;

/** Applications of a company that a search reads, the newest first (F8). */
const MAX_READ = 50_000;

/** Those among which it looks for words that are like the asked ones, which costs twenty times as much. */
const MAX_READ_FOR_SIMILAR = 2000;

/** A longer query is cut. */
const MAX_WORDS = 16;

/** A word typed with an error has at least so many letters: shorter ones are like too many others. */
const MIN_SIMILAR = 4;

/** Of the trigrams of a word and of those that are like it: with two swapped letters, "arhcitect" shares 6 of 14 with "architect". */
const MIN_SIMILARITY = 0.42;

/** What is searched of an application: its row, and its job post as it is now. */
const TEXT = "(s.person || ' ' || s.profile || ' ' || j.list_text)";

/** $1 company, $2 query. `text` has each of the words, or one that is like it. */
function searching(name: string, condition: string, maxRead: number): Statement<{ id: string }> {
  return statement(
    name,
    `with asked as materialized (
       select coalesce(array_agg(word), '{}') as words, coalesce(array_agg('%' || word || '%'), '{}') as patterns
         from (select word from regexp_split_to_table(employer.search_text($2), ' ') as words (word)
                where word <> '' limit ${MAX_WORDS}) as words
     )
     select s.application_id as id
       from (select * from talent.application_search where company_id = $1 order by application_id desc limit ${maxRead}) as s
       join employer.job_posts j on j.id = s.job_post_id
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
  `not exists (
         select from unnest((select words from asked)::text[]) as asked_word (word)
          where strpos(${TEXT}, word) = 0
            and (length(word) < ${MIN_SIMILAR} or extensions.word_similarity(word, ${TEXT}) < ${MIN_SIMILARITY}))`,
  MAX_READ_FOR_SIMILAR,
);

/** A filter of the contract for the lists. */
export async function resolveFilter<Filter extends { readonly query: string }>(
  read: Queryable,
  companyId: string,
  { query, ...filter }: Filter,
) {
  return { ...filter, found: await searchApplications(read, companyId, query) };
}

/**
 * The ids of the company's applications that have all words of a query, in any case and without accents; if none has, those
 * that have words like them. Null: the query is empty, so all.
 */
async function searchApplications(
  read: Queryable,
  companyId: string,
  query: string,
): Promise<readonly string[] | null> {
  if (query.trim() === '') return null;
  const values = [companyId, query];
  const exact = await read.query(FIND_WITH_WORDS, values);
  const found = exact.length > 0 ? exact : await read.query(FIND_WITH_SIMILAR_WORDS, values);
  return found.map(({ id }) => id);
}
