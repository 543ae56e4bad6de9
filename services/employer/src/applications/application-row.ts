import { etagOf, presentFile } from '@gatehouse/boundary';
import type { Applicant, Application, OfferAnswer, ScreeningAnswer } from '@gatehouse/contract';
import { hasUnreadMessages, NEXT_INTERVIEW_AT } from '@gatehouse/hiring';
import { type AssignmentColumns, assignmentColumns, assignmentOf, joinAssignment } from './assignment-row.ts';
import { joinRatings, RATING_COLUMNS, type RatingColumns, ratingSummaryOf } from './rating-row.ts';

/** An application with its applicant, as the statements select it. */
export interface ApplicationRow
  extends Pick<
      Application,
      'id' | 'job_post_id' | 'job_post_title' | 'stage' | 'message' | 'etag' | 'has_unread_messages'
    >,
    Applicant,
    RatingColumns,
    AssignmentColumns {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly withdrawn_at: Date | null;
  readonly offer_answer: OfferAnswer | null;
  /** Null: none is accepted and ahead, or the reader is the applicant. */
  readonly next_interview_at: Date | null;
  /** Null: sent without a CV. The other columns about it are null, too. */
  readonly cv_name: string | null;
  readonly cv_size: number;
  readonly cv_uploaded_at: Date;
  readonly answers: readonly ScreeningAnswer[];
  /** The applicant's. */
  readonly user_id: string;
}

/** What a change of an application's stage needs, and what the applicant is mailed about it. */
export type MovedRow = Pick<
  ApplicationRow,
  | 'id'
  | 'user_id'
  | 'name'
  | 'job_post_title'
  | 'stage'
  | 'updated_at'
  | 'withdrawn_at'
  | 'offer_answer'
  | 'etag'
>;

/** An application without its long texts. */
export type ApplicationLine = Omit<ApplicationRow, 'message' | 'summary'>;

const selecting = (texts: string) => (reader: `$${number}`) =>
  `
  select a.id, a.job_post_id, j.title as job_post_title, a.stage, a.created_at, a.updated_at, a.withdrawn_at, a.offer_answer, a.user_id,
         ${etagOf('a.version')}, u.name, u.email, a.headline, a.skills, a.location, a.links, a.answers,
         v.name as cv_name, v.size as cv_size, v.uploaded_at as cv_uploaded_at,
         a.user_id <> ${reader} and ${hasUnreadMessages('company')} as has_unread_messages,
         case when a.user_id <> ${reader} then ${NEXT_INTERVIEW_AT} end as next_interview_at,
         ${RATING_COLUMNS}, ${assignmentColumns(reader)}${texts}
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join identity.users u on u.id = a.user_id
    left join talent.sent_cvs v on v.id = a.cv_id
    ${joinRatings(reader)}
    ${joinAssignment(reader)}`;

/**
 * Every application, with its job post `j` and its applicant `u`.
 * @param reader the member who reads: an applicant learns nothing of the own evaluation.
 */
export const applicationsFor = selecting(', a.message, a.summary');

/** The same as `ApplicationLine`s. */
export const applicationLinesFor = selecting('');

/** As an application presents it. */
export function nextInterviewOf({
  next_interview_at,
}: Pick<ApplicationRow, 'next_interview_at'>): Pick<Application, 'next_interview_at'> {
  return next_interview_at === null ? {} : { next_interview_at: next_interview_at.toISOString() };
}

const NO_APPLICANT: Applicant = {
  name: '',
  email: '',
  headline: '',
  summary: '',
  skills: [],
  location: '',
  links: [],
};

/** As lists have it. A withdrawn one shows nothing of its applicant (U17). */
export function presentApplication(row: ApplicationRow): Application {
  const {
    name,
    email,
    headline,
    summary,
    skills,
    location,
    links,
    withdrawn_at,
    offer_answer,
    next_interview_at,
    cv_name,
    cv_size,
    cv_uploaded_at,
    user_id: _applicantId,
    rating_average,
    rating_count,
    own_rating,
    assignee_membership_id,
    assignee_name,
    is_assigned_to_reader,
    ...application
  } = row;
  return {
    ...application,
    applicant:
      withdrawn_at === null ? { name, email, headline, summary, skills, location, links } : NO_APPLICANT,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    answers: [],
    history: [],
    timeline: [],
    mails: [],
    ...(withdrawn_at === null ? {} : { withdrawn_at: withdrawn_at.toISOString() }),
    ...(withdrawn_at !== null || offer_answer === null ? {} : { offer_answer }),
    ...nextInterviewOf({ next_interview_at }),
    ...ratingSummaryOf({ rating_average, rating_count, own_rating }),
    ...assignmentOf({ assignee_membership_id, assignee_name, is_assigned_to_reader }, withdrawn_at),
    ...(cv_name === null
      ? {}
      : { cv: presentFile({ name: cv_name, size: cv_size, uploaded_at: cv_uploaded_at }) }),
  };
}
