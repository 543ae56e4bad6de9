import { type Queryable, statement } from '@gatehouse/boundary';

const END_PENDING_CHANGE = statement<object>(
  'end_pending_email_change',
  `update identity.email_changes set ended_at = now()
    where user_id = $1 and confirmed_at is null and ended_at is null`,
  { indexes: ['email_changes_pending_idx'] },
);

/** Ends the change that waits for its confirmation: it does not survive a new password (G3). */
export async function endPendingChange(tx: Queryable, userId: string): Promise<void> {
  await tx.query(END_PENDING_CHANGE, [userId]);
}
