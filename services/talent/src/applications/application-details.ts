import { type Handler, type Queryable, statement } from '@gatehouse/boundary';
import type {
  ScreeningAnswer,
  SentProfile,
  TalentApplicationDetails,
  TalentApplicationEvent,
  TalentApplicationEventKind,
} from '@gatehouse/contract';
import { INTERVIEW_EVENTS, IS_KNOWN } from '@gatehouse/hiring';
import { PUBLIC_COLUMNS, type PublicJobPostRow, presentPublicJobPost } from '../job-posts/public-job-post.ts';
import { FIND_APPLICATION, presentApplication } from './application-row.ts';
import { type StageEvent, toldEvents } from './told-events.ts';

const FIND_SENT = statement<SentProfile & { readonly answers: readonly ScreeningAnswer[] }>(
  'find_what_was_sent',
  'select headline, summary, skills, location, links, career, answers from talent.applications where id = $1 and user_id = $2',
);

/** As it is now; no row for a post that visitors may not know of, nor for an application that is withdrawn. */
const FIND_JOB_POST = statement<PublicJobPostRow>(
  'find_job_post_of_own_application',
  `select ${PUBLIC_COLUMNS}, 0::float8 as rank
     from talent.applications a
     join employer.job_posts j on j.id = a.job_post_id
     join employer.companies c on c.id = j.company_id
    where a.id = $1 and a.user_id = $2 and a.withdrawn_at is null and ${IS_KNOWN}`,
  { indexes: ['job_posts_pkey', 'companies_pkey'] },
);

const LIST_EVENTS = statement<StageEvent & { readonly read_at: Date }>(
  'list_events_of_own_application',
  'select at, action, change, message, is_undoable, now() as read_at from identity.find_stage_events($1)',
);

interface InterviewEventRow {
  readonly at: Date;
  readonly action: string;
  readonly message: string;
  readonly interview_start: Date | null;
}

const LIST_INTERVIEW_EVENTS = statement<InterviewEventRow>(
  'list_interview_events_of_own_application',
  `select e.at, e.action, e.message, e.interview_start
     from (${INTERVIEW_EVENTS} and i.application_id = $1) e
    order by e.at desc, e.action desc`,
  { indexes: ['interviews_application_id_id_idx'] },
);

/** An own application with everything that was sent, and its job post: applicants read what they applied for also when it is closed. */
export const getApplication: Handler<'TalentApplicationService.GetApplication'> = async (context, { id }) => {
  const { read, facts } = context;
  const own = [id, facts.identities_user.id] as const;
  const [[row], [sent], [post]] = await Promise.all([
    read.query(FIND_APPLICATION, own),
    read.query(FIND_SENT, own),
    read.query(FIND_JOB_POST, own),
  ]);
  if (row === undefined || sent === undefined) return context.refuse('not_found');
  const application = presentApplication(row);
  const { answers, ...profile } = sent;
  return {
    application,
    profile,
    answers,
    ...(post === undefined ? {} : { job_post: presentPublicJobPost(post) }),
    // A withdrawal deletes what was written: nothing but its dates is left (U17).
    events: row.withdrawn_at === null ? await findEvents(read, row.id) : [],
  } satisfies TalentApplicationDetails;
};

/** Newest first. @param applicationId of an application that was found as an own one. */
async function findEvents(
  queryable: Queryable,
  applicationId: string,
): Promise<readonly TalentApplicationEvent[]> {
  const [events, interviews] = await Promise.all([
    queryable.query(LIST_EVENTS, [applicationId]),
    queryable.query(LIST_INTERVIEW_EVENTS, [applicationId]),
  ]);
  const [newest] = events;
  const told = newest === undefined ? [] : toldEvents(events, newest.read_at);
  return [...interviews.map(presentInterviewEvent), ...told].toSorted(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  );
}

function presentInterviewEvent({
  at,
  action,
  message,
  interview_start,
}: InterviewEventRow): TalentApplicationEvent {
  return {
    // These are the selected actions.
    kind: action.slice('application.'.length) as TalentApplicationEventKind,
    at: at.toISOString(),
    message,
    ...(interview_start === null ? {} : { interview_start: interview_start.toISOString() }),
  };
}
