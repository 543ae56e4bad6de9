import { etagOf, presentFile, statement } from '@gatehouse/boundary';
import type { OfferAnswer, TalentApplication } from '@gatehouse/contract';
import { HAS_PROPOSED_INTERVIEW, hasUnreadMessages, IS_VISIBLE, NEXT_INTERVIEW_AT } from '@gatehouse/hiring';

/** An own application, as the statements select it. */
export interface ApplicationRow
  extends Omit<
    TalentApplication,
    'created_at' | 'updated_at' | 'withdrawn_at' | 'offer_answer' | 'next_interview_at' | 'cv'
  > {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly withdrawn_at: Date | null;
  readonly offer_answer: OfferAnswer | null;
  readonly next_interview_at: Date | null;
  /** Whether the company can still undo its last change, which the applicant does not see yet. */
  readonly is_changing: boolean;
  /** Null: sent without a CV. The other columns about it are null, too. */
  readonly cv_name: string | null;
  readonly cv_size: number;
  readonly cv_uploaded_at: Date;
}

/** Whether the applicant sees the stage before the last change: the company can still undo it. An offer that is answered was seen. */
const IS_CHANGING = 'coalesce(a.stage_seen_from > now() and a.offer_answer is null, false)';
const SEEN_STAGE = `case when ${IS_CHANGING} then a.seen_stage else a.stage end`;
const SEEN_SINCE = `case when ${IS_CHANGING} then a.seen_since else coalesce(a.stage_seen_from, a.updated_at) end`;

/** The version that the applicant has seen: the row's own would tell of a change that can still be undone. */
const SEEN_VERSION = `md5(concat_ws(' ', ${SEEN_STAGE}, extract(epoch from ${SEEN_SINCE}),
                            extract(epoch from a.withdrawn_at), a.offer_answer))`;

const OFFER_IS_OPEN = `${SEEN_STAGE} = 'offer' and a.offer_answer is null and a.withdrawn_at is null and c.condition = 'active'`;
const HAS_UNREAD_MESSAGES = hasUnreadMessages('applicant');

/** Whether an application waits for its applicant. */
export const IS_WAITING = `(${OFFER_IS_OPEN} or ${HAS_PROPOSED_INTERVIEW} or ${HAS_UNREAD_MESSAGES})`;

/** Every application as its applicant sees it, with its job post `j` and its company `c`. */
export const APPLICATIONS = `
  select a.id, a.job_post_id, j.title as job_post_title, c.name as company_name,
         ${IS_VISIBLE} as job_post_is_open,
         ${SEEN_STAGE} as stage, ${SEEN_SINCE} as updated_at, ${IS_CHANGING} as is_changing,
         a.message, a.created_at, a.withdrawn_at, ${etagOf(SEEN_VERSION)}, a.offer_answer,
         ${OFFER_IS_OPEN} as offer_is_open, ${HAS_PROPOSED_INTERVIEW} as has_proposed_interview,
         ${HAS_UNREAD_MESSAGES} as has_unread_messages, ${NEXT_INTERVIEW_AT} as next_interview_at,
         v.name as cv_name, v.size as cv_size, v.uploaded_at as cv_uploaded_at
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join employer.companies c on c.id = a.company_id
    left join talent.cvs v on v.id = a.cv_id`;

export const FIND_APPLICATION = statement<ApplicationRow>(
  'find_own_application',
  `${APPLICATIONS} where a.id = $1 and a.user_id = $2`,
);

/** The company, whose lock a write about an own application takes. It never changes. */
export const FIND_COMPANY_OF_APPLICATION = statement<{ company_id: string }>(
  'find_company_of_own_application',
  'select company_id from talent.applications where id = $1 and user_id = $2',
);

export const LOCK_APPLICATION = statement<ApplicationRow>(
  'lock_own_application',
  `${APPLICATIONS} where a.id = $1 and a.user_id = $2 for update of a`,
);

/** As the applicant sees it. */
export function presentApplication({
  withdrawn_at,
  offer_answer,
  next_interview_at,
  cv_name,
  cv_size,
  cv_uploaded_at,
  is_changing: _isChanging,
  ...row
}: ApplicationRow): TalentApplication {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(withdrawn_at === null ? {} : { withdrawn_at: withdrawn_at.toISOString() }),
    ...(offer_answer === null ? {} : { offer_answer }),
    ...(next_interview_at === null ? {} : { next_interview_at: next_interview_at.toISOString() }),
    ...(cv_name === null
      ? {}
      : { cv: presentFile({ name: cv_name, size: cv_size, uploaded_at: cv_uploaded_at }) }),
  };
}
