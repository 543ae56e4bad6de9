import { randomUUID } from 'node:crypto';
import { MAILS, type MailDefinition, type MailKind, outboxRow, type ValuesOf } from '@gatehouse/mail';
import { onlyRow, type Queryable, statement } from './statement.ts';

/** A mail of one kind to one address. */
export interface Mail<Kind extends MailKind> {
  /** For a `verified` mail the address of a verified account. */
  readonly to: string;
  readonly values: ValuesOf<(typeof MAILS)[Kind]['slots']>;
  /** Id of the mail's subject: a newer mail of the same kind and topic replaces one that waits. Absent: of an event, one of its own. */
  readonly topic?: string;
  /** The topic's state that the mail reports, and the state before. */
  readonly state?: { readonly now: string; readonly before: string | null };
  /** Of a mail with news: the notifications that it reports; of an invitation: this one. It is sent while all of them may still be mailed. */
  readonly subjectIds?: readonly string[];
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

/** In the order of the array. */
const QUEUE_MAILS = statement<object>(
  'queue_mails',
  'select identity.queue_mail(mail, $2::jsonb) from jsonb_array_elements($1::jsonb) as mail',
);

const IS_VERIFIED_ADDRESS = statement<{ is_verified: boolean }>(
  'is_verified_address',
  'select identity.is_verified_address($1) as is_verified',
);

const DROP_WAITING_MAILS = statement<{ topic: string; state_before: string | null }>(
  'drop_waiting_mails',
  `select t.topic, m.state_before
     from unnest($2::uuid[]) as t (topic) cross join lateral identity.drop_waiting_mail($1, t.topic, $3) m`,
);

const FIND_TOPIC_MAILS = statement<{
  topic: string;
  waits_until: Date | null;
  state_before: string | null;
  told_state: string | null;
}>(
  'find_topic_mails',
  `select t.topic, m.waits_until, m.state_before, m.told_state
     from unnest($2::uuid[]) as t (topic) cross join lateral identity.find_topic_mail($1, t.topic) m`,
);

/**
 * Adds a mail to the outbox in the caller's transaction: it is sent after the commit, within the limits of its kind.
 * Holds a lock on recipient and kind until the transaction ends.
 * @param origin scheme and host of the mail's links.
 * @throws for a `verified` mail to an address without a verified account.
 */
export function queueMail<Kind extends MailKind>(
  tx: Queryable,
  origin: string,
  kind: Kind,
  mail: Mail<Kind>,
): Promise<void> {
  return queueMails(tx, origin, kind, [mail]);
}

/** The same for several mails of one kind, in one statement; by address, so that two transactions do not deadlock. */
export async function queueMails<Kind extends MailKind>(
  tx: Queryable,
  origin: string,
  kind: Kind,
  mails: readonly Mail<Kind>[],
): Promise<void> {
  const { isEvent }: Pick<MailDefinition, 'isEvent'> = MAILS[kind];
  const made = mails
    .toSorted((one, two) => Buffer.compare(Buffer.from(one.to), Buffer.from(two.to)))
    .map(({ to, values, topic, state, subjectIds, isAlwaysSent = false }) => {
      const { row, limits } = outboxRow(kind, values, origin);
      const mail = {
        ...row,
        to_address: to,
        topic: topic ?? (isEvent === true ? randomUUID() : null),
        state: state?.now ?? null,
        state_before: state?.before ?? null,
        subject_ids: subjectIds ?? null,
        notification_kind: isAlwaysSent ? null : row.notification_kind,
      };
      return { mail, limits };
    });
  const [first] = made;
  if (first === undefined) return;
  // The limits are those of the kind.
  const rows = made.map(({ mail }) => mail);
  await tx.query(QUEUE_MAILS, [JSON.stringify(rows), JSON.stringify(first.limits)]);
}

/** The mails of one kind about each of some topics. */
export async function findTopicMails(
  queryable: Queryable,
  kind: MailKind,
  topics: readonly string[],
): Promise<ReadonlyMap<string, TopicMail>> {
  const rows = topics.length === 0 ? [] : await queryable.query(FIND_TOPIC_MAILS, [kind, topics]);
  return new Map(
    rows.map(({ topic, waits_until, state_before, told_state }) => [
      topic,
      { waitsUntil: waits_until, stateBefore: state_before, reportedState: told_state },
    ]),
  );
}

/**
 * Drops the waiting mails about topics. `undone`: only of changes that can be undone at this moment.
 * @returns by topic the state before the change that each dropped mail reports.
 */
export async function dropWaitingMails(
  tx: Queryable,
  kind: MailKind,
  topics: readonly string[],
  reason: 'undone' | 'withdrawn',
): Promise<ReadonlyMap<string, string | null>> {
  const rows = topics.length === 0 ? [] : await tx.query(DROP_WAITING_MAILS, [kind, topics, reason]);
  return new Map(rows.map(({ topic, state_before }) => [topic, state_before]));
}

/** Whether an address belongs to a verified account: only then may a mail contain text that users typed (G7). */
export async function isVerifiedAddress(tx: Queryable, address: string): Promise<boolean> {
  return onlyRow(await tx.query(IS_VERIFIED_ADDRESS, [address]), 'is_verified_address').is_verified;
}
