import { type Queryable, statement } from '@gatehouse/boundary';
import type { MailDefinition, ValuesOf } from './define-mail.ts';
import { MAILS, type MailKind } from './mails.ts';
import { renderMail } from './render-mail.ts';

/** A mail of one kind to one address. */
export interface QueuedMail<Kind extends MailKind> {
  /** For a `verified` mail the address of a verified account. */
  readonly to: string;
  readonly values: ValuesOf<(typeof MAILS)[Kind]['slots']>;
  /** Id of what it is about: a newer mail of the same kind and topic replaces one that waits. */
  readonly topic?: string;
  /** The topic's state that the mail reports, and the one before. */
  readonly state?: { readonly now: string; readonly before: string | null };
}

const QUEUE_MAIL = statement<{ planned: Date | null }>(
  'queue_mail',
  'select identity.queue_mail($1::jsonb, $2::jsonb) as planned',
);

const IS_VERIFIED_ADDRESS = statement<{ is_verified: boolean }>(
  'is_verified_address',
  'select identity.is_verified_address($1) as is_verified',
);

const PRIORITIES = { security: 0, ordinary: 1 } as const;

/**
 * Adds a mail to the outbox in the caller's transaction: it is sent after the commit, within the limits of its kind.
 * Call it last: it holds a lock on recipient and kind until the transaction ends.
 * @returns when it is planned to go out; null where the address has had too many.
 * @throws for a `verified` mail to an address without a verified account.
 */
export async function queueMail<Kind extends MailKind>(
  tx: Queryable,
  kind: Kind,
  { to, values, topic, state }: QueuedMail<Kind>,
): Promise<Date | null> {
  const definition: MailDefinition = MAILS[kind] as unknown as MailDefinition;
  const { subject, text, html } = renderMail(definition, values);
  const mail = {
    to_address: to,
    kind,
    audience: definition.audience,
    priority: PRIORITIES[definition.priority],
    delay_seconds: definition.delaySeconds ?? 0,
    topic: topic ?? null,
    state: state?.now ?? null,
    state_before: state?.before ?? null,
    subject,
    text_body: text,
    html_body: html,
  };
  const [row] = await tx.query(QUEUE_MAIL, [JSON.stringify(mail), JSON.stringify(definition.limits)]);
  return row?.planned ?? null;
}

const DROP_WAITING_MAIL = statement<{ state_before: string | null }>(
  'drop_waiting_mail',
  'select state_before from identity.drop_waiting_mail($1, $2, $3)',
);

const FIND_TOPIC_MAIL = statement<{
  waits_until: Date | null;
  state_before: string | null;
  told_state: string | null;
}>('find_topic_mail', 'select waits_until, state_before, told_state from identity.find_topic_mail($1, $2)');

/** What the outbox knows of the mail about a topic. */
export interface TopicMail {
  /** When the waiting mail goes out; null: none waits. */
  readonly waitsUntil: Date | null;
  /** The topic's state before the change that the waiting mail reports; null: none, or that change is not to be undone. */
  readonly stateBefore: string | null;
  /** The state that the recipient was last told; null: none. */
  readonly toldState: string | null;
}

/** The mail of one kind about a topic. */
export async function findTopicMail(queryable: Queryable, kind: MailKind, topic: string): Promise<TopicMail> {
  const [row] = await queryable.query(FIND_TOPIC_MAIL, [kind, topic]);
  return {
    waitsUntil: row?.waits_until ?? null,
    stateBefore: row?.state_before ?? null,
    toldState: row?.told_state ?? null,
  };
}

/** Drops the mail about a topic unless its sending has begun; returns whether there was one. */
export async function dropWaitingMail(
  tx: Queryable,
  kind: MailKind,
  topic: string,
  reason: 'undone' | 'withdrawn',
): Promise<boolean> {
  return (await tx.query(DROP_WAITING_MAIL, [kind, topic, reason])).length > 0;
}

/** Whether an address belongs to an account that has proved it: only then may a mail name what people typed (G7). */
export async function isVerifiedAddress(tx: Queryable, address: string): Promise<boolean> {
  const [row] = await tx.query(IS_VERIFIED_ADDRESS, [address]);
  return row?.is_verified === true;
}
