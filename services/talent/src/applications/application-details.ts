import { type Handler, type Queryable, statement } from '@gatehouse/boundary';
import type { ScreeningAnswer, SentProfile, TalentApplicationDetails } from '@gatehouse/contract';
import { IS_KNOWN } from '@gatehouse/hiring';
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

/** An own application with everything that was sent, and its job post: applicants read what they applied for also when it is closed. */
export const getApplication: Handler<'TalentApplicationService.GetApplication'> = async (context, { id }) => {
  const { read, facts } = context;
  const own = [id, facts.identities_user.id];
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
    events: row.withdrawn_at === null ? await findEvents(read, id) : [],
  } satisfies TalentApplicationDetails;
};

async function findEvents(queryable: Queryable, applicationId: string) {
  const events = await queryable.query(LIST_EVENTS, [applicationId]);
  const [newest] = events;
  return newest === undefined ? [] : toldEvents(events, newest.read_at);
}
