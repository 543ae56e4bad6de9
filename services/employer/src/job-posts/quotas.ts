import { type Context, onlyRow, statement, type Transaction } from '@gatehouse/boundary';

/** How many job posts a company may have at the same time. */
export interface JobPostQuotas {
  readonly drafts: number;
  readonly published: number;
  /** In all states. */
  readonly all: number;
}

type RefusingContext = Pick<Context<'JobPostService.CreateJobPost'>, 'refuse'>;

interface OfCompany {
  readonly companyId: string;
  readonly quotas: JobPostQuotas;
}

/** Makes the counts below exact for a company. The last lock of its transaction, so that it causes no deadlock. */
const LOCK_QUOTAS = statement<object>(
  'lock_publishing',
  "select pg_advisory_xact_lock(hashtextextended('published_job_posts:' || $1, 0))",
);

const COUNT_PUBLISHED = statement<{ count: number }>(
  'count_published_job_posts',
  "select count(*)::int as count from employer.job_posts where company_id = $1 and state = 'published'",
  { indexes: ['job_posts_published_by_company_idx'] },
);

/** $2 and $3: quotas. No more rows are read than they allow. */
const FIND_REACHED = statement<{ has_max_drafts: boolean; has_max_posts: boolean }>(
  'find_reached_quotas_of_job_posts',
  `select (select count(*) from (select from employer.job_posts
                                  where company_id = $1 and state = 'draft' limit $2) as found) >= $2 as has_max_drafts,
          (select count(*) from (select from employer.job_posts
                                  where company_id = $1 limit $3) as found) >= $3 as has_max_posts`,
  { indexes: ['job_posts_drafts_by_company_idx', 'job_posts_company_id_id_idx'] },
);

/** @throws {Refusal} job_post_quota_reached when the company has as many published job posts as it may. */
export async function requireRoomToPublish(
  context: RefusingContext,
  tx: Transaction,
  { companyId, quotas }: OfCompany,
): Promise<void> {
  await tx.query(LOCK_QUOTAS, [companyId]);
  const { count } = onlyRow(await tx.query(COUNT_PUBLISHED, [companyId]), 'a count');
  if (count < quotas.published) return;
  context.refuse('job_post_quota_reached', {
    detail: `Your company can have ${format(quotas.published)} published job posts. Close one to publish another.`,
  });
}

/** @throws {Refusal} job_post_quota_reached when the company has as many drafts, or job posts in all states, as it may. */
export async function requireRoomForDraft(
  context: RefusingContext,
  tx: Transaction,
  { companyId, quotas }: OfCompany,
): Promise<void> {
  await tx.query(LOCK_QUOTAS, [companyId]);
  const values = [companyId, quotas.drafts, quotas.all];
  const reached = onlyRow(await tx.query(FIND_REACHED, values), 'whether quotas are reached');
  if (reached.has_max_drafts) {
    context.refuse('job_post_quota_reached', {
      detail: `Your company can have ${format(quotas.drafts)} drafts. Publish or delete one to add another.`,
    });
  }
  if (reached.has_max_posts) {
    context.refuse('job_post_quota_reached', {
      detail: `Your company can have ${format(quotas.all)} job posts, closed ones included. Reopen a closed one, delete a draft, or contact us.`,
    });
  }
}

const format = (count: number) => count.toLocaleString('en');
