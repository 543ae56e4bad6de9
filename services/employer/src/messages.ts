import {
  type Granted,
  type HandlersOf,
  newestFirst,
  onlyRow,
  readPage,
  statement,
} from '@gatehouse/boundary';
import {
  type MessageRow,
  markMessagesRead,
  presentMessage,
  selectMessages,
  sendMessage,
  undoMessage,
  type Writer,
} from '@gatehouse/hiring';
import {
  lockApplicationOfOther,
  lockReceivedApplication,
  readAboutOther,
} from './applications/application-of-other.ts';

/** The messages on the company's applications, without those on the caller's own one ($2 company, $3 caller). */
const MESSAGES = `${selectMessages('company')} and a.company_id = $2 and a.user_id <> $3`;

const NEWEST = newestFirst('m.id');

const LIST_MESSAGES = statement<MessageRow>(
  'list_messages_to_company',
  `${MESSAGES} and m.application_id = $1 and ${NEWEST.after(4)}
    ${NEWEST.orderBy}
    limit $5`,
  { indexes: ['messages_application_id_id_idx'] },
);

const FIND_MESSAGE = statement<MessageRow>('find_message_of_company', `${MESSAGES} and m.id = $1`);

const LOCK_APPLICATION_OF_MESSAGE = statement<{ id: string; author_id: string }>(
  'lock_application_of_sent_message',
  `select a.id, m.author_id
     from talent.messages m join talent.applications a on a.id = m.application_id
    where m.id = $1 and m.side = 'company' and (m.author_id = $3 or $4) and m.undone_at is null
      and a.company_id = $2 and a.user_id <> $3
      for no key update of a`,
);

const OWN_APPLICATION = { detail: 'You applied yourself: read your messages in your own applications.' };

/** Messages of the company's members to applicants, and of applicants to the company. */
export const messageHandlers: HandlersOf<'ApplicationMessageService'> = {
  'ApplicationMessageService.ListApplicationMessages': (context, { application_id, ...page }) => {
    const { read, org_company } = context;
    const reader = writerOf(context);
    return readPage(page, {
      order: NEWEST,
      find: (after, count) => {
        const values = [application_id, org_company.id, reader.userId, ...after, count];
        return readAboutOther(context, application_id, read.query(LIST_MESSAGES, values), OWN_APPLICATION);
      },
      present: (row) => presentMessage(row, reader),
    });
  },

  'ApplicationMessageService.CreateApplicationMessage': (context, { application_id, text }) =>
    context.transaction(async (tx) => {
      const writer = writerOf(tx);
      const application = await lockApplicationOfOther(tx, context, application_id, OWN_APPLICATION);
      if (application.withdrawn_at !== null) return context.refuse('application_withdrawn');
      const id = await sendMessage(tx, context, { applicationId: application_id, writer, text });
      const values = [id, tx.org_company.id, writer.userId];
      return presentMessage(onlyRow(await tx.query(FIND_MESSAGE, values), 'the new message'), writer);
    }),

  'ApplicationMessageService.DeleteApplicationMessage': (context, { id }) =>
    context.transaction(async (tx) => {
      const writer = writerOf(tx);
      const [application] = await tx.query(LOCK_APPLICATION_OF_MESSAGE, [
        id,
        tx.org_company.id,
        writer.userId,
        writer.isOwner,
      ]);
      if (application === undefined) return context.refuse('not_found');
      const author = { side: writer.side, userId: application.author_id };
      const isOfColleague = author.userId !== writer.userId;
      const message = { id, applicationId: application.id, writer: author, isOfColleague };
      return { text: await undoMessage(tx, context, message) };
    }),

  'ApplicationMessageService.MarkApplicationMessagesRead': (context, { application_id, newest_id }) =>
    context.transaction(async (tx) => {
      const reader = writerOf(tx);
      const application = await lockReceivedApplication(tx, application_id);
      const isOthers = application !== undefined && application.user_id !== reader.userId;
      const mark = { applicationId: application_id, reader, newestId: newest_id };
      if (!isOthers || !(await markMessagesRead(tx, mark))) return context.refuse('not_found');
      return null;
    }),
};

function writerOf({ facts, org_membership }: Granted<'employer'>): Writer {
  return { side: 'company', userId: facts.identities_user.id, isOwner: org_membership.role === 'owner' };
}
