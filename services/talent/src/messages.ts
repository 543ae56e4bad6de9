import { type HandlersOf, newestFirst, onlyRow, readPage, statement } from '@gatehouse/boundary';
import {
  type MessageRow,
  markMessagesRead,
  presentMessage,
  selectMessages,
  sendMessage,
  undoMessage,
  type Writer,
} from '@gatehouse/hiring';

/** The messages on the own applications ($2 caller). */
const MESSAGES = `${selectMessages('applicant')} and a.user_id = $2`;

const FIND_APPLICATION = statement<{ company_id: string }>(
  'find_own_application_of_messages',
  'select company_id from talent.applications where id = $1 and user_id = $2',
);

const NEWEST = newestFirst('m.id');

const LIST_MESSAGES = statement<MessageRow>(
  'list_messages_to_applicant',
  `${MESSAGES} and m.application_id = $1 and ${NEWEST.after(3)}
    ${NEWEST.orderBy}
    limit $4`,
  { indexes: ['messages_application_id_id_idx'] },
);

const FIND_MESSAGE = statement<MessageRow>('find_message_of_applicant', `${MESSAGES} and m.id = $1`);

const LOCK_APPLICATION = statement<{ withdrawn_at: Date | null; is_open: boolean }>(
  'lock_own_application_of_messages',
  `select a.withdrawn_at, c.condition = 'active' as is_open
     from talent.applications a join employer.companies c on c.id = a.company_id
    where a.id = $1 and a.user_id = $2 for no key update of a`,
);

/** The message $1 that the caller $2 has sent, on the own application. */
const OWN_MESSAGE = `
     from talent.messages m join talent.applications a on a.id = m.application_id
    where m.id = $1 and m.side = 'applicant' and m.author_id = $2 and m.undone_at is null and a.user_id = $2`;

const FIND_COMPANY_OF_MESSAGE = statement<{ company_id: string }>(
  'find_company_of_own_message',
  `select a.company_id ${OWN_MESSAGE}`,
);

const LOCK_APPLICATION_OF_MESSAGE = statement<{ id: string }>(
  'lock_own_application_of_sent_message',
  `select a.id ${OWN_MESSAGE} for no key update of a`,
);

/** Messages of the caller to companies, and of companies to the caller. */
export const talentMessageHandlers: HandlersOf<'TalentMessageService'> = {
  'TalentMessageService.ListTalentMessages': (context, { application_id, ...page }) => {
    const { read } = context;
    const reader = writerOf(context);
    return readPage(page, {
      order: NEWEST,
      find: async (after, count) => {
        const [[application], messages] = await Promise.all([
          read.query(FIND_APPLICATION, [application_id, reader.userId]),
          read.query(LIST_MESSAGES, [application_id, reader.userId, ...after, count]),
        ]);
        return application === undefined ? context.refuse('not_found') : messages;
      },
      present: (row) => presentMessage(row, reader),
    });
  },

  'TalentMessageService.CreateTalentMessage': async (context, { application_id, text }) => {
    const own = [application_id, context.facts.identities_user.id];
    const [found] = await context.read.query(FIND_APPLICATION, own);
    if (found === undefined) return context.refuse('not_found');
    return context.transaction(
      async (tx) => {
        const writer = writerOf(tx);
        const [application] = await tx.query(LOCK_APPLICATION, own);
        if (application === undefined) return context.refuse('not_found');
        if (application.withdrawn_at !== null) return context.refuse('application_withdrawn');
        if (!application.is_open) return context.refuse('conversation_closed');
        const id = await sendMessage(tx, context, { applicationId: application_id, writer, text });
        const row = onlyRow(await tx.query(FIND_MESSAGE, [id, writer.userId]), 'the new message');
        return presentMessage(row, writer);
      },
      { locks: [{ kind: 'company', id: found.company_id, mode: 'shared' }] },
    );
  },

  'TalentMessageService.DeleteTalentMessage': async (context, { id }) => {
    const own = [id, context.facts.identities_user.id];
    const [found] = await context.read.query(FIND_COMPANY_OF_MESSAGE, own);
    if (found === undefined) return context.refuse('not_found');
    return context.transaction(
      async (tx) => {
        const writer = writerOf(tx);
        const [application] = await tx.query(LOCK_APPLICATION_OF_MESSAGE, own);
        if (application === undefined) return context.refuse('not_found');
        return { text: await undoMessage(tx, context, { id, applicationId: application.id, writer }) };
      },
      // It notifies the members of an earlier message again: none whose membership a revocation ends at the same time.
      { locks: [{ kind: 'company', id: found.company_id, mode: 'shared' }] },
    );
  },

  'TalentMessageService.MarkTalentMessagesRead': (context, { application_id, newest_id }) =>
    context.transaction(async (tx) => {
      const reader = writerOf(tx);
      const [application] = await tx.query(LOCK_APPLICATION, [application_id, reader.userId]);
      const mark = { applicationId: application_id, reader, newestId: newest_id };
      if (application === undefined || !(await markMessagesRead(tx, mark)))
        return context.refuse('not_found');
      return null;
    }),
};

function writerOf({ facts }: { facts: { identities_user: { id: string } } }): Writer {
  return { side: 'applicant', userId: facts.identities_user.id, isOwner: false };
}
