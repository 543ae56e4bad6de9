import { createSecretToken, type Handler, hashSecretToken, statement } from '@gatehouse/boundary';
import { exclusiveUser } from '../user-sessions/presented-sessions.ts';
import { endResetsAndSessions } from '../users/changed-password.ts';
import { changeAddress } from './change-address.ts';

/** Before the exclusive lock, on which the owner's revocations would wait (G1). */
const HAS_PENDING_CHANGE = statement<object>(
  'has_pending_email_change',
  `select from identity.email_changes
    where token_hash = $1 and user_id = $2 and confirmed_at is null and ended_at is null and expires_at > now()`,
  { indexes: ['email_changes_pending_idx'] },
);

/** No row: of another user, used, replaced, revoked or expired. */
const CONFIRM_CHANGE = statement<{ id: string; new_email: string }>(
  'confirm_email_change',
  `update identity.email_changes
      set confirmed_at = now(), old_email = $3, undo_token_hash = $4, expires_at = now() + interval '7 days'
    where token_hash = $1 and user_id = $2 and confirmed_at is null and ended_at is null and expires_at > now()
   returning id, new_email`,
  { indexes: ['email_changes_pending_idx'] },
);

/** The address before can undo the change for 7 days: until then no deletion takes the account. */
const POSTPONE_DELETION = statement<object>(
  'postpone_deletion_of_changed_address',
  `update identity.users set deletion_due_at = greatest(deletion_due_at, now() + interval '7 days')
    where id = $1 and deletion_due_at is not null`,
);

/**
 * Changes the caller's address. The link proves the new mailbox, the session that the change is the caller's: a stranger who
 * opens a link that another user requested confirms nothing. The links in the old mailbox end with it, but the one that
 * undoes the change (G3).
 */
export const confirmEmailChange: Handler<'EmailChangeService.ConfirmEmailChange'> = async (
  context,
  input,
) => {
  const tokenHash = hashSecretToken(input.token);
  const pending = await context.read.query(HAS_PENDING_CHANGE, [tokenHash, context.facts.identities_user.id]);
  // With the shared lock: a session that the same link has just ended is refused as one that has ended.
  if (pending.length === 0) return context.transaction(async () => context.refuse('token_invalid'));
  return context.transaction(
    async (tx) => {
      const { identities_user, session } = tx.facts;
      const { id, email: oldEmail } = identities_user;
      const undo = createSecretToken();
      const [change] = await tx.query(CONFIRM_CHANGE, [tokenHash, id, oldEmail, undo.tokenHash]);
      if (change === undefined) return context.refuse('token_invalid');
      if (!(await changeAddress(tx, id, change.new_email))) {
        return context.refuse('token_invalid', { detail: 'Another account has this address now.' });
      }
      await tx.query(POSTPONE_DELETION, [id]);
      const ended = await endResetsAndSessions(tx, id, {
        keptSessionId: session.id,
        reason: 'email_changed',
      });
      await tx.audit({
        action: 'user.email_changed',
        subject_kind: 'user',
        subject_id: id,
        change: `${ended} sessions ended`,
      });
      const link = `/undo-email-change#token=${undo.token}` as const;
      await tx.mail('address_changed', { to: oldEmail, topic: change.id, values: { link } });
      return null;
    },
    { locks: [exclusiveUser(context.facts.identities_user.id)] },
  );
};
