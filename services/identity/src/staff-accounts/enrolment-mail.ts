import { createSecretToken, statement, type Transaction } from '@gatehouse/boundary';
import type { StaffAccountRow } from './staff-account-row.ts';

const END_LINKS = statement<object>(
  'end_admin_enrolments_before_new_one',
  `update identity.admin_enrolments set used_at = now(), encrypted_totp_secret = null
    where admin_id = $1 and used_at is null`,
  { indexes: ['admin_enrolments_admin_id_idx'] },
);

const ADD_LINK = statement<object>(
  'add_admin_enrolment',
  `insert into identity.admin_enrolments (token_hash, admin_id, expires_at, created_by, approved_by)
   values ($1, $2, now() + interval '24 hours', $3, $4)`,
);

/**
 * Mails an admin a link that sets password and second factor; earlier links end. No operator sees it: with the link, an
 * operator could enrol as the second one.
 */
export async function mailEnrolmentLink(
  tx: Transaction,
  { id, name, email, role }: Pick<StaffAccountRow, 'id' | 'name' | 'email' | 'role'>,
  {
    createdBy,
    approvedBy,
    occasion,
  }: { createdBy: string; approvedBy: string | null; occasion: 'invitation' | 'reset' },
): Promise<void> {
  const { token, tokenHash } = createSecretToken();
  await tx.query(END_LINKS, [id]);
  await tx.query(ADD_LINK, [tokenHash, id, createdBy, approvedBy]);
  await tx.audit({
    action: 'admin.invited',
    subject_kind: 'admin',
    subject_id: id,
    change: `role ${role}`,
  });
  const values = { name, occasion, link: `/enrol#token=${token}` } as const;
  await tx.mail('staff_link', { to: email, values, topic: id });
}
