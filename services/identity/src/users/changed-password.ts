import { returningLive, statement, type Transaction } from '@gatehouse/boundary';
import { endPendingChange } from '../email-changes/pending-change.ts';

const END_RESET_TOKENS = statement<object>(
  'end_password_reset_tokens',
  `update identity.mail_tokens set used_at = now()
    where user_id = $1 and purpose = 'password_reset' and used_at is null`,
  { indexes: ['mail_tokens_user_id_idx'] },
);

/** All but the kept one; returns those that had not expired. */
const END_SESSIONS = statement<{ id: string }>(
  'end_sessions_after_credential_change',
  returningLive(
    `update identity.user_sessions set ended_at = now(), end_reason = $3
      where user_id = $1 and id is distinct from $2::uuid and ended_at is null`,
    'id',
  ),
  { indexes: ['user_sessions_live_by_user_idx'] },
);

/** A user who signs in with passkeys alone sets the first password in this way. */
const WRITE_PASSWORD_HASH = statement<object>(
  'write_new_password_hash',
  `insert into identity.credentials (user_id, password_hash) values ($1, $2)
   on conflict (user_id) do update set password_hash = excluded.password_hash, updated_at = now()`,
);

/** Replaces the password of a user who has proved the mailbox. */
export async function writeNewPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await tx.query(WRITE_PASSWORD_HASH, [userId, passwordHash]);
}

/**
 * Ends the open resets and the sessions of a user, whose exclusive lock is held: they began with what has changed (G3).
 * @param keptSessionId the one session that goes on; null: none.
 * @returns how many live sessions ended.
 */
export async function endResetsAndSessions(
  tx: Transaction,
  userId: string,
  {
    keptSessionId,
    reason,
  }: { keptSessionId: string | null; reason: 'password_changed' | 'email_changed' | 'reported' },
): Promise<number> {
  await tx.query(END_RESET_TOKENS, [userId]);
  return (await tx.query(END_SESSIONS, [userId, keptSessionId, reason])).length;
}

/**
 * Completes a password change in its transaction: ends what began with the old password, a pending change of the address
 * included, audits the change, and tells the user by mail, in case it was an attacker's.
 * @param keptSessionId the one session that goes on; null: none.
 */
export async function finishPasswordChange(
  tx: Transaction,
  { id, email, name }: { id: string; email: string; name: string },
  { keptSessionId }: { keptSessionId: string | null },
): Promise<void> {
  await endPendingChange(tx, id);
  const ended = await endResetsAndSessions(tx, id, { keptSessionId, reason: 'password_changed' });
  await tx.audit({
    action: 'user.password_changed',
    subject_kind: 'user',
    subject_id: id,
    actor: { kind: 'user', id },
    change: `${ended} sessions ended`,
  });
  await tx.mail('password_changed', { to: email, values: { name, link: '/reset-password' } });
}
