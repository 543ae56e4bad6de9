import {
  type Handler,
  keyset,
  newestFirst,
  onlyRow,
  readPage,
  refuse,
  statement,
  timestampKey,
} from '@gatehouse/boundary';
import type { AdminJobPostTerms } from '@gatehouse/contract';
import { IS_VISIBLE } from '@gatehouse/hiring';
import {
  ADMIN_JOB_POST_COLUMNS,
  type AdminJobPostRow,
  IS_CLOSED_COMPANY,
  presentAdminJobPost,
} from './job-post-row.ts';
import { closeReportsOfPost } from './reports.ts';
import { notifyOfVisibility } from './visibility-mail.ts';

const POSTS = 'from employer.moderated_job_posts j join employer.companies c on c.id = j.company_id';

const NEWEST = newestFirst('j.id');

const LIST_JOB_POSTS = statement<AdminJobPostRow>(
  'list_admin_job_posts',
  `select ${ADMIN_JOB_POST_COLUMNS} ${POSTS}
    where j.company_id = $1 and ${NEWEST.after(2)}
    ${NEWEST.orderBy}
    limit $3`,
  { indexes: ['job_posts_company_id_id_idx'] },
);

interface PublishedRow extends AdminJobPostRow {
  readonly published_key: string;
}

const LAST_PUBLISHED = keyset('desc', [
  { sql: 'j.published_at', type: 'timestamp', field: 'published_key' },
  { sql: 'j.id', type: 'uuid', field: 'id' },
]);

/** The rows of the posts whose ids a query finds: each by its id, as the barrier of the view gives no order. */
const rowsOf = (ids: string) => `with page as (${ids})
   select j.*
     from page cross join lateral (
       select ${ADMIN_JOB_POST_COLUMNS}, ${timestampKey('j.published_at')} as published_key ${POSTS}
        where j.id = page.id limit 1) j
    ${LAST_PUBLISHED.orderBy}`;

/** Last published first, of all companies. */
const LIST_ALL_JOB_POSTS = statement<PublishedRow>(
  'list_all_admin_job_posts',
  rowsOf(`select j.id
            from employer.published_job_post_keys j join employer.companies c on c.id = j.company_id
           where ${LAST_PUBLISHED.after(1)} and ($3 or ${IS_VISIBLE})
           ${LAST_PUBLISHED.orderBy}
           limit $4`),
  { indexes: ['job_posts_published_at_id_idx', 'companies_pkey', 'job_posts_pkey'] },
);

/** Those of them that staff keep back: it reads and sorts these, and no others. */
const LIST_KEPT_BACK = statement<PublishedRow>(
  'list_kept_back_job_posts',
  rowsOf(`select j.id
            from (select j.* from employer.published_job_post_keys j where j.hidden_at is not null
                  union
                  select j.*
                    from employer.companies c join employer.published_job_post_keys j on j.company_id = c.id
                   where ${IS_CLOSED_COMPANY}) j
           where ${LAST_PUBLISHED.after(1)}
           ${LAST_PUBLISHED.orderBy}
           limit $3`),
  {
    indexes: [
      'job_posts_hidden_idx',
      'companies_closed_idx',
      'job_posts_published_by_company_idx',
      'job_posts_pkey',
    ],
  },
);

interface JobPostDetailRow extends AdminJobPostRow {
  readonly description: string;
  readonly questions: readonly string[];
  readonly terms: AdminJobPostTerms;
}

const FIND_JOB_POST = statement<JobPostDetailRow>(
  'find_admin_job_post',
  `select ${ADMIN_JOB_POST_COLUMNS}, j.description,
          employer.job_post_terms(j.pay_minimum, j.pay_maximum, j.pay_currency, j.pay_period, j.remote_mode, j.seniority,
            j.languages, j.expires_on) as terms,
          array(select q ->> 'text' from jsonb_array_elements(j.questions) q) as questions ${POSTS} where j.id = $1`,
);

const FIND_COMPANY = statement<{ company_id: string }>(
  'find_company_of_moderated_post',
  'select j.company_id from employer.moderated_job_posts j where j.id = $1',
);

/** Without its text. */
const FIND_VISIBILITY = statement<AdminJobPostRow>(
  'find_job_post_visibility',
  `select ${ADMIN_JOB_POST_COLUMNS} ${POSTS} where j.id = $1`,
);

const WRITE_VISIBILITY = statement<object>(
  'write_job_post_visibility',
  `update employer.job_posts
      set hidden_at = case when $2 = 'hidden' then now() end, hidden_reason = $3
    where id = $1`,
);

/** The job posts of a company that were published. */
export const listAdminJobPosts: Handler<'ModerationService.ListAdminJobPosts'> = ({ read }, input) =>
  readPage(input, {
    order: NEWEST,
    find: (after, count) => read.query(LIST_JOB_POSTS, [input.company_id, ...after, count]),
    present: presentAdminJobPost,
  });

/** Those of all companies: what a number of the overview counts. */
export const listAllAdminJobPosts: Handler<'ModerationService.ListAllAdminJobPosts'> = ({ read }, input) =>
  readPage(input, {
    order: LAST_PUBLISHED,
    find: (after, count) =>
      input.exposure === 'hidden'
        ? read.query(LIST_KEPT_BACK, [...after, count])
        : read.query(LIST_ALL_JOB_POSTS, [...after, input.exposure !== 'visible', count]),
    present: ({ published_key: _, ...row }) => presentAdminJobPost(row),
  });

/** One of them, with its text and its terms. */
export const getAdminJobPost: Handler<'ModerationService.GetAdminJobPost'> = async (context, input) => {
  const [row] = await context.read.query(FIND_JOB_POST, [input.id]);
  if (row === undefined) return context.refuse('not_found');
  const { description, questions, terms, ...post } = row;
  return { job_post: presentAdminJobPost(post), description, questions, terms };
};

/**
 * Hides a job post or shows it again, and mails the owners; the same visibility again writes nothing. In force once answered:
 * the company's lock waits for applications and edits that are being written, and later ones find it hidden (G1).
 */
export const updateJobPostVisibility: Handler<'ModerationService.UpdateJobPostVisibility'> = async (
  context,
  input,
) => {
  const [found] = await context.read.query(FIND_COMPANY, [input.id]);
  if (found === undefined) return context.refuse('not_found');
  const { id, visibility } = input;
  const ownerReason = input.owner_reason.trim();
  if (visibility === 'hidden' && ownerReason === '') refuseWithoutReason();
  return context.transaction(
    async (tx) => {
      const [before] = await tx.query(FIND_VISIBILITY, [id]);
      if (before === undefined) return context.refuse('not_found');
      const current = presentAdminJobPost(before);
      await tx.requireVersion(current, { subjectId: id, actions: ['job_post.hidden', 'job_post.shown'] });
      if (current.visibility === visibility) return current;
      await tx.query(WRITE_VISIBILITY, [id, visibility, visibility === 'hidden' ? ownerReason : '']);
      await tx.audit({
        action: visibility === 'hidden' ? 'job_post.hidden' : 'job_post.shown',
        subject_kind: 'job_post',
        subject_id: id,
        reason: input.reason.trim(),
      });
      if (visibility === 'hidden') await closeReportsOfPost(tx, id);
      const row = onlyRow(await tx.query(FIND_VISIBILITY, [id]), 'the locked job post');
      await notifyOfVisibility(tx, { ...row, visibility, reason: ownerReason });
      return presentAdminJobPost(row);
    },
    { locks: [{ kind: 'company', id: found.company_id, mode: 'exclusive' }] },
  );
};

function refuseWithoutReason(): never {
  const message = 'Enter what the company reads about it.';
  refuse('input_invalid', {
    detail: message,
    errors: [{ field: 'owner_reason', code: 'required', message }],
  });
}
