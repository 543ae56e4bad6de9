import {
  type Context,
  etagOf,
  type HandlersOf,
  onlyRow,
  readPage,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { JobPost, JobPostState } from '@gatehouse/contract';

interface JobPostRow extends Omit<JobPost, 'created_at' | 'updated_at' | 'published_at'> {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly published_at: Date | null;
}

const COLUMNS = `id, title, description, location, kind, state, created_at, updated_at, published_at,
          ${etagOf('version')},
          (select count(*)::int from talent.applications a
            where a.job_post_id = job_posts.id and a.withdrawn_at is null) as application_count`;

/** Newest first: ids are UUIDv7. */
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

/** Makes the count below exact for a company. The last lock of its transaction, so that it causes no deadlock. */
const LOCK_PUBLISHING = statement<object>(
  'lock_publishing',
  "select pg_advisory_xact_lock(hashtextextended('published_job_posts:' || $1, 0))",
);

const COUNT_PUBLISHED = statement<{ count: number }>(
  'count_published_job_posts',
  "select count(*)::int as count from employer.job_posts where company_id = $1 and state = 'published'",
  { indexes: ['job_posts_published_by_company_idx'] },
);

const CHANGES = ['job_post.created', 'job_post.changed'] as const;

const NEXT_STATES: Record<JobPostState, readonly JobPostState[]> = {
  draft: ['published'],
  published: ['closed'],
  closed: ['published'],
};

/**
 * The job posts of the caller's company; another company's are not found.
 * @param maxPublished job posts that a company may have published at the same time.
 */
export function createJobPostHandlers({
  maxPublished,
}: {
  maxPublished: number;
}): HandlersOf<'JobPostService'> {
  return {
    'JobPostService.ListJobPosts': ({ read, org_company }, input) =>
      readPage(input, {
        key: ['uuid'],
        find: ([before], count) =>
          read.query(LIST_JOB_POSTS, [org_company.id, input.state ?? null, before, count]),
        present: presentJobPost,
        keyOf: (row) => [row.id],
      }),

    'JobPostService.CreateJobPost': (context, { title, description, location, kind }) =>
      context.transaction(async (tx) => {
        const values = [tx.org_company.id, title.trim(), description, location.trim(), kind];
        const row = onlyRow(await tx.query(CREATE_JOB_POST, values), 'the new job post');
        await tx.audit({ action: 'job_post.created', subject_kind: 'job_post', subject_id: row.id });
        return presentJobPost(row);
      }),

    'JobPostService.GetJobPost': async (context, input) => {
      const [row] = await context.read.query(FIND_JOB_POST, [input.id, context.org_company.id]);
      return row === undefined ? context.refuse('not_found') : presentJobPost(row);
    },

    'JobPostService.UpdateJobPost': (context, input) =>
      context.transaction(async (tx) => {
        const [before] = await tx.query(LOCK_JOB_POST, [input.id, tx.org_company.id]);
        if (before === undefined) return context.refuse('not_found');
        await tx.requireVersion(presentJobPost(before), { subjectId: before.id, actions: CHANGES });
        const state = input.state ?? before.state;
        if (state !== before.state) requireNextState(context, before.state, state);
        if (state === 'published' && before.state !== 'published') {
          await requireRoomToPublish(context, tx, { companyId: tx.org_company.id, maxPublished });
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
      }),
  };
}

type UpdateContext = Pick<Context<'JobPostService.UpdateJobPost'>, 'refuse'>;

function requireNextState(context: UpdateContext, before: JobPostState, after: JobPostState): void {
  if (NEXT_STATES[before].includes(after)) return;
  context.refuse('job_post_state_conflict', {
    detail: `A job post cannot change from ${before} to ${after}.`,
  });
}

async function requireRoomToPublish(
  context: UpdateContext,
  tx: Transaction,
  { companyId, maxPublished }: { companyId: string; maxPublished: number },
): Promise<void> {
  await tx.query(LOCK_PUBLISHING, [companyId]);
  const { count } = onlyRow(await tx.query(COUNT_PUBLISHED, [companyId]), 'a count');
  if (count < maxPublished) return;
  context.refuse('job_post_quota_reached', {
    detail: `Your company can have ${maxPublished} published job posts. Close one to publish another.`,
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
