import type { ApplicationStage } from '@gatehouse/contract';
import type { JobPostKind, JobPostState } from '@gatehouse/contract/wire';
import type { Queryable } from './people.ts';

const TITLE = 'Bell founder';

/** A job post to make. By default: published, in full time, with no text but its title. */
interface JobPostOptions {
  /** As a member that was made has it. */
  readonly companyId: string | null;
  readonly title?: string;
  readonly description?: string;
  readonly location?: string;
  readonly kind?: JobPostKind;
  readonly state?: JobPostState;
}

/** An application to make. */
interface ApplicationOptions extends Pick<JobPostOptions, 'companyId' | 'title'> {
  readonly userId: string;
  /** The post of the company that the user applies for; a new one unless given. */
  readonly jobPostId?: string;
  readonly stage?: ApplicationStage;
}

/** Makes a job post; a draft has never been published. @returns its id. */
export async function makeJobPost(
  database: Queryable,
  {
    companyId,
    title = TITLE,
    description = '',
    location = '',
    kind = 'full_time',
    state = 'published',
  }: JobPostOptions,
): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `insert into employer.job_posts (company_id, title, description, location, kind, state, published_at)
     values ($1, $2, $3, $4, $5, $6, case when $6 <> 'draft' then now() end) returning id`,
    [companyId, title, description, location, kind, state],
  );
  if (row === undefined) throw new Error('the job post has no row');
  return row.id;
}

/** Makes an application with a message, of a new job post unless it names one. @returns its id. */
export async function makeApplication(
  database: Queryable,
  { companyId, userId, title = TITLE, stage = 'submitted', jobPostId }: ApplicationOptions,
): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `insert into talent.applications (job_post_id, company_id, user_id, message, stage)
     values ($1, $2, $3, 'Hello.', $4) returning id`,
    [jobPostId ?? (await makeJobPost(database, { companyId, title })), companyId, userId, stage],
  );
  if (row === undefined) throw new Error('the application has no row');
  return row.id;
}
