import { type FileAnswer, type Queryable, statement } from '@gatehouse/boundary';
import type { Interview } from '@gatehouse/contract';
import { calendarFile } from './calendar.ts';

/** An interview as `INTERVIEWS` selects it. */
export interface InterviewRow
  extends Omit<Interview, 'starts' | 'proposed_at' | 'changed_at' | 'accepted_start'> {
  readonly application_id: string;
  readonly starts: readonly Date[];
  readonly proposed_at: Date;
  readonly changed_at: Date;
  readonly accepted_start: Date | null;
  readonly version: number;
  readonly job_post_title: string;
  readonly company_name: string;
  readonly applicant_name: string;
}

/** Whether the applicant can answer the proposal `i` of the company `c`. */
const IS_OPEN = "i.state = 'proposed' and i.starts[cardinality(i.starts)] > now() and c.condition = 'active'";

/** Whether interview times wait for the applicant's answer: a condition about the application `a` of the company `c`. */
export const HAS_PROPOSED_INTERVIEW = `
  exists (select from talent.interviews i where i.application_id = a.id and ${IS_OPEN})`;

/** When the next accepted interview of the application `a` begins, or the one that is going on; null: there is none. */
export const NEXT_INTERVIEW_AT = `
  (select min(i.accepted_start) from talent.interviews i
    where i.application_id = a.id and i.state = 'accepted'
      and i.accepted_start + i.duration_minutes * interval '1 minute' > now())`;

/** Interviews `i` with the application `a`. A member whose account is deleted has no name. */
export const INTERVIEWS = `
  select i.id, i.application_id, i.state, i.starts, i.time_zone, i.duration_minutes, i.place, i.note,
         coalesce(u.name, '') as proposed_by_name, i.proposed_at, i.changed_at, i.accepted_start, i.answer, i.version,
         ${IS_OPEN} as is_open,
         j.title as job_post_title, c.name as company_name, p.name as applicant_name
    from talent.interviews i
    join talent.applications a on a.id = i.application_id
    join employer.job_posts j on j.id = a.job_post_id
    join employer.companies c on c.id = a.company_id
    join identity.users p on p.id = a.user_id
    left join identity.users u on u.id = i.proposed_by`;

/**
 * What has happened to interviews of applications `a`: each proposal, the applicant's answer, and the cancellation, by a member or
 * without one because the times were over. Add the condition.
 */
export const INTERVIEW_EVENTS = `
  select e.at, 'application.interview_' || e.what as action, e.actor_id, e.message, e.start as interview_start
    from talent.interviews i
    join talent.applications a on a.id = i.application_id
   cross join lateral (values
     (i.proposed_at, 'proposed', i.proposed_by, i.note, null),
     (i.answered_at, case when i.accepted_start is null then 'declined' else 'accepted' end, a.user_id, i.answer,
      i.accepted_start),
     (case when i.state = 'cancelled' then i.changed_at end, 'cancelled', i.cancelled_by, '', i.accepted_start)
   ) e (at, what, actor_id, message, start)
   where e.at is not null`;

const NOTIFY = statement<object>('notify_of_interview', 'select talent.notify_of_interview($1)');

/** As both sides see it. */
export function presentInterview({
  application_id: _application,
  version: _version,
  job_post_title: _title,
  company_name: _company,
  applicant_name: _applicant,
  accepted_start,
  ...row
}: InterviewRow): Interview {
  return {
    ...row,
    starts: row.starts.map((start) => start.toISOString()),
    proposed_at: row.proposed_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    ...(accepted_start === null ? {} : { accepted_start: accepted_start.toISOString() }),
  };
}

/** Notifies the other side of the state that an interview has now. */
export async function notifyOfInterview(tx: Queryable, id: string): Promise<void> {
  await tx.query(NOTIFY, [id]);
}

/**
 * The file for calendars, whose title names the other side.
 * @param reader the side whose calendar it is for.
 * @returns of an interview that was cancelled, what removes it from a calendar; null: no time was accepted.
 */
export function interviewCalendar(row: InterviewRow, reader: 'company' | 'applicant'): FileAnswer | null {
  if (row.accepted_start === null) return null;
  const other = reader === 'company' ? `with ${row.applicant_name}` : `at ${row.company_name}`;
  return calendarFile('interview.ics', {
    uid: `${row.id}@gatehouse`,
    sequence: row.version,
    changedAt: row.changed_at,
    start: row.accepted_start,
    durationMinutes: row.duration_minutes,
    organizer: row.company_name,
    summary: `Interview ${other}: ${row.job_post_title}`,
    location: row.place,
    description: row.note,
    isCancelled: row.state === 'cancelled',
  });
}
