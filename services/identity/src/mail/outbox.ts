import { type Queryable, statement } from '@gatehouse/boundary';
import type { MailKind, NotificationMail } from '@gatehouse/mail';
import type { OutboundMail } from './transport.ts';

/** A mail that this process has claimed and must send or postpone. */
export interface ClaimedMail extends OutboundMail {
  readonly id: string;
  /** Attempts so far, this one included. */
  readonly attempts: number;
  /** 0: sign-in and security; 1: everything else. */
  readonly priority: 0 | 1;
  readonly kind: MailKind;
  /** What its recipient can stop; null: the mail is always sent. */
  readonly notification: NotificationMail | null;
  /** The user who has the address now; null: none, or the mail is always sent. */
  readonly recipient_id: string | null;
  /** What this user has chosen. */
  readonly choice: 'at_once' | 'daily' | 'never' | null;
  /** Whether what it says may still be said. */
  readonly is_current: boolean;
}

/** Mail that a claim must skip. */
export interface ClaimBounds {
  readonly isSecurityOnly: boolean;
  readonly isFirstAttemptOnly: boolean;
  /** Recipient domains that already have their share of the running attempts. */
  readonly busyDomains: readonly string[];
}

/** A mail whose dispatcher died is retried after this time: longer than any attempt. */
const CLAIM_SECONDS = 120;
const MAX_DELAY_SECONDS = 3600;
/** A mail that no server has accepted for so long is dropped. */
const GIVE_UP_DAYS = 3;

/**
 * Claims the most urgent due mail. The claim is committed before the mail is sent: no connection is held meanwhile, and no
 * other instance claims the mail. One that was attempted before is not current once a later one says what its topic is now;
 * each mail of a saved search has news of its own, and one that its recipient can stop replaces none that is always sent.
 */
const CLAIM_MAIL = statement<ClaimedMail>(
  'claim_mail',
  `with claimed as (
     update identity.mail_outbox o
        set attempts = o.attempts + 1, next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
      where o.id = (
        select m.id from identity.mail_outbox m
         where m.sent_at is null and m.dropped_at is null and m.next_attempt_at <= now()
           and (m.priority = 0 or not $1::boolean) and (m.attempts = 0 or not $2::boolean)
           and split_part(m.to_address, '@', 2) <> all($3::text[])
         order by m.priority, m.next_attempt_at
         limit 1
           for update skip locked)
     returning o.id, o.to_address, o.subject, o.text_body, o.html_body, o.attempts, o.priority, o.kind, o.notification_kind,
               o.topic, o.subject_ids)
   select c.id, c.to_address as "to", c.subject, c.text_body as text, c.html_body as html, c.attempts, c.priority, c.kind,
          c.notification_kind as notification, u.id as recipient_id,
          case when u.id is not null then identity.mail_choice(u.id, c.notification_kind, c.topic) end as choice,
          identity.is_mail_current(c.kind, c.to_address, c.topic, c.subject_ids)
            and not exists (
              select from identity.mail_outbox later
               where later.to_address = c.to_address and later.kind = c.kind and later.topic = c.topic and later.id > c.id
                 and later.dropped_at is null and later.kind <> 'saved_search'
                 and (later.notification_kind is null or c.notification_kind is not null)) as is_current
     from claimed c
     left join identity.users u on u.email = c.to_address and c.notification_kind is not null`,
  { indexes: ['mail_outbox_waiting_idx'] },
);

/** Empties the bodies: they contain tokens. */
const MARK_SENT = statement<object>(
  'mark_mail_sent',
  "update identity.mail_outbox set sent_at = now(), text_body = '', html_body = '' where id = $1",
);

/**
 * `attempts` stays 1 or more: for the one who caused the mail, it counts as sent. What a digest has of kinds that its user wants
 * at once by now is due again: no other mail would report it. While a transaction changes one of these notifications, nothing
 * is dropped, and the next claim decides again.
 */
const DROP_UNWANTED = statement<object>(
  'drop_unwanted_mail',
  `with news as (
     select n.id from identity.notifications n
      where n.id = any (array(select unnest(o.subject_ids) from identity.mail_outbox o
                               where o.id = $1 and o.kind = 'notification_digest'))
        for no key update skip locked),
   dropped as (
     update identity.mail_outbox o
        set dropped_at = now(), drop_reason = 'unwanted', next_attempt_at = 'infinity', text_body = '', html_body = ''
      where o.id = $1 and o.sent_at is null and o.dropped_at is null
        and not exists (
          select from identity.notifications n
           where o.kind = 'notification_digest' and n.id = any (o.subject_ids) and n.id not in (select id from news))
     returning o.id)
   update identity.notifications n set mail_at = now()
     from dropped
    where n.id = any (array(select id from news)) and n.read_at is null
      and identity.mail_choice(n.user_id, n.kind) = 'at_once'
      and identity.is_news_true(n.user_id, n.kind, n.subject_id, n.value)`,
);

const DROP_OUTDATED = statement<object>('drop_outdated_mail', 'select identity.drop_outdated_mail($1)');

/** Changes nothing if another instance has claimed the mail since. */
const POSTPONE = statement<{ is_dropped: boolean }>(
  'postpone_mail',
  `update identity.mail_outbox o
            set next_attempt_at = case when late.is_late then 'infinity' else now() + make_interval(secs => $3) end,
                dropped_at = case when late.is_late then now() end,
                drop_reason = case when late.is_late then 'too_old' end,
                text_body = case when late.is_late then '' else o.text_body end,
                html_body = case when late.is_late then '' else o.html_body end
           from (select m.id, m.send_after < now() - interval '${GIVE_UP_DAYS} days' as is_late
                   from identity.mail_outbox m where m.id = $1) late
          where o.id = late.id and o.attempts = $2 and o.sent_at is null and o.dropped_at is null
         returning o.dropped_at is not null as is_dropped`,
);

const MEASURE_QUEUE = statement<{ priority: 0 | 1; size: number; age_seconds: number }>(
  'measure_mail_queue',
  `select m.priority, count(*)::int as size, extract(epoch from now() - min(m.send_after))::float8 as age_seconds
           from identity.mail_outbox m
          where m.sent_at is null and m.dropped_at is null and m.send_after <= now()
          group by m.priority`,
);

/** Claims the most urgent due mail that the bounds allow; null: none. */
export async function claimMail(writes: Queryable, bounds: ClaimBounds): Promise<ClaimedMail | null> {
  const { isSecurityOnly, isFirstAttemptOnly, busyDomains } = bounds;
  const [mail] = await writes.query(CLAIM_MAIL, [isSecurityOnly, isFirstAttemptOnly, busyDomains]);
  return mail ?? null;
}

/** Records that the mail server accepted a mail. */
export async function markSent(writes: Queryable, { id }: ClaimedMail): Promise<void> {
  await writes.query(MARK_SENT, [id]);
}

/** Drops a mail that its recipient has stopped. */
export async function dropUnwanted(writes: Queryable, { id }: ClaimedMail): Promise<void> {
  await writes.query(DROP_UNWANTED, [id]);
}

/** Drops a mail that says what may not be said any more, or has it wait if only its company's being disabled is in the way. */
export async function dropOutdated(writes: Queryable, { id }: ClaimedMail): Promise<void> {
  await writes.query(DROP_OUTDATED, [id]);
}

/** Schedules the retry of a failed mail, at growing intervals. @returns seconds until then; null: dropped as too old. */
export async function postpone(writes: Queryable, { id, attempts }: ClaimedMail): Promise<number | null> {
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, 5 * 2 ** (attempts - 1));
  const [postponed] = await writes.query(POSTPONE, [id, attempts, delaySeconds]);
  return postponed?.is_dropped === true ? null : delaySeconds;
}

/** The due mails of one priority. */
export interface QueueMeasure {
  readonly priority: 'security' | 'ordinary';
  readonly size: number;
  /** Of the oldest due mail. */
  readonly ageSeconds: number;
}

/** Both priorities; zeros for an empty queue. */
export async function measureQueue(queryable: Queryable): Promise<readonly QueueMeasure[]> {
  const rows = await queryable.query(MEASURE_QUEUE, []);
  return (['security', 'ordinary'] as const).map((priority, number) => {
    const row = rows.find((one) => one.priority === number);
    return { priority, size: row?.size ?? 0, ageSeconds: row?.age_seconds ?? 0 };
  });
}
