import { type AccessLock, returningLive, statement, type Transaction } from '@gatehouse/boundary';

const END_PRESENTED_SESSIONS = statement<{ id: string; admin_id: string }>(
  'end_presented_admin_sessions',
  returningLive(
    `update identity.admin_sessions set ended_at = now(), end_reason = $3
      where token_hash = any($1::bytea[]) and admin_id = any($2::uuid[]) and ended_at is null`,
    'id, admin_id',
  ),
);

/** The lock of a transaction that ends sessions of an admin. */
export function exclusiveAdmin(id: string): AccessLock {
  return { kind: 'admin', id, mode: 'exclusive' };
}

/** Ends the sessions that a request carries; those that were live are audited. @param adminIds their admins, whose locks are held. */
export async function endPresentedSessions(
  tx: Transaction,
  { tokenHashes, adminIds }: { tokenHashes: readonly string[]; adminIds: readonly string[] },
  reason: string,
): Promise<void> {
  if (adminIds.length === 0) return;
  for (const { id, admin_id } of await tx.query(END_PRESENTED_SESSIONS, [tokenHashes, adminIds, reason])) {
    await tx.audit({
      action: 'admin_session.ended',
      subject_kind: 'admin_session',
      subject_id: id,
      actor: { kind: 'admin', id: admin_id },
    });
  }
}
