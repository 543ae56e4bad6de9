import { MAILS, type MailDefinition, type MailKind, outboxRow, type ValuesOf } from '@gatehouse/mail';
import { type Queryable, statement } from './statement.ts';

/** A mail of one kind to one address. */
export interface Mail<Kind extends MailKind> {
  /** For a `verified` mail the address of a verified account. */
  readonly to: string;
  readonly values: ValuesOf<(typeof MAILS)[Kind]['slots']>;
  /** Id of the mail's subject: a newer mail of the same kind and topic replaces one that waits. */
  readonly topic?: string;
  /** The topic's state that the mail reports, and the state before. */
  readonly state?: { readonly now: string; readonly before: string | null };
  /** Whether it is also sent to a recipient who has stopped its kind: it has words that are nowhere else. */
  readonly isAlwaysSent?: boolean;
}

/** Schemes and hosts of the links in mails. */
export interface LinkOrigins {
  readonly public: string;
  readonly team: string;
}

/** The origin of a kind's links. */
export function linkOriginOf(kind: MailKind, origins: LinkOrigins): string {
  const definition: Pick<MailDefinition, 'host'> = MAILS[kind];
  return origins[definition.host ?? 'public'];
}

/** What the outbox knows of the mail about a topic. */
export interface TopicMail {
  /** When the waiting mail is sent; null: none waits. */
  readonly waitsUntil: Date | null;
  /** The state before the change that the waiting mail reports; null: none, or the change cannot be undone. */
  readonly stateBefore: string | null;
  /** The state in the last mail that was sent; null: none was. */
  readonly reportedState: string | null;
}

const QUEUE_MAIL = statement<object>('queue_mail', 'select identity.queue_mail($1::jsonb, $2::jsonb)');

const IS_VERIFIED_ADDRESS = statement<{ is_verified: boolean }>(
  'is_verified_address',
  'select identity.is_verified_address($1) as is_verified',
);

const DROP_WAITING_MAIL = statement<object>(
  'drop_waiting_mail',
  'select from identity.drop_waiting_mail($1, $2, $3)',
);

const FIND_TOPIC_MAIL = statement<{
  waits_until: Date | null;
  state_before: string | null;
  told_state: string | null;
}>('find_topic_mail', 'select waits_until, state_before, told_state from identity.find_topic_mail($1, $2)');

/**
 * Adds a mail to the outbox in the caller's transaction: it is sent after the commit, within the limits of its kind.
 * Holds a lock on recipient and kind until the transaction ends.
 * @param origin scheme and host of the mail's links.
 * @throws for a `verified` mail to an address without a verified account.
 */
export async function queueMail<Kind extends MailKind>(
  tx: Queryable,
  origin: string,
  kind: Kind,
  { to, values, topic, state, isAlwaysSent = false }: Mail<Kind>,
): Promise<void> {
  const { row, limits } = outboxRow(kind, values, origin);
  const mail = {
    ...row,
    to_address: to,
    topic: topic ?? null,
    state: state?.now ?? null,
    state_before: state?.before ?? null,
    notification_kind: isAlwaysSent ? null : row.notification_kind,
  };
  await tx.query(QUEUE_MAIL, [JSON.stringify(mail), JSON.stringify(limits)]);
}

/** The mail of one kind about a topic. */
export async function findTopicMail(queryable: Queryable, kind: MailKind, topic: string): Promise<TopicMail> {
  const [row] = await queryable.query(FIND_TOPIC_MAIL, [kind, topic]);
  return {
    waitsUntil: row?.waits_until ?? null,
    stateBefore: row?.state_before ?? null,
    reportedState: row?.told_state ?? null,
  };
}

/** Drops the waiting mail about a topic. @returns false when none waits or its sending has begun. */
export async function dropWaitingMail(
  tx: Queryable,
  kind: MailKind,
  topic: string,
  reason: 'undone' | 'withdrawn',
): Promise<boolean> {
  return (await tx.query(DROP_WAITING_MAIL, [kind, topic, reason])).length > 0;
}

/** Whether an address belongs to a verified account: only then may a mail contain text that users typed (G7). */
export async function isVerifiedAddress(tx: Queryable, address: string): Promise<boolean> {
  const [row] = await tx.query(IS_VERIFIED_ADDRESS, [address]);
  return row?.is_verified === true;
}
