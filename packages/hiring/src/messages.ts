import {
  onlyRow,
  type Queryable,
  type RefusalOptions,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { Message, MessageSide } from '@gatehouse/contract';

/** A side of a conversation, and the user who acts for it. */
export interface Writer {
  readonly side: MessageSide;
  readonly userId: string;
  /** Whether it may undo the messages of its colleagues: an owner of the company. */
  readonly isOwner: boolean;
}

/** A message as `selectMessages` selects it. */
export interface MessageRow
  extends Omit<Message, 'sent_at' | 'undo_until' | 'is_own' | 'is_unread' | 'is_withheld'> {
  readonly author_id: string;
  readonly sent_at: Date;
  readonly delivered_at: Date;
  readonly undo_until: Date;
  readonly is_undoable: boolean;
  readonly is_withheld: boolean;
  /** Null: the side has read none. */
  readonly read_until: Date | null;
}

/**
 * The messages `m` that a side sees, with the application `a`: every one of its own, withheld ones included, and of the other one
 * those that are delivered. An author whose account is deleted has no name.
 */
export const selectMessages = (side: MessageSide): string => `
  select m.id, m.side, m.author_id, coalesce(u.name, '') as author_name, m.text, m.sent_at, m.delivered_at,
         m.undone_at is null and m.delivered_at <= now() as is_delivered, m.sent_at + interval '60 seconds' as undo_until,
         m.undone_at is null and now() < m.sent_at + interval '60 seconds' as is_undoable, m.is_withheld, r.read_until
    from talent.messages m
    join talent.applications a on a.id = m.application_id
    left join talent.message_reads r on r.application_id = m.application_id and r.side = '${side}'
    left join identity.users u on u.id = m.author_id
   where (m.undone_at is null or m.is_withheld and m.side = '${side}')
     and (m.side = '${side}' or m.delivered_at <= now())`;

/** Whether a message of the other side waits unread for this one: a condition about the application `a`. */
export const hasUnreadMessages = (side: MessageSide): string => `
  exists (select from talent.messages um
           where um.application_id = a.id and um.side <> '${side}' and um.undone_at is null and um.delivered_at <= now()
             and um.delivered_at > coalesce((select ur.read_until from talent.message_reads ur
                                              where ur.application_id = a.id and ur.side = '${side}'), '-infinity'))`;

/** As a user of one side sees it. */
export function presentMessage(row: MessageRow, { side, userId, isOwner }: Writer): Message {
  const { id, side: writer, author_id, author_name, text, sent_at, is_delivered, undo_until } = row;
  const isOwn = writer === side && author_id === userId;
  return {
    id,
    side: writer,
    author_name,
    is_own: isOwn,
    text,
    sent_at: sent_at.toISOString(),
    is_delivered,
    is_unread: writer !== side && (row.read_until === null || row.delivered_at > row.read_until),
    ...(row.is_withheld ? { is_withheld: true } : {}),
    // One of the other side is shown after its time alone.
    ...((isOwn || isOwner) && row.is_undoable ? { undo_until: undo_until.toISOString() } : {}),
  };
}

const SEND = statement<{ id: string | null; quota: 'user' | 'side' | 'thread' | null }>(
  'send_message',
  'select id, quota from talent.send_message($1, $2, $3, $4)',
);

const UNDO = statement<{ text: string | null }>(
  'undo_message',
  'select talent.undo_message($1, $2, $3) as text',
);

const UNDO_OF_COLLEAGUE = statement<{ text: string | null }>(
  'undo_message_of_colleague',
  'select talent.undo_message_of_colleague($1, $2) as text',
);

const MARK_READ = statement<{ is_marked: boolean }>(
  'mark_messages_read',
  'select talent.mark_messages_read($1, $2, $3, $4) as is_marked',
);

const QUOTAS = {
  user: 'You can send 60 messages in an hour. Try again later.',
  side: 'At most 20 messages in an hour are sent to one recipient. Try again later.',
  thread: 'At most 500 messages are sent to one recipient.',
} as const;

/** A context that may refuse with a code. */
interface Refusing<Code> {
  refuse(code: Code, options?: RefusalOptions): never;
}

/**
 * Sends a message on an application that the transaction has locked: it is delivered, and notified, when it can no longer be
 * undone. @returns its id. @throws {Refusal} message_quota_reached.
 */
export async function sendMessage(
  tx: Transaction,
  context: Refusing<'message_quota_reached'>,
  { applicationId, writer, text }: { applicationId: string; writer: Writer; text: string },
): Promise<string> {
  const sent = onlyRow(
    await tx.query(SEND, [applicationId, writer.side, writer.userId, text.trim()]),
    'a sent message',
  );
  if (sent.quota !== null) context.refuse('message_quota_reached', { detail: QUOTAS[sent.quota] });
  if (sent.id === null) throw new Error('a message was not sent');
  await tx.audit({
    action: 'application.message_sent',
    subject_kind: 'application',
    subject_id: applicationId,
  });
  return sent.id;
}

/**
 * Undoes a message on an application that the transaction has locked. @param message with who wrote it; of a colleague's, its side still
 * sees the text, so that its author finds it (G8). @returns its text. @throws {Refusal} message_delivered.
 */
export async function undoMessage(
  tx: Transaction,
  context: Refusing<'message_delivered'>,
  {
    id,
    applicationId,
    writer,
    isOfColleague = false,
  }: {
    id: string;
    applicationId: string;
    writer: Pick<Writer, 'side' | 'userId'>;
    /** Of the company alone: an applicant has none. */
    isOfColleague?: boolean;
  },
): Promise<string> {
  await tx.audit({
    action: 'application.message_undone',
    subject_kind: 'application',
    subject_id: applicationId,
  });
  // Last: it decides whether the undo is in time, and little may come between it and the commit.
  const undone = isOfColleague
    ? tx.query(UNDO_OF_COLLEAGUE, [id, writer.userId])
    : tx.query(UNDO, [id, writer.side, writer.userId]);
  const { text } = onlyRow(await undone, 'an undone message');
  return text ?? context.refuse('message_delivered');
}

/** Notes what a side has read. @returns false: the side sees no such message of the other side. */
export async function markMessagesRead(
  tx: Queryable,
  { applicationId, reader, newestId }: { applicationId: string; reader: Writer; newestId: string },
): Promise<boolean> {
  const values = [applicationId, reader.side, reader.userId, newestId];
  return onlyRow(await tx.query(MARK_READ, values), 'a mark').is_marked;
}
