import { onlyRow, type Queryable, queryableOf, queueMail, statement } from '@gatehouse/boundary';
import { MAX_SENTENCES, newsSentence } from '@gatehouse/mail';
import { type Logger, type RepeatedTask, repeatWhileWork } from '@gatehouse/runtime';
import { inTransaction } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';

/** After a failure, the wait before the notifications of the user are tried again. */
const RETRY_MINUTES = 15;

interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly is_verified: boolean;
}

interface DueNews {
  readonly id: string;
  readonly kind: ReportedKind;
  readonly value: string;
  readonly subject_id: string;
  readonly choice: 'at_once' | 'daily' | 'never';
  readonly company_name: string;
  readonly job_post_title: string;
  /** Whether more were due than were looked at. */
  readonly has_older: boolean;
}

type ReportedKind =
  | 'application_received'
  | 'application_moved'
  | 'role_changed'
  | 'job_post_closed'
  | 'message_received'
  | 'interview_changed'
  | 'application_assigned'
  | 'offer_answered'
  | 'application_withdrawn';

/**
 * The user with the notification that has been due for the longest time. The locks go with the transaction: another instance
 * takes the next user, or the user of an instance that has died. A notification that a transaction is changing at this moment
 * waits for the next time.
 */
const LOCK_RECIPIENT = statement<Recipient>(
  'lock_user_with_due_notifications',
  `select u.id, u.email, u.name, u.email_verified_at is not null as is_verified
     from identity.notifications n join identity.users u on u.id = n.user_id
    where n.mail_at <= now()
    order by n.mail_at limit 1 for no key update of u, n skip locked`,
  { indexes: ['notifications_mail_at_idx'] },
);

/** What one transaction changes: a revocation waits for the rows that it has locked (G1), and those that are due have no bound. */
const MAX_DUE = 1000;

/** The newest unread ones: a mail has a few sentences. */
const MAX_LOOKED_AT = 100;

/** No mail names these: it looks at newer unread ones. They count as reported. */
const SKIP_OLDER = statement<{ id: string }>(
  'skip_older_due_notifications',
  `update identity.notifications n set mail_at = null
    where n.id = any (array(
            select l.id from identity.notifications l
             where l.id = any (array(
                     select f.id from identity.notifications f
                      where f.user_id = (select o.user_id from identity.notifications o
                                          where o.mail_at <= now() order by o.mail_at limit 1)
                        and f.mail_at <= now()
                      order by f.read_at is not null, f.id desc offset ${MAX_DUE} limit ${MAX_DUE}))
               for no key update skip locked))
   returning n.id`,
  { indexes: ['notifications_mail_at_idx'] },
);

/**
 * Newest first: unread ones that are still true, with the names that the user may see now. One mail
 * has a few of them, so at most 100 are looked at; all that are due count as reported. A new snapshot, which has what another
 * instance has reported. It waits for no row: a transaction that changes several notifications of the user would deadlock with
 * it, and a revocation be late (G1). What only waits until staff enable its company is due again.
 */
const TAKE_DUE = statement<DueNews>(
  'take_due_notifications',
  `with due as (
     update identity.notifications n
        set mail_at = case when n.read_at is null and identity.is_news_waiting(n.kind, n.subject_id, n.value, n.at)
                           then now() + interval '1 hour' end
      where n.id = any (array(
              select f.id from identity.notifications f
               where f.user_id = $1 and f.mail_at <= now()
               order by f.read_at is not null, f.id desc limit ${MAX_DUE} for no key update skip locked))
     returning n.id, n.user_id, n.kind, n.subject_id, n.value, n.read_at)
   select d.id, d.kind, split_part(d.value, ' ', 1) as value, d.subject_id, identity.mail_choice(d.user_id, d.kind) as choice,
          coalesce(s.company_name, '') as company_name, coalesce(s.job_post_title, '') as job_post_title,
          (select count(*) from due where read_at is null) > ${MAX_LOOKED_AT} as has_older
     from (select * from due where read_at is null order by id desc limit ${MAX_LOOKED_AT}) d
     left join lateral (
       select * from identity.find_notification_subject(d.user_id, d.kind, d.subject_id)
       union all select * from identity.find_conversation_subject(d.user_id, d.kind, d.subject_id)) s on true
    where identity.is_news_true(d.user_id, d.kind, d.subject_id, d.value)
    order by d.id desc`,
);

/** The last mail of a kind that a limit of its address holds back. */
const FIND_HELD_MAIL = statement<{ sends_at: Date | null }>(
  'find_held_report',
  `select max(o.send_after) as sends_at from identity.mail_outbox o
    where o.to_address = $1 and o.kind = $2 and o.send_after > now() and o.sent_at is null and o.dropped_at is null`,
  { indexes: ['mail_outbox_recipient_idx'] },
);

const REPORT_LATER = statement<object>(
  'report_notifications_later',
  'update identity.notifications set mail_at = $2 where id = any($1)',
);

const POSTPONE = statement<object>(
  'postpone_due_notifications',
  `update identity.notifications n set mail_at = now() + make_interval(mins => $2)
    where n.id = any (array(select f.id from identity.notifications f
                             where f.user_id = $1 and f.mail_at <= now()
                             order by f.id desc limit ${MAX_DUE}))`,
);

/**
 * Reports notifications that are due by mail, one user after another: those that a user wants daily in one digest, the others
 * in a mail for each kind. Rows and mail change in one transaction, so that an instance that dies loses and doubles nothing.
 * @param origin scheme and host of the links.
 * @param pollMillis the pause after a run that found none due.
 */
export function startNotificationReporter(
  pool: Pool,
  { origin, log, pollMillis }: { origin: string; log: Logger; pollMillis: number },
): RepeatedTask {
  return repeatWhileWork(() => reportNext(pool, { origin, log }), {
    pollMillis,
    onFailure: (error) => log.warn({ err: error }, 'could not read the notifications that are due by mail'),
  });
}

/** @returns whether a user had some. */
export async function reportNext(
  pool: Pool,
  { origin, log }: { origin: string; log: Logger },
): Promise<boolean> {
  let recipient: Recipient | undefined;
  const writes = queryableOf(pool);
  const skipped = await writes.query(SKIP_OLDER, []);
  if (skipped.length > 0) return true;
  try {
    await inTransaction(pool, async (client) => {
      const tx = queryableOf(client);
      [recipient] = await tx.query(LOCK_RECIPIENT, []);
      if (recipient === undefined) return;
      const due = await tx.query(TAKE_DUE, [recipient.id]);
      if (recipient.is_verified) await queueReports(tx, recipient, { due, origin });
    });
    return recipient !== undefined;
  } catch (error) {
    if (recipient === undefined) throw error;
    log.error({ err: error }, 'the notifications of a user could not be mailed; they are tried again');
    await writes.query(POSTPONE, [recipient.id, RETRY_MINUTES]);
    return true;
  }
}

/**
 * Queues no mail without news, and one mail of a kind beyond a limit: what is due while it waits is in the one after it. A mail for each
 * would be hours late, and after a day's worth of them would be queued no more.
 */
async function queueReports(
  tx: Queryable,
  { email, name }: Recipient,
  { due, origin }: { due: readonly DueNews[]; origin: string },
): Promise<void> {
  const wanted = due.filter(({ choice }) => choice !== 'never');
  const byMail = Map.groupBy(wanted, ({ kind, choice }) =>
    choice === 'daily' ? 'notification_digest' : kind,
  );
  for (const [mailKind, news] of byMail) {
    const reported = news.filter((one) => newsSentence(one) !== null);
    const sentences = sentencesOf(reported);
    if (sentences.length === 0) continue;
    const { sends_at } = onlyRow(await tx.query(FIND_HELD_MAIL, [email, mailKind]), 'the time');
    if (sends_at !== null) {
      await tx.query(REPORT_LATER, [reported.map(({ id }) => id), sends_at]);
      continue;
    }
    await queueMail(tx, origin, mailKind, {
      to: email,
      subjectIds: reported.map(({ id }) => id),
      values: {
        name,
        news: sentences.slice(0, MAX_SENTENCES).join('\n'),
        rest: sentences.length > MAX_SENTENCES || reported[0]?.has_older === true ? 'more' : 'none',
        link: linkTo(mailKind, reported),
      },
    });
  }
}

/** One sentence for all news that differ in their subjects alone. */
function sentencesOf(news: readonly DueNews[]): readonly string[] {
  return [...Map.groupBy(news, (one) => newsSentence(one)).values()].flatMap((alike) => {
    const count = new Set(alike.map(({ subject_id }) => subject_id)).size;
    const sentence = alike[0] === undefined ? null : newsSentence(alike[0], count);
    return sentence === null ? [] : [sentence];
  });
}

/** The words of notifications about what a company has done. */
const TO_APPLICANTS: ReadonlySet<string> = new Set(['company', 'proposed', 'cancelled']);

/** Mails to members that are about an application as a whole. */
const ABOUT_APPLICATIONS: ReadonlySet<string> = new Set([
  'application_assigned',
  'offer_answered',
  'application_withdrawn',
]);

/** The application, if the mail is about one alone; otherwise the list of all notifications. */
function linkTo(mailKind: string, [first, ...rest]: readonly DueNews[]): `/${string}` {
  const isOne = first !== undefined && rest.every(({ subject_id }) => subject_id === first.subject_id);
  if (!isOne) return '/account/notifications';
  if (ABOUT_APPLICATIONS.has(mailKind)) return `/employer/applications/${first.subject_id}`;
  const isOfConversation = mailKind === 'message_received' || mailKind === 'interview_changed';
  if (!isOfConversation) return '/account/notifications';
  return TO_APPLICANTS.has(first.value)
    ? `/talent/applications/${first.subject_id}`
    : `/employer/applications/${first.subject_id}/conversation`;
}
