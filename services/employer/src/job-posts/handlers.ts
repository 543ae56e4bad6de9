import { type Handler, onlyRow, readPage, statement } from '@gatehouse/boundary';
import type { JobPost, JobPostState } from '@gatehouse/contract';

interface JobPostRow extends Omit<JobPost, 'created_at' | 'updated_at' | 'published_at'> {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly published_at: Date | null;
}

const COLUMNS = `id, title, description, location, kind, state, created_at, updated_at, published_at,
          (select count(*)::int from talent.applications a
            where a.job_post_id = job_posts.id and a.withdrawn_at is null) as application_count`;

/** Ids are UUIDv7, so their order is that of creation. */
const LIST_JOB_POSTS = statement<JobPostRow>(
  'list_job_posts',
  `select ${COLUMNS} from employer.job_posts
    where company_id = $1 and ($2::text is null or state = $2) and ($3::uuid is null or id < $3)
    order by id desc
    limit $4`,
  { indexes: ['job_posts_company_id_id_idx', 'applications_job_post_id_id_idx'] },
);

const CREATE_JOB_POST = statement<JobPostRow>(
  'create_job_post',
  `insert into employer.job_posts (company_id, title, description, location, kind)
   values ($1, $2, $3, $4, $5)
   returning ${COLUMNS}`,
);

const FIND_JOB_POST = statement<JobPostRow>(
  'find_job_post',
  `select ${COLUMNS} from employer.job_posts where id = $1 and company_id = $2`,
);

const LOCK_JOB_POST = statement<JobPostRow>(
  'lock_job_post',
  `select ${COLUMNS} from employer.job_posts where id = $1 and company_id = $2 for update of job_posts`,
);

const UPDATE_JOB_POST = statement<JobPostRow>(
  'update_job_post',
  `update employer.job_posts
      set title = coalesce($2, title), description = coalesce($3, description), location = coalesce($4, location),
          kind = coalesce($5, kind), state = $6, updated_at = now(),
          published_at = case when $6 = 'published' and state <> 'published' then now() else published_at end
    where id = $1
   returning ${COLUMNS}`,
);

/**
 * Those who publish for one company count one after the other. Taken last in a transaction, so that it joins no deadlock.
 */
const TAKE_TURN_TO_PUBLISH = statement<object>(
  'take_turn_to_publish',
  "select pg_advisory_xact_lock(hashtextextended('published_job_posts:' || $1, 0))",
);

const COUNT_PUBLISHED = statement<{ count: number }>(
  'count_published_job_posts',
  "select count(*)::int as count from employer.job_posts where company_id = $1 and state = 'published'",
  { indexes: ['job_posts_published_by_company_idx'] },
);

const NEXT_STATES: Record<JobPostState, readonly JobPostState[]> = {
  draft: ['published'],
  published: ['closed'],
  closed: ['published'],
};

/** The job posts of the caller's company, newest first. */
export const listJobPosts: Handler<'JobPostService.ListJobPosts'> = ({ read, org_company }, input) =>
  readPage(input, {
    key: ['uuid'],
    find: ([before], count) =>
      read.query(LIST_JOB_POSTS, [org_company.id, input.state ?? null, before, count]),
    present: presentJobPost,
    keyOf: (row) => [row.id],
  });

/** Makes a draft. */
export const createJobPost: Handler<'JobPostService.CreateJobPost'> = (context, input) =>
  context.transaction(async (tx) => {
    const { title, description, location, kind } = input;
    const values = [tx.org_company.id, title.trim(), description, location.trim(), kind];
    const row = onlyRow(await tx.query(CREATE_JOB_POST, values), 'the new job post');
    await tx.audit({ action: 'job_post.created', subject_kind: 'job_post', subject_id: row.id });
    return presentJobPost(row);
  });

/** One job post of the caller's company; another company's is not found. */
export const getJobPost: Handler<'JobPostService.GetJobPost'> = async (context, input) => {
  const [row] = await context.read.query(FIND_JOB_POST, [input.id, context.org_company.id]);
  return row === undefined ? context.refuse('not_found') : presentJobPost(row);
};

/** Changes a job post; its state goes from draft to published to closed and from closed to published. */
export function updateJobPost({
  maxPublished,
}: {
  maxPublished: number;
}): Handler<'JobPostService.UpdateJobPost'> {
  return (context, input) =>
    context.transaction(async (tx) => {
      const [before] = await tx.query(LOCK_JOB_POST, [input.id, tx.org_company.id]);
      if (before === undefined) return context.refuse('not_found');
      const state = input.state ?? before.state;
      if (state !== before.state && !NEXT_STATES[before.state].includes(state)) {
        context.refuse('job_post_state_conflict', {
          detail: `A job post cannot go from ${before.state} to ${state}.`,
        });
      }
      if (state === 'published' && before.state !== 'published') {
        await tx.query(TAKE_TURN_TO_PUBLISH, [tx.org_company.id]);
        const { count } = onlyRow(await tx.query(COUNT_PUBLISHED, [tx.org_company.id]), 'a count');
        if (count >= maxPublished) {
          context.refuse('job_post_quota_reached', {
            detail: `Your company has published ${maxPublished} job posts, as many as it may. Close one, then publish this one.`,
          });
        }
      }
      const { title, description, location, kind } = input;
      const values = [
        before.id,
        title?.trim() ?? null,
        description ?? null,
        location?.trim() ?? null,
        kind ?? null,
        state,
      ];
      const row = onlyRow(await tx.query(UPDATE_JOB_POST, values), 'the locked job post');
      await tx.audit({
        action: 'job_post.changed',
        subject_kind: 'job_post',
        subject_id: row.id,
        change: state === before.state ? '' : `${before.state} → ${state}`,
      });
      return presentJobPost(row);
    });
}

function presentJobPost({ published_at, ...row }: JobPostRow): JobPost {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(published_at === null ? {} : { published_at: published_at.toISOString() }),
  };
}
