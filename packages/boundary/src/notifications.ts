import type { NotificationKind } from '@gatehouse/contract';
import { type Queryable, statement } from './statement.ts';

/** News for users: a kind, and the id of what it is about. It holds no names and no texts. */
interface News {
  readonly kind: NotificationKind;
  readonly subjectId: string;
  /** What the subject has become, as the contract lists it for the kind; empty: the kind needs no word. */
  readonly value: string;
}

const NOTIFY = statement<object>('notify_users', 'select from identity.notify($1, $2, $3, $4, 0)');

/**
 * Notifies users in the transaction of the change. An unread notification that says the same stays, and one that the
 * change makes untrue goes; users whose accounts are gone are left out.
 */
export async function notify(
  tx: Queryable,
  userIds: readonly string[],
  { kind, subjectId, value }: News,
): Promise<void> {
  if (userIds.length > 0) await tx.query(NOTIFY, [userIds, kind, subjectId, value]);
}
