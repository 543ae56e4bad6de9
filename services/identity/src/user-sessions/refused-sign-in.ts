import type { Transaction } from '@gatehouse/boundary';

/** Audits a sign-in that failed. @param userId null: no user is known. @param change why, for staff. */
export async function auditRefusedSignIn(tx: Transaction, userId: string | null, change = ''): Promise<void> {
  await tx.audit({ action: 'user_session.refused', subject_kind: 'user', subject_id: userId, change });
}
