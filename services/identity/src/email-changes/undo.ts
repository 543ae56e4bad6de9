import { type Handler, hashSecretToken, statement, type Transaction } from '@gatehouse/boundary';
import { cancelDeletion } from '../account-deletions.ts';
import { refuseCommonPassword, refuseOwnWords } from '../passwords/common-passwords.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import { countRefused } from '../throttle/count-refused.ts';
import { exclusiveUser } from '../user-sessions/presented-sessions.ts';
import { removeAddedSince } from '../users/added-since.ts';
import { finishPasswordChange, writeNewPassword } from '../users/changed-password.ts';
import { changeAddress } from './change-address.ts';

interface Undone {
  readonly id: string;
  readonly user_id: string;
  readonly old_email: string;
  readonly name: string;
  readonly email: string;
}

const FIND_UNDO = statement<Undone>(
  'find_email_change_to_undo',
  `select c.id, c.user_id, c.old_email, u.name, u.email
     from identity.email_changes c join identity.users u on u.id = c.user_id
    where c.undo_token_hash = $1 and c.ended_at is null and c.expires_at > now()`,
  { indexes: ['email_changes_undo_token_hash_key'] },
);

/** The change and all later ones, pending or confirmed: their links may be an attacker's. Earlier ones can still be undone. */
const END_CHANGES = statement<object>(
  'end_email_changes_since',
  'update identity.email_changes set ended_at = now() where user_id = $1 and id >= $2 and ended_at is null',
  { indexes: ['email_changes_user_id_idx'] },
);

/**
 * Undoes a change of the address: restores the old one, sets a new password and ends every session. The one who changed
 * the address may be an attacker, so what was added since its request goes as well: passkeys, whose mails the owner may not
 * have read, and invitations (G2, G3). A deletion of the account is cancelled: its mail went to the other address.
 */
export function undoEmailChange({
  passwords,
  signInThrottle,
  linkThrottle,
}: {
  passwords: PasswordHasher;
  signInThrottle: AccountThrottle;
  linkThrottle: AddressThrottle;
}): Handler<'EmailChangeService.UndoEmailChange'> {
  return async (context, input) => {
    refuseCommonPassword(context, input, 'password');
    const tokenHash = hashSecretToken(input.token);
    // Hashing is expensive: check the token first.
    const [found] = await context.read.query(FIND_UNDO, [tokenHash]);
    if (found === undefined) return context.refuse('token_invalid');
    refuseOwnWords(context, input, 'password', { name: found.name, email: found.old_email });
    // The requests for the link have their own limit.
    const email = await countRefused(context, linkThrottle, async () => {
      const passwordHash = await passwords.hash(input.password, context.client);
      return context.transaction(
        async (tx) => {
          const [undone] = await tx.query(FIND_UNDO, [tokenHash]);
          if (undone === undefined) return context.refuse('token_invalid');
          const { user_id: id, old_email: oldEmail, name, email: leftEmail } = undone;
          await tx.query(END_CHANGES, [id, undone.id]);
          if (!(await changeAddress(tx, id, oldEmail))) {
            return context.refuse('token_invalid', { detail: 'Another account has the old address now.' });
          }
          await writeNewPassword(tx, id, passwordHash);
          await removeAddedSince(tx, id, {
            since: undone.id,
            change: 'the change of the address was undone',
          });
          await cancelDeletion(tx, { id, name, email: oldEmail });
          await auditUndo(tx, id);
          await finishPasswordChange(tx, { id, email: oldEmail, name }, { keptSessionId: null });
          if (leftEmail !== oldEmail) await tx.mail('address_change_undone', { to: leftEmail, values: {} });
          return oldEmail;
        },
        { locks: [exclusiveUser(found.user_id)] },
      );
    });
    await signInThrottle.trust(email, context.client.address);
    return null;
  };
}

async function auditUndo(tx: Transaction, id: string): Promise<void> {
  const actor = { kind: 'user', id } as const;
  await tx.audit({ action: 'user.email_change_undone', subject_kind: 'user', subject_id: id, actor });
}
