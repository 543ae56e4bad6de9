import {
  dropWaitingMails,
  type HandlersOf,
  newestFirst,
  onlyRow,
  readPage,
  statement,
} from '@gatehouse/boundary';
import type { ScreeningQuestion } from '@gatehouse/contract';
import { IS_KNOWN, IS_VISIBLE } from '@gatehouse/hiring';
import { NO_CAREER } from '../career.ts';
import { updateOfferAnswer } from './answer-offer.ts';
import { getApplication } from './application-details.ts';
import {
  APPLICATIONS,
  type ApplicationRow,
  FIND_APPLICATION,
  FIND_COMPANY_OF_APPLICATION,
  IS_WAITING,
  LOCK_APPLICATION,
  presentApplication,
} from './application-row.ts';
import { answersTo } from './screening-answers.ts';

const FIND_COMPANY = statement<{ company_id: string }>(
  'find_company_of_job_post',
  'select company_id from employer.job_posts where id = $1',
);

/** No row for a post that visitors may not know of. */
const FIND_JOB_POST = statement<{
  company_id: string;
  is_open: boolean;
  questions: readonly ScreeningQuestion[];
}>(
  'find_job_post_to_apply_for',
  `select j.company_id, j.questions, ${IS_VISIBLE} as is_open
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where j.id = $1 and ${IS_KNOWN}`,
);

/** Holds it until the application has it. No row: there is none. */
const TAKE_CURRENT_CV = statement<{ id: string }>(
  'take_current_cv',
  'select id from talent.cvs where user_id = $1 and is_current for key share',
  { indexes: ['cvs_current_idx'] },
);

/** No row: the user has applied already, perhaps at the same time. */
const CREATE_APPLICATION = statement<{ id: string; is_empty: boolean }>(
  'create_application',
  `insert into talent.applications
     (job_post_id, company_id, user_id, message, cv_id, answers, headline, summary, skills, location, links, career)
   select $1, $2, $3, $4, $5, $6::jsonb, coalesce(p.headline, ''), coalesce(p.summary, ''), coalesce(p.skills, '{}'),
          coalesce(p.location, ''), coalesce(p.links, '{}'), coalesce(p.career, '${JSON.stringify(NO_CAREER)}')
     from (values (1)) as one left join talent.profiles p on p.user_id = $3
   on conflict (job_post_id, user_id) do nothing
   returning id, message = '' and headline = '' and summary = '' and skills = '{}' and links = '{}'
             and career = '${JSON.stringify(NO_CAREER)}' and cv_id is null as is_empty`,
  { indexes: ['applications_job_post_id_user_id_key'] },
);

const NEWEST = newestFirst('a.id');

/** Two statements, so that what waits does not change the plan of the whole list. */
const listApplications = (name: string, condition: string, indexes: readonly string[]) =>
  statement<ApplicationRow>(
    name,
    `${APPLICATIONS}
    where a.user_id = $1 and ${NEWEST.after(2)} and ($4::uuid is null or a.job_post_id = $4) ${condition}
    ${NEWEST.orderBy}
    limit $3`,
    { indexes: ['applications_user_id_id_idx', 'interviews_application_id_id_idx', ...indexes] },
  );

const LIST_APPLICATIONS = listApplications('list_own_applications', '', []);

/** Own applications among which those that wait are looked for, the newest first (G6). The contract states this number. */
const MAX_READ = 1000;

const IS_AMONG_NEWEST = `a.id >= coalesce((select o.id from talent.applications o where o.user_id = $1
                            order by o.id desc offset ${MAX_READ - 1} limit 1), '00000000-0000-0000-0000-000000000000')`;

const WAITS = `and ${IS_AMONG_NEWEST} and ${IS_WAITING}`;

/** Looks at the messages and interviews of each own application until the page is full. */
const LIST_WAITING = listApplications('list_own_applications_that_wait', WAITS, [
  'interviews_proposed_key',
  'messages_application_id_id_idx',
]);

/**
 * Erases what the applicant sent. The triggers `forget_cv`, `forget_answers` and `forget_career` erase the rest; a new column goes
 * into this statement or into a trigger.
 */
const WITHDRAW_APPLICATION = statement<object>(
  'withdraw_application',
  `update talent.applications
      set withdrawn_at = now(), message = '', headline = '', summary = '', skills = '{}', location = '', links = '{}'
    where id = $1`,
);

const NOTIFY_OF_APPLICATION = statement<object>(
  'notify_of_application',
  'select from identity.notify_of_application($1)',
);

const EMPTY = {
  detail: 'Your profile is empty. Complete it, add a CV, or write a message.',
  errors: [{ field: 'message', code: 'required', message: 'must not be empty while the profile is' }],
};

/** Applications that one account sends in an hour: each notifies the members of a company (G6). The contract states this number. */
const MAX_PER_HOUR = 100;

/** The newest application beyond the limit, which the new one is part of. */
const FIND_OVER_LIMIT = statement<{ seconds: number }>(
  'find_application_over_limit',
  `select ceil(extract(epoch from a.created_at + interval '1 hour' - now()))::int as seconds from talent.applications a
    where a.user_id = $1
    order by a.id desc offset ${MAX_PER_HOUR} limit 1`,
  { indexes: ['applications_user_id_id_idx'] },
);

/** The caller's own applications. */
export const talentApplicationHandlers: HandlersOf<'TalentApplicationService'> = {
  'TalentApplicationService.CreateApplication': async (context, input) => {
    const { job_post_id, message, with_cv } = input;
    const [found] = await context.read.query(FIND_COMPANY, [job_post_id]);
    if (found === undefined) return context.refuse('not_found');
    return context.transaction(
      async (tx) => {
        const { id: userId } = tx.facts.identities_user;
        const [post] = await tx.query(FIND_JOB_POST, [job_post_id]);
        if (post === undefined) return context.refuse('not_found');
        if (!post.is_open) return context.refuse('job_post_closed');
        const answers = JSON.stringify(answersTo(context, post.questions, input.answers));
        const [cv] = with_cv ? await tx.query(TAKE_CURRENT_CV, [userId]) : [];
        if (with_cv && cv === undefined) return context.refuse('not_found', { detail: 'You have no CV.' });
        const values = [job_post_id, post.company_id, userId, message.trim(), cv?.id ?? null, answers];
        const [created] = await tx.query(CREATE_APPLICATION, values);
        if (created === undefined) return context.refuse('application_exists');
        if (created.is_empty) context.refuse('application_incomplete', EMPTY);
        // The new row has waited for a change of its post, which this statement sees.
        const [changed] = await tx.query(FIND_JOB_POST, [job_post_id]);
        if (changed?.is_open !== true) return context.refuse('job_post_closed');
        if (JSON.stringify(answersTo(context, changed.questions, input.answers)) !== answers)
          return context.refuse('questions_changed');
        const [overLimit] = await tx.query(FIND_OVER_LIMIT, [userId]);
        if (overLimit !== undefined && overLimit.seconds > 0)
          context.refuse('rate_limited', { retryAfterSeconds: overLimit.seconds });
        await tx.audit({
          action: 'application.created',
          subject_kind: 'application',
          subject_id: created.id,
        });
        await tx.query(NOTIFY_OF_APPLICATION, [created.id]);
        const row = onlyRow(await tx.query(FIND_APPLICATION, [created.id, userId]), 'the new application');
        return presentApplication(row);
      },
      { locks: [{ kind: 'company', id: found.company_id, mode: 'shared' }] },
    );
  },

  'TalentApplicationService.ListApplications': ({ read, facts }, input) =>
    readPage(input, {
      order: NEWEST,
      find: (after, count) =>
        read.query(input.is_waiting === true ? LIST_WAITING : LIST_APPLICATIONS, [
          facts.identities_user.id,
          ...after,
          count,
          input.job_post_id ?? null,
        ]),
      present: presentApplication,
    }),

  'TalentApplicationService.GetApplication': getApplication,
  'TalentApplicationService.UpdateOfferAnswer': updateOfferAnswer,

  'TalentApplicationService.DeleteApplication': async (context, input) => {
    const own = [input.id, context.facts.identities_user.id];
    const [found] = await context.read.query(FIND_COMPANY_OF_APPLICATION, own);
    if (found === undefined) return context.refuse('not_found');
    return context.transaction(
      async (tx) => {
        const [row] = await tx.query(LOCK_APPLICATION, own);
        if (row === undefined || row.withdrawn_at !== null) return context.refuse('not_found');
        if (row.offer_answer === 'accepted') return context.refuse('offer_accepted');
        await tx.query(WITHDRAW_APPLICATION, [row.id]);
        await dropWaitingMails(tx, 'application_stage', [row.id], 'withdrawn');
        await tx.audit({ action: 'application.withdrawn', subject_kind: 'application', subject_id: row.id });
        return null;
      },
      // It deletes what the members have of the application, as the revocation of one does: without the lock they can deadlock.
      { locks: [{ kind: 'company', id: found.company_id, mode: 'shared' }] },
    );
  },
};
