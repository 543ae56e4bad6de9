import { type Handler, readPage, statement } from '@gatehouse/boundary';
import type { JobPostOrder } from '@gatehouse/contract';
import { JOB_POST_COLUMNS, type JobPostRow, OWN_COLUMNS, presentJobPost } from './job-post-row.ts';
import { PUBLISHED_AS } from './published-as.ts';

interface ListedRow extends JobPostRow {
  /** Title and location as the search compares them. */
  readonly list_text: string;
}

/**
 * $1 company, $2 state or null, $3 the searched words, $4 the part of the published ones or null. The search reads one company's
 * posts, and text that is prepared.
 */
const IS_LISTED = `company_id = $1 and ($2::text is null or state = $2)
      and ($3 = '' or strpos(list_text, employer.search_text($3)) > 0)
      and ($4::text is null or (state = 'published' and ${PUBLISHED_AS} = $4))`;

/** Newest first: ids are UUIDv7. */
const LIST_NEWEST = statement<ListedRow>(
  'list_newest_job_posts',
  `select ${JOB_POST_COLUMNS}, list_text from employer.job_posts
    where ${IS_LISTED} and ($5::uuid is null or id < $5)
    order by id desc
    limit $6`,
  { indexes: ['job_posts_company_id_id_idx', 'applications_job_post_id_id_idx'] },
);

/** Sorts the posts of one company. An index for this order would make the others ambiguous to the planner. */
const LIST_BY_TITLE = statement<ListedRow>(
  'list_job_posts_by_title',
  `select ${JOB_POST_COLUMNS}, list_text from employer.job_posts
    where ${IS_LISTED} and ($5::text is null or (list_text, id) > ($5::text collate "C", $6::uuid))
    order by list_text, id
    limit $7`,
  { indexes: ['job_posts_company_id_id_idx', 'applications_job_post_id_id_idx'] },
);

/** The company's applications are counted once for all its posts. */
const LIST_BY_APPLICATIONS = statement<ListedRow>(
  'list_job_posts_by_applications',
  `with counts as materialized (
     select job_post_id, count(*)::int as application_count from talent.applications
      where company_id = $1 and withdrawn_at is null
      group by job_post_id
   )
   select ${OWN_COLUMNS}, list_text, coalesce(application_count, 0) as application_count
     from employer.job_posts left join counts on job_post_id = id
    where ${IS_LISTED} and ($5::float8 is null or (coalesce(application_count, 0), id) < ($5, $6::uuid))
    order by coalesce(application_count, 0) desc, id desc
    limit $7`,
  { indexes: ['job_posts_company_id_id_idx', 'applications_company_id_job_post_id_idx'] },
);

/** The keyset of each order, and what reads it. */
const ORDERS = {
  newest: { statement: LIST_NEWEST, key: ['uuid'], keyOf: (row: ListedRow) => [row.id] },
  title: {
    statement: LIST_BY_TITLE,
    key: ['text', 'uuid'],
    keyOf: (row: ListedRow) => [row.list_text, row.id],
  },
  applications: {
    statement: LIST_BY_APPLICATIONS,
    key: ['number', 'uuid'],
    keyOf: (row: ListedRow) => [row.application_count, row.id],
  },
} as const satisfies Record<JobPostOrder, unknown>;

/** The job posts of the caller's company. */
export const listJobPosts: Handler<'JobPostService.ListJobPosts'> = ({ read, org_company }, input) => {
  const { statement: list, key, keyOf } = ORDERS[input.order ?? 'newest'];
  return readPage(input, {
    key,
    find: (after, count) => {
      const filters = [input.state ?? null, input.query.trim(), input.published_as ?? null];
      return read.query(list, [org_company.id, ...filters, ...after, count]);
    },
    present: presentJobPost,
    keyOf,
  });
};
