import { type HandlersOf, newestFirst, onlyRow, readPage, statement } from '@gatehouse/boundary';
import {
  INTERVIEWS,
  type InterviewRow,
  interviewCalendar,
  notifyOfInterview,
  presentInterview,
} from '@gatehouse/hiring';

/** Interviews of the own applications ($2 caller). */
const OWN = `${INTERVIEWS} where a.user_id = $2`;

const FIND_APPLICATION = statement<object>(
  'find_own_application_of_interviews',
  'select id from talent.applications where id = $1 and user_id = $2',
);

const NEWEST = newestFirst('i.id');

const LIST_INTERVIEWS = statement<InterviewRow>(
  'list_own_interviews',
  `${OWN} and i.application_id = $1 and ${NEWEST.after(3)}
    ${NEWEST.orderBy}
    limit $4`,
  { indexes: ['interviews_application_id_id_idx'] },
);

const FIND_INTERVIEW = statement<InterviewRow>('find_own_interview', `${OWN} and i.id = $1`);

const FIND_COMPANY = statement<{ company_id: string }>(
  'find_company_of_own_interview',
  `select a.company_id
     from talent.interviews i join talent.applications a on a.id = i.application_id
    where i.id = $1 and a.user_id = $2`,
);

/** A cancellation, which locks the same row, waits; a second answer, too. */
const LOCK_APPLICATION = statement<object>(
  'lock_own_application_of_interview',
  `select a.id
     from talent.interviews i join talent.applications a on a.id = i.application_id
    where i.id = $1 and a.user_id = $2 for no key update of a`,
);

/** No row: the time is not one of those that are proposed, or it is over. */
const ACCEPT = statement<{ id: string }>(
  'accept_interview',
  `update talent.interviews i set state = 'accepted', accepted_start = $2, answer = $3
    where i.id = $1 and i.state = 'proposed' and $2::timestamptz = any (i.starts) and $2::timestamptz > now()
   returning i.id`,
);

const DECLINE = statement<{ id: string }>(
  'decline_interview',
  `update talent.interviews i set state = 'declined', answer = $2
    where i.id = $1 and i.state = 'proposed' returning i.id`,
);

/** Interviews of the caller's applications. */
export const talentInterviewHandlers: HandlersOf<'TalentInterviewService'> = {
  'TalentInterviewService.ListTalentInterviews': (context, { application_id, ...page }) => {
    const { read, facts } = context;
    const own = [application_id, facts.identities_user.id];
    return readPage(page, {
      order: NEWEST,
      find: async (after, count) => {
        const [[application], interviews] = await Promise.all([
          read.query(FIND_APPLICATION, own),
          read.query(LIST_INTERVIEWS, [...own, ...after, count]),
        ]);
        return application === undefined ? context.refuse('not_found') : interviews;
      },
      present: presentInterview,
    });
  },

  'TalentInterviewService.UpdateInterviewAnswer': async (context, { id, accepted_start, message }) => {
    const own = [id, context.facts.identities_user.id];
    const [found] = await context.read.query(FIND_COMPANY, own);
    if (found === undefined) return context.refuse('not_found');
    return context.transaction(
      async (tx) => {
        await tx.query(LOCK_APPLICATION, own);
        // Read again: a withdrawal, which deletes it, may have held the lock.
        const [before] = await tx.query(FIND_INTERVIEW, own);
        if (before === undefined) return context.refuse('not_found');
        if (!before.is_open) return context.refuse('interview_not_open');
        const text = message.trim();
        const start = Date.parse(accepted_start);
        const [answered] =
          accepted_start === ''
            ? await tx.query(DECLINE, [id, text])
            : Number.isNaN(start)
              ? []
              : await tx.query(ACCEPT, [id, new Date(start), text]);
        if (answered === undefined) {
          const detail = 'This time is over, or it was not proposed. Choose another one.';
          return context.refuse('interview_not_open', { detail });
        }
        await notifyOfInterview(tx, id);
        await tx.audit({
          action: `application.interview_${accepted_start === '' ? 'declined' : 'accepted'}`,
          subject_kind: 'application',
          subject_id: before.application_id,
        });
        return presentInterview(onlyRow(await tx.query(FIND_INTERVIEW, own), 'the interview'));
      },
      { locks: [{ kind: 'company', id: found.company_id, mode: 'shared' }] },
    );
  },

  'TalentInterviewService.GetTalentInterviewCalendar': async (context, { id }) => {
    const [row] = await context.read.query(FIND_INTERVIEW, [id, context.facts.identities_user.id]);
    const calendar = row === undefined ? null : interviewCalendar(row, 'applicant');
    return calendar ?? context.refuse('not_found');
  },
};
