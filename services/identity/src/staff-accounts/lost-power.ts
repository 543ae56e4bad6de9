import { returningLive, statement, type Transaction } from '@gatehouse/boundary';

/** All; returns those that had not expired. */
const END_SESSIONS = statement<{ id: string }>(
  'end_admin_sessions_by_staff',
  returningLive(
    `update identity.admin_sessions set ended_at = now(), end_reason = $2
      where admin_id = $1 and ended_at is null`,
    'id',
  ),
  { indexes: ['admin_sessions_admin_id_idx'] },
);

/** Links for the account, and links that it created or approved. */
const REVOKE_LINKS = statement<{ admin_id: string }>(
  'revoke_admin_enrolments',
  `update identity.admin_enrolments set used_at = now(), encrypted_totp_secret = null
    where (admin_id = $1 or created_by = $1 or approved_by = $1) and used_at is null and expires_at > now()
   returning admin_id`,
  {
    indexes: [
      'admin_enrolments_admin_id_idx',
      'admin_enrolments_created_by_idx',
      'admin_enrolments_approved_by_idx',
    ],
  },
);

const CLOSE_REQUESTS = statement<{ admin_id: string }>(
  'close_staff_requests',
  `update identity.staff_requests set decided_at = now(), outcome = 'withdrawn'
    where (admin_id = $1 or requested_by = $1) and decided_at is null
   returning admin_id`,
  { indexes: ['staff_requests_open_idx', 'staff_requests_requested_by_idx'] },
);

/**
 * Ends what an admin had who is disabled, is no longer an operator, or has lost the second factor: sessions, the own
 * enrolment link, links that the admin created or approved, and open requests by or about the admin (G2). The admin's
 * exclusive lock and that of all staff are held.
 * @returns how many live sessions ended.
 */
export async function endPower(
  tx: Pick<Transaction, 'query' | 'auditEach'>,
  adminId: string,
  reason: 'disabled' | 'role_changed' | 'second_factor_reset',
): Promise<number> {
  const ended = await tx.query(END_SESSIONS, [adminId, reason]);
  const links = await tx.query(REVOKE_LINKS, [adminId]);
  await tx.auditEach(
    { action: 'admin.enrolment_revoked', subject_kind: 'admin' },
    links.map((link) => link.admin_id),
  );
  await withdrawRequests(tx, adminId, 'the access behind it ended');
  return ended.length;
}

/** Ends the open requests by or about an admin, audited. The lock of all staff is held. */
export async function withdrawRequests(
  tx: Pick<Transaction, 'query' | 'auditEach'>,
  adminId: string,
  why: string,
): Promise<void> {
  const requests = await tx.query(CLOSE_REQUESTS, [adminId]);
  await tx.auditEach(
    { action: 'admin.change_declined', subject_kind: 'admin', change: `withdrawn: ${why}` },
    requests.map((request) => request.admin_id),
  );
}
