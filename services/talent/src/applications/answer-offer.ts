import { type Handler, onlyRow, statement } from '@gatehouse/boundary';
import {
  type ApplicationRow,
  FIND_APPLICATION,
  FIND_COMPANY_OF_APPLICATION,
  LOCK_APPLICATION,
  presentApplication,
} from './application-row.ts';

const WRITE_ANSWER = statement<object>(
  'write_offer_answer',
  'update talent.applications set offer_answer = $2 where id = $1',
);

const ADD_MESSAGE = statement<object>(
  'add_message_of_answer',
  'insert into talent.application_messages (application_id, message) values ($1, $2)',
);

const IS_CHANGING = 'The company is changing this application. Try again in a minute.';

/**
 * The last change that the applicant sees: the own answer, or else the company's. The audit trail also has what the company can
 * still undo, or has undone, and the names of its members.
 */
function lastSeenChange({ id, offer_answer, updated_at, company_name }: ApplicationRow) {
  return offer_answer === null
    ? ({ at: updated_at, actor_kind: 'user', actor_name: company_name } as const)
    : ({ subjectId: id, actions: ['application.offer_accepted', 'application.offer_declined'] } as const);
}

/**
 * Accepts or declines the open offer of the version that the caller has seen. The company's own change of the stage locks the
 * same row: the one that comes second is refused (G9).
 */
export const updateOfferAnswer: Handler<'TalentApplicationService.UpdateOfferAnswer'> = async (
  context,
  { id, answer, message },
) => {
  const userId = context.facts.identities_user.id;
  const [found] = await context.read.query(FIND_COMPANY_OF_APPLICATION, [id, userId]);
  if (found === undefined) return context.refuse('not_found');
  return context.transaction(
    async (tx) => {
      const [before] = await tx.query(LOCK_APPLICATION, [id, userId]);
      if (before === undefined) return context.refuse('not_found');
      // The same answer for every version: an applicant learns of a change when it can no longer be undone.
      if (before.offer_is_open && before.is_changing)
        return context.refuse('offer_not_open', { detail: IS_CHANGING });
      await tx.requireVersion(presentApplication(before), lastSeenChange(before));
      if (!before.offer_is_open) return context.refuse('offer_not_open');
      await tx.query(WRITE_ANSWER, [id, answer]);
      const text = message.trim();
      if (text !== '') await tx.query(ADD_MESSAGE, [id, text]);
      await tx.audit({ action: `application.offer_${answer}`, subject_kind: 'application', subject_id: id });
      return presentApplication(onlyRow(await tx.query(FIND_APPLICATION, [id, userId]), 'the application'));
    },
    { locks: [{ kind: 'company', id: found.company_id, mode: 'shared' }] },
  );
};
