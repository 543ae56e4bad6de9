import { etagOf } from '@gatehouse/boundary';
import type { JobPost, JobPostTerms, ScreeningQuestion } from '@gatehouse/contract';
import { TERMS } from './terms.ts';

/** A job post as this service's statements select it. */
export interface JobPostRow
  extends Omit<
    JobPost,
    'created_at' | 'updated_at' | 'published_at' | 'questions' | 'hidden' | 'country_code'
  > {
  readonly terms: JobPostTerms;
  readonly questions: readonly ScreeningQuestion[];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly published_at: Date | null;
  /** Null: not stated. */
  readonly country_code: string | null;
  /** Null: staff do not hide it. */
  readonly hidden_at: Date | null;
  readonly hidden_reason: string;
}

/** Of `job_posts`, without the number of applications. */
export const OWN_COLUMNS = `id, title, description, location, country_code, kind, state, created_at, updated_at, published_at,
          ${TERMS}, questions, hidden_at, hidden_reason, state = 'published' and employer.is_expired(expires_on) as is_expired, ${etagOf('version')}`;

/** The number of a job post's applications that are not withdrawn. */
const APPLICATION_COUNT = `(select count(*)::int from talent.applications a
            where a.job_post_id = job_posts.id and a.withdrawn_at is null) as application_count`;

export const JOB_POST_COLUMNS = `${OWN_COLUMNS}, ${APPLICATION_COUNT}`;

/** A job post as its company sees it. */
export function presentJobPost({ published_at, hidden_at, country_code, ...row }: JobPostRow): JobPost {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    location: row.location,
    ...(country_code === null ? {} : { country_code }),
    kind: row.kind,
    state: row.state,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(published_at === null ? {} : { published_at: published_at.toISOString() }),
    application_count: row.application_count,
    etag: row.etag,
    terms: row.terms,
    questions: { items: row.questions },
    is_expired: row.is_expired,
    ...(hidden_at === null ? {} : { hidden: { at: hidden_at.toISOString(), reason: row.hidden_reason } }),
  };
}
