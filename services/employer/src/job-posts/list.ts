import {
  type Handler,
  keyset,
  newestFirst,
  type PageOrder,
  readPage,
  type SearchQueue,
  type Statement,
  statement,
} from '@gatehouse/boundary';
import type { JobPostOrder, JobPostState, ListJobPostsRequest } from '@gatehouse/contract';
import { runSearchOfCompany } from '../search-of-company.ts';
import { JOB_POST_COLUMNS, type JobPostRow, OWN_COLUMNS, presentJobPost } from './job-post-row.ts';
import { PUBLISHED_AS } from './published-as.ts';

interface ListedRow extends JobPostRow {
  /** The beginning of title and location, as the search compares them. */
  readonly title_key: string;
}

/** What a cursor has room for, in any script. */
const TITLE_KEY = 'left(list_text, 80)';

/**
 * $1 company, $2 state or null, $3 the searched words, $4 the part of the published ones or null. The search reads one company's
 * posts, and text that is prepared; its words are prepared once.
 */
const IS_LISTED = `company_id = $1 and ($2::text is null or state = $2)
      and ($3 = '' or strpos(list_text, (select employer.search_text($3))) > 0)
      and ($4::text is null or (state = 'published' and ${PUBLISHED_AS} = $4))`;

const NEWEST = newestFirst();

function newest(name: string, posts: string, index: string): Statement<ListedRow> {
  return statement(
    name,
    `select ${JOB_POST_COLUMNS}, ${TITLE_KEY} as title_key from ${posts}
      where ${IS_LISTED} and ${NEWEST.after(5)}
      ${NEWEST.orderBy}
      limit $6`,
    { indexes: [index, 'applications_job_post_id_id_idx'] },
  );
}

/** Posts of a state with a small quota: their index finds them, and not the order of ids, in which thousands of closed ones lie between (G6). */
const ofState = (state: 'draft' | 'published') =>
  `(select * from employer.job_posts where company_id = $1 and state = '${state}' offset 0) as job_posts`;

/** Closed posts are found as all are: quotas limit how many others lie between them. */
const LIST_NEWEST = newest('list_newest_job_posts', 'employer.job_posts', 'job_posts_company_id_id_idx');
const LIST_NEWEST_OF_STATE = {
  draft: newest('list_newest_drafts', ofState('draft'), 'job_posts_drafts_by_company_idx'),
  published: newest(
    'list_newest_published_job_posts',
    ofState('published'),
    'job_posts_published_by_company_idx',
  ),
  closed: LIST_NEWEST,
} as const satisfies Record<JobPostState, unknown>;

const BY_TITLE = keyset('asc', [
  { sql: TITLE_KEY, type: 'text', field: 'title_key' },
  { sql: 'id', type: 'uuid', field: 'id' },
]);

/** Sorts the posts of one company. An index for this order would make the others ambiguous to the planner. */
const LIST_BY_TITLE = statement<ListedRow>(
  'list_job_posts_by_title',
  `select ${JOB_POST_COLUMNS}, ${TITLE_KEY} as title_key from employer.job_posts
    where ${IS_LISTED} and ${BY_TITLE.after(5)}
    ${BY_TITLE.orderBy}
    limit $7`,
  { indexes: ['job_posts_company_id_id_idx', 'applications_job_post_id_id_idx'] },
);

const BY_APPLICATIONS = keyset('desc', [
  { sql: 'coalesce(application_count, 0)', type: 'number', field: 'application_count' },
  { sql: 'id', type: 'uuid', field: 'id' },
]);

/** The company's applications are counted once for all its posts. */
const LIST_BY_APPLICATIONS = statement<ListedRow>(
  'list_job_posts_by_applications',
  `with counts as materialized (
     select job_post_id, count(*)::int as application_count from talent.applications
      where company_id = $1 and withdrawn_at is null
      group by job_post_id
   )
   select ${OWN_COLUMNS}, ${TITLE_KEY} as title_key, coalesce(application_count, 0) as application_count
     from employer.job_posts left join counts on job_post_id = id
    where ${IS_LISTED} and ${BY_APPLICATIONS.after(5)}
    ${BY_APPLICATIONS.orderBy}
    limit $7`,
  { indexes: ['job_posts_company_id_id_idx', 'applications_company_id_job_post_id_idx'] },
);

type Filters = Pick<ListJobPostsRequest, 'state' | 'published_as'>;

/** An order of the list, and the statement that reads it. */
interface ListOrder {
  readonly keyset: PageOrder<ListedRow>;
  readonly listOf: (filters: Filters) => Statement<ListedRow>;
}

const ORDERS: Readonly<Record<JobPostOrder, ListOrder>> = {
  newest: { keyset: NEWEST, listOf: newestOf },
  title: { keyset: BY_TITLE, listOf: () => LIST_BY_TITLE },
  applications: { keyset: BY_APPLICATIONS, listOf: () => LIST_BY_APPLICATIONS },
};

function newestOf({ state, published_as }: Filters): Statement<ListedRow> {
  const listed = published_as === undefined ? state : 'published';
  return listed === undefined ? LIST_NEWEST : LIST_NEWEST_OF_STATE[listed];
}

/**
 * The job posts of the caller's company. With words, or in another order than the newest first, all of them may be read for a page:
 * that is a search, and other reads do not wait for it (F8, G6).
 */
export const createListJobPosts =
  (search: SearchQueue): Handler<'JobPostService.ListJobPosts'> =>
  (context, input) => {
    const { order = 'newest', state = null, published_as = null } = input;
    const query = input.query.trim();
    return readPage(input, {
      order: ORDERS[order].keyset,
      find: async (after, count) => {
        const values = [context.org_company.id, state, query, published_as, ...after, count];
        const list = ORDERS[order].listOf(input);
        if (query === '' && order === 'newest') return context.read.query(list, values);
        const found = await runSearchOfCompany(search, context, (reads) => reads.query(list, values));
        await context.decideAgain();
        return found;
      },
      present: presentJobPost,
    });
  };
