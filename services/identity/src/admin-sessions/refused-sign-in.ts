import type { Transaction } from '@gatehouse/boundary';

/** The detail of `totp_invalid`. */
export const TOTP_ADVICE =
  "Each code works once. Wait for the next one, and check that your phone's clock is right.";

/** Audits a sign-in that failed. @param adminId null: no admin has this address. @param reason for staff. */
export async function auditRefusedSignIn(
  tx: Transaction,
  adminId: string | null,
  reason: string,
): Promise<void> {
  await tx.audit({
    action: 'admin_session.refused',
    subject_kind: 'admin',
    subject_id: adminId,
    change: reason,
  });
}
