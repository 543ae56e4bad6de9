import { type HandlersOf, keyset, onlyRow, readPage, statement } from '@gatehouse/boundary';
import type { SavedJobPost } from '@gatehouse/contract';
import { IS_KNOWN, IS_VISIBLE } from '@gatehouse/hiring';
import { LISTED_COLUMNS, type PublicJobPostRow, presentListedJobPost } from './job-posts/public-job-post.ts';

/** Saved job posts of one user. */
const MAX_SAVED = 500;

interface SavedRow extends PublicJobPostRow {
  readonly saved_id: string;
  readonly saved_at: Date;
  /** What `id` is in the row of a post that is public. */
  readonly job_post_id: string;
  readonly is_public: boolean;
}

/** Ids are UUIDv7; in the rows, `id` is that of the post. */
const LAST_SAVED = keyset('desc', [{ sql: 's.id', type: 'uuid', field: 'saved_id' }]);

/** The content of a post that is not public is not read. */
const LIST_SAVED = statement<SavedRow>(
  'list_saved_job_posts',
  `select s.id as saved_id, s.saved_at, s.job_post_id, p.id is not null as is_public, p.*
     from (select * from talent.saved_job_posts s
            where s.user_id = $1 and ${LAST_SAVED.after(2)}
            ${LAST_SAVED.orderBy}
            limit $3) s
     left join lateral (
       select ${LISTED_COLUMNS}, 0::float8 as rank
         from employer.job_posts j join employer.companies c on c.id = j.company_id
        where j.id = s.job_post_id and ${IS_VISIBLE}
     ) p on true
    ${LAST_SAVED.orderBy}`,
  { indexes: ['saved_job_posts_user_id_id_idx'] },
);

const FIND_SAVED = statement<{ job_post_id: string }>(
  'find_saved_job_posts',
  'select job_post_id from talent.saved_job_posts where user_id = $1 and job_post_id = any ($2::uuid[])',
  { indexes: ['saved_job_posts_user_id_job_post_id_key'] },
);

/** No row for a post that visitors may not know of. */
const FIND_JOB_POST = statement<{ is_open: boolean }>(
  'find_job_post_to_save',
  `select ${IS_VISIBLE} as is_open
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where j.id = $1 and ${IS_KNOWN}`,
);

const SAVE = statement<{ is_saved: boolean }>(
  'save_job_post',
  'select talent.save_job_post($1, $2, $3) as is_saved',
);

const DELETE_SAVED = statement<object>(
  'delete_saved_job_post',
  'select talent.delete_saved_job_post($1, $2)',
);

/** The job posts that the caller has saved. */
export const savedJobPostHandlers: HandlersOf<'SavedJobPostService'> = {
  'SavedJobPostService.ListSavedJobPosts': ({ read, facts }, input) =>
    readPage(input, {
      order: LAST_SAVED,
      find: (after, count) => read.query(LIST_SAVED, [facts.identities_user.id, ...after, count]),
      present: presentSaved,
    }),

  'SavedJobPostService.FindSavedJobPosts': async ({ read, facts }, { job_post_ids }) => {
    const rows = await read.query(FIND_SAVED, [facts.identities_user.id, job_post_ids]);
    return { job_post_ids: rows.map(({ job_post_id }) => job_post_id) };
  },

  'SavedJobPostService.SaveJobPost': (context, { job_post_id }) =>
    context.transaction(async (tx) => {
      const [post] = await tx.query(FIND_JOB_POST, [job_post_id]);
      if (post === undefined) return context.refuse('not_found');
      if (!post.is_open) return context.refuse('job_post_closed');
      const values = [tx.facts.identities_user.id, job_post_id, MAX_SAVED];
      const { is_saved } = onlyRow(await tx.query(SAVE, values), 'whether it is saved');
      if (is_saved) return null;
      const detail = `You have saved ${MAX_SAVED} jobs. Remove one, then save this one.`;
      return context.refuse('saved_quota_reached', { detail });
    }),

  'SavedJobPostService.DeleteSavedJobPost': (context, { job_post_id }) =>
    context.transaction(async (tx) => {
      await tx.query(DELETE_SAVED, [tx.facts.identities_user.id, job_post_id]);
      return null;
    }),
};

function presentSaved({ job_post_id, saved_at, is_public, ...row }: SavedRow): SavedJobPost {
  return {
    id: job_post_id,
    saved_at: saved_at.toISOString(),
    ...(is_public ? { job_post: presentListedJobPost(row) } : {}),
  };
}
