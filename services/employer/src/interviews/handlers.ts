import { type HandlersOf, newestFirst, onlyRow, readPage, statement } from '@gatehouse/boundary';
import {
  INTERVIEWS,
  type InterviewRow,
  interviewCalendar,
  notifyOfInterview,
  presentInterview,
} from '@gatehouse/hiring';
import { lockApplicationOfOther, readAboutOther } from '../applications/application-of-other.ts';
import { requireTimeZone, startsOf } from './proposal.ts';

/** Of one application, whatever has become of them. */
const MAX_OF_APPLICATION = 20;

/** Of one member. */
const MAX_IN_AN_HOUR = 60;

/** Interviews of the company, without those of the caller's own application ($2 company, $3 caller). */
const OF_COMPANY = `${INTERVIEWS} where a.company_id = $2 and a.user_id <> $3`;

const NEWEST = newestFirst('i.id');

const LIST_INTERVIEWS = statement<InterviewRow>(
  'list_interviews_of_company',
  `${OF_COMPANY} and i.application_id = $1 and ${NEWEST.after(4)}
    ${NEWEST.orderBy}
    limit $5`,
  { indexes: ['interviews_application_id_id_idx'] },
);

const FIND_INTERVIEW = statement<InterviewRow>('find_interview_of_company', `${OF_COMPANY} and i.id = $1`);

const COUNT_INTERVIEWS = statement<{ is_proposed: boolean; of_application: number; of_member: number }>(
  'count_interviews',
  `select coalesce(bool_or(i.state = 'proposed'), false) as is_proposed, count(*)::int as of_application,
          (select count(*)::int from talent.interviews m
            where m.proposed_by = $2 and m.proposed_at > now() - interval '1 hour') as of_member
     from talent.interviews i where i.application_id = $1`,
  { indexes: ['interviews_application_id_id_idx', 'interviews_proposed_by_proposed_at_idx'] },
);

/** An open proposal whose times are over makes room for another one. */
const END_EXPIRED = statement<object>(
  'end_expired_interview',
  `update talent.interviews i set state = 'cancelled'
    where i.application_id = $1 and i.state = 'proposed' and i.starts[cardinality(i.starts)] <= now()`,
);

const CREATE_INTERVIEW = statement<{ id: string }>(
  'create_interview',
  `insert into talent.interviews (application_id, proposed_by, starts, time_zone, duration_minutes, place, note)
   values ($1, $2, $3::timestamptz[], $4, $5, $6, $7) returning id`,
);

const LOCK_APPLICATION_OF_INTERVIEW = statement<object>(
  'lock_application_of_interview',
  `select a.id
     from talent.interviews i join talent.applications a on a.id = i.application_id
    where i.id = $1 and a.company_id = $2 and a.user_id <> $3 for no key update of a`,
);

/** No row: it is declined, cancelled or has taken place. */
const CANCEL = statement<{ id: string }>(
  'cancel_interview',
  `update talent.interviews set state = 'cancelled', cancelled_by = $2
    where id = $1
      and (state = 'proposed'
           or state = 'accepted' and accepted_start + duration_minutes * interval '1 minute' > now())
   returning id`,
);

const OWN_APPLICATION = { detail: 'You applied yourself: see your interviews in your own applications.' };

/** Proposals of interviews, for the company. */
export const interviewHandlers: HandlersOf<'InterviewService'> = {
  'InterviewService.ListInterviews': (context, { application_id, ...page }) => {
    const { read, org_company } = context;
    const { id: userId } = context.facts.identities_user;
    return readPage(page, {
      order: NEWEST,
      find: (after, count) => {
        const values = [application_id, org_company.id, userId, ...after, count];
        const interviews = read.query(LIST_INTERVIEWS, values);
        return readAboutOther(context, application_id, interviews, OWN_APPLICATION);
      },
      present: presentInterview,
    });
  },

  'InterviewService.CreateInterview': (
    context,
    { application_id, time_zone, duration_minutes, ...input },
  ) => {
    requireTimeZone(time_zone);
    return context.transaction(async (tx) => {
      const { id: userId } = tx.facts.identities_user;
      // The lock of every write about interviews of the application: counting and proposing are one step.
      const application = await lockApplicationOfOther(tx, context, application_id, OWN_APPLICATION);
      if (application.withdrawn_at !== null) return context.refuse('application_withdrawn');
      const starts = startsOf(input.starts, Date.now());
      await tx.query(END_EXPIRED, [application_id]);
      const counted = onlyRow(await tx.query(COUNT_INTERVIEWS, [application_id, userId]), 'a count');
      if (counted.is_proposed) return context.refuse('interview_exists');
      if (counted.of_application >= MAX_OF_APPLICATION || counted.of_member >= MAX_IN_AN_HOUR) {
        return context.refuse('interview_quota_reached', {
          detail: `An application has at most ${MAX_OF_APPLICATION} interviews, and a member proposes at most ${MAX_IN_AN_HOUR} in an hour.`,
        });
      }
      const texts = [input.place.trim(), input.note.trim()];
      const values = [application_id, userId, starts, time_zone, duration_minutes, ...texts];
      const { id } = onlyRow(await tx.query(CREATE_INTERVIEW, values), 'the new interview');
      await notifyOfInterview(tx, id);
      await tx.audit({
        action: 'application.interview_proposed',
        subject_kind: 'application',
        subject_id: application_id,
      });
      const own = [id, tx.org_company.id, userId];
      return presentInterview(onlyRow(await tx.query(FIND_INTERVIEW, own), 'the new interview'));
    });
  },

  'InterviewService.DeleteInterview': (context, { id }) =>
    context.transaction(async (tx) => {
      const own = [id, tx.org_company.id, tx.facts.identities_user.id];
      const [application] = await tx.query(LOCK_APPLICATION_OF_INTERVIEW, own);
      if (application === undefined) return context.refuse('not_found');
      const [cancelled] = await tx.query(CANCEL, [id, tx.facts.identities_user.id]);
      if (cancelled === undefined) return context.refuse('interview_not_open');
      await notifyOfInterview(tx, id);
      const row = onlyRow(await tx.query(FIND_INTERVIEW, own), 'the interview');
      await tx.audit({
        action: 'application.interview_cancelled',
        subject_kind: 'application',
        subject_id: row.application_id,
      });
      return presentInterview(row);
    }),

  'InterviewService.GetInterviewCalendar': async (context, { id }) => {
    const { read, org_company, facts } = context;
    const [row] = await read.query(FIND_INTERVIEW, [id, org_company.id, facts.identities_user.id]);
    const calendar = row === undefined ? null : interviewCalendar(row, 'company');
    return calendar ?? context.refuse('not_found');
  },
};
