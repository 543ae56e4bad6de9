import { etagOf, onlyRow, statement, type Transaction } from '@gatehouse/boundary';
import type { NotificationSettings } from '@gatehouse/contract';

/** The settings without their version. */
export type MailChoices = Omit<NotificationSettings, 'etag'>;

/** The kinds of notifications whose mail a user can choose. */
export const CHOSEN_KINDS = [
  'application_received',
  'application_moved',
  'invitation_received',
  'role_changed',
  'job_post_closed',
  'message_received',
  'interview_changed',
  'application_assigned',
  'offer_answered',
  'application_withdrawn',
] as const satisfies readonly (keyof MailChoices)[];

/** What a user without a row has; the columns have the same defaults. */
export const DEFAULT_SETTINGS: NotificationSettings = {
  application_received: 'daily',
  application_moved: 'at_once',
  invitation_received: 'at_once',
  role_changed: 'daily',
  job_post_closed: 'daily',
  message_received: 'at_once',
  interview_changed: 'at_once',
  application_assigned: 'daily',
  offer_answered: 'at_once',
  application_withdrawn: 'at_once',
  etag: '"1"',
};

const COLUMNS = `application_received, application_moved, invitation_received, role_changed, job_post_closed, message_received,
          interview_changed, application_assigned, offer_answered, application_withdrawn, ${etagOf('version')}`;

/** No row: the defaults. */
export const FIND_SETTINGS = statement<NotificationSettings>(
  'find_notification_settings',
  `select ${COLUMNS} from identity.notification_settings where user_id = $1`,
  { indexes: ['notification_settings_pkey'] },
);

/** Settings without a row are the defaults, and a new row has them, too: both have the first version. */
const CREATE_SETTINGS = statement<object>(
  'create_notification_settings',
  `insert into identity.notification_settings (user_id)
   select u.id from identity.users u where u.id = $1 for key share
   on conflict (user_id) do nothing`,
);

const LOCK_SETTINGS = statement<NotificationSettings>(
  'lock_notification_settings',
  `select ${COLUMNS} from identity.notification_settings where user_id = $1 for update`,
);

const WRITE_SETTINGS = statement<NotificationSettings>(
  'write_notification_settings',
  `update identity.notification_settings
      set application_received = $2, application_moved = $3, invitation_received = $4, role_changed = $5, job_post_closed = $6,
          message_received = $7, interview_changed = $8, application_assigned = $9, offer_answered = $10,
          application_withdrawn = $11
    where user_id = $1
   returning ${COLUMNS}`,
);

/** Locks the settings of a user; null: there is no such user. */
export async function lockSettings(tx: Transaction, userId: string): Promise<NotificationSettings | null> {
  await tx.query(CREATE_SETTINGS, [userId]);
  const [settings] = await tx.query(LOCK_SETTINGS, [userId]);
  return settings ?? null;
}

/** Writes locked settings, audited as an act of their user; the same again writes nothing. */
export async function writeSettings(
  tx: Transaction,
  userId: string,
  { before, after, by }: { before: NotificationSettings; after: MailChoices; by: 'page' | 'link' },
): Promise<NotificationSettings> {
  const changes = CHOSEN_KINDS.flatMap((kind) =>
    before[kind] === after[kind] ? [] : [`${kind}: ${before[kind]} → ${after[kind]}`],
  );
  if (changes.length === 0) return before;
  const values = [userId, ...CHOSEN_KINDS.map((kind) => after[kind])];
  const written = onlyRow(await tx.query(WRITE_SETTINGS, values), 'the written settings');
  await tx.audit({
    action: 'user.mail_settings_changed',
    subject_kind: 'user',
    subject_id: userId,
    actor: { kind: 'user', id: userId },
    change: `${changes.join(', ')}${by === 'link' ? ', by a link in a mail' : ''}`,
  });
  return written;
}
