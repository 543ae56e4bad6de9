import { statement, type Transaction } from '@gatehouse/boundary';

const END_RESET_TOKENS = statement<object>(
  'end_password_reset_tokens',
  `update identity.mail_tokens set used_at = now()
    where user_id = $1 and purpose = 'password_reset' and used_at is null`,
  { indexes: ['mail_tokens_user_id_idx'] },
);

const END_SESSIONS = statement<{ id: string }>(
  'end_sessions_after_password_change',
  `update identity.user_sessions set ended_at = now(), end_reason = 'password_changed'
    where user_id = $1 and id is distinct from $2::uuid and ended_at is null
   returning id`,
  { indexes: ['user_sessions_live_by_user_idx'] },
);

/**
 * Completes a password change in its transaction: ends the open resets and the sessions that began with the old password,
 * audits the change, and tells the user by mail, in case it was an attacker's.
 * @param keptSessionId the one session that goes on; null: none.
 */
export async function finishPasswordChange(
  tx: Transaction,
  { id, email, name }: { id: string; email: string; name: string },
  { keptSessionId }: { keptSessionId: string | null },
): Promise<void> {
  await tx.query(END_RESET_TOKENS, [id]);
  const ended = await tx.query(END_SESSIONS, [id, keptSessionId]);
  await tx.audit({
    action: 'user.password_changed',
    subject_kind: 'user',
    subject_id: id,
    actor: { kind: 'user', id },
    change: `${ended.length} sessions ended`,
  });
  await tx.mail('password_changed', { to: email, values: { name, link: '/reset-password' } });
}
