import { type AccessLock, returningLive, statement, type Transaction } from '@gatehouse/boundary';

const END_PRESENTED_SESSIONS = statement<{ id: string; user_id: string }>(
  'end_presented_user_sessions',
  returningLive(
    `update identity.user_sessions set ended_at = now(), end_reason = $3
      where token_hash = any($1::bytea[]) and user_id = any($2::uuid[]) and ended_at is null`,
    'id, user_id',
  ),
);

/** The lock of a transaction that ends sessions of a user. */
export function exclusiveUser(id: string): AccessLock {
  return { kind: 'user', id, mode: 'exclusive' };
}

/** Ends the sessions that a request carries; those that were live are audited. @param userIds their users, whose locks are held. */
export async function endPresentedSessions(
  tx: Transaction,
  { tokenHashes, userIds }: { tokenHashes: readonly string[]; userIds: readonly string[] },
  reason: string,
): Promise<void> {
  if (userIds.length === 0) return;
  for (const { id, user_id } of await tx.query(END_PRESENTED_SESSIONS, [tokenHashes, userIds, reason])) {
    await tx.audit({
      action: 'user_session.ended',
      subject_kind: 'user_session',
      subject_id: id,
      actor: { kind: 'user', id: user_id },
    });
  }
}
