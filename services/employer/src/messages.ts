import {
  type HandlersOf,
  type MessageRow,
  markMessagesRead,
  onlyRow,
  presentMessage,
  readPage,
  selectMessages,
  sendMessage,
  statement,
  undoMessage,
  type Writer,
} from '@gatehouse/boundary';

/** The messages on the company's applications, without those on the caller's own one ($2 company, $3 caller). */
const MESSAGES = `${selectMessages('company')} and a.company_id = $2 and a.user_id <> $3`;

const FIND_APPLICATION = statement<{ user_id: string }>(
  'find_application_of_messages',
  'select user_id from talent.applications where id = $1 and company_id = $2',
);

/** Newest first: ids are UUIDv7. */
const LIST_MESSAGES = statement<MessageRow>(
  'list_messages_to_company',
  `${MESSAGES} and m.application_id = $1 and ($4::uuid is null or m.id < $4)
    order by m.id desc
    limit $5`,
  { indexes: ['messages_application_id_id_idx'] },
);

const FIND_MESSAGE = statement<MessageRow>('find_message_of_company', `${MESSAGES} and m.id = $1`);

/** A withdrawal, which deletes all messages, waits. Not `for share`: shared row locks can overlap without end, and it would starve. */
const LOCK_APPLICATION = statement<{ user_id: string; withdrawn_at: Date | null }>(
  'lock_application_of_messages',
  'select user_id, withdrawn_at from talent.applications where id = $1 and company_id = $2 for no key update',
);

const LOCK_APPLICATION_OF_MESSAGE = statement<{ id: string }>(
  'lock_application_of_sent_message',
  `select a.id
     from talent.messages m join talent.applications a on a.id = m.application_id
    where m.id = $1 and m.side = 'company' and m.author_id = $3 and m.undone_at is null
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
      key: ['uuid'],
      find: async ([before], count) => {
        const [[application], messages] = await Promise.all([
          read.query(FIND_APPLICATION, [application_id, org_company.id]),
          read.query(LIST_MESSAGES, [application_id, org_company.id, reader.userId, before, count]),
        ]);
        if (application === undefined) return context.refuse('not_found');
        return application.user_id === reader.userId
          ? context.refuse('own_application', OWN_APPLICATION)
          : messages;
      },
      present: (row) => presentMessage(row, reader),
      keyOf: (row) => [row.id],
    });
  },

  'ApplicationMessageService.CreateApplicationMessage': (context, { application_id, text }) =>
    context.transaction(async (tx) => {
      const writer = writerOf(tx);
      const [application] = await tx.query(LOCK_APPLICATION, [application_id, tx.org_company.id]);
      if (application === undefined) return context.refuse('not_found');
      if (application.user_id === writer.userId) return context.refuse('own_application', OWN_APPLICATION);
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
      ]);
      if (application === undefined) return context.refuse('not_found');
      return { text: await undoMessage(tx, context, { id, applicationId: application.id, writer }) };
    }),

  'ApplicationMessageService.MarkApplicationMessagesRead': (context, { application_id, newest_id }) =>
    context.transaction(async (tx) => {
      const reader = writerOf(tx);
      const [application] = await tx.query(LOCK_APPLICATION, [application_id, tx.org_company.id]);
      const isOthers = application !== undefined && application.user_id !== reader.userId;
      const mark = { applicationId: application_id, reader, newestId: newest_id };
      if (!isOthers || !(await markMessagesRead(tx, mark))) return context.refuse('not_found');
      return null;
    }),
};

function writerOf({ facts }: { facts: { identities_user: { id: string } } }): Writer {
  return { side: 'company', userId: facts.identities_user.id };
}
