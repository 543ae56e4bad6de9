import { randomUUID } from 'node:crypto';
import { type Handler, hashSecretToken, statement, type Transaction } from '@gatehouse/boundary';
import { refuseCommonPassword, refuseOwnWords } from '../passwords/common-passwords.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import { countUse } from '../throttle/attempts.ts';
import { countRefused } from '../throttle/count-refused.ts';
import { finishPasswordChange, writeNewPassword } from './changed-password.ts';
import { normaliseEmail } from './email.ts';
import { createResetLink } from './reset-token.ts';

/** An unverified address has no account. */
const FIND_USER = statement<{ id: string }>(
  'find_user_for_password_reset',
  'select id from identity.users where email = $1 and email_verified_at is not null',
  { indexes: ['users_email_key'] },
);

const FIND_RESET_TOKEN = statement<{ user_id: string; name: string; email: string }>(
  'find_password_reset_token',
  `select t.user_id, u.name, u.email from identity.mail_tokens t join identity.users u on u.id = t.user_id
    where t.token_hash = $1 and t.purpose = 'password_reset' and t.used_at is null and t.expires_at > now()`,
  { indexes: ['mail_tokens_token_hash_key'] },
);

/** Works once: of two requests at the same time, the second finds the token used. */
const USE_RESET_TOKEN = statement<{ user_id: string }>(
  'use_password_reset_token',
  `update identity.mail_tokens set used_at = now()
    where token_hash = $1 and purpose = 'password_reset' and used_at is null and expires_at > now()
   returning user_id`,
  { indexes: ['mail_tokens_token_hash_key'] },
);

/** No row for an unverified address: a reset does not verify it. */
const FIND_USER_OF_TOKEN = statement<{ id: string; email: string; name: string }>(
  'find_user_of_reset_token',
  'select id, email, name from identity.users where id = $1 and email_verified_at is not null',
);

/** The work always takes this long, longer than it needs, whether or not the address has an account. */
const MIN_MILLIS = 150;

/** Mails a link that sets a new password. */
export function createPasswordReset({
  resetThrottle,
}: {
  resetThrottle: AccountThrottle;
}): Handler<'UserService.CreatePasswordReset'> {
  return async (context, input) => {
    const email = normaliseEmail(input.email);
    await countUse({ throttle: resetThrottle, system: 'user', account: email }, context);
    const [user] = await context.read.query(FIND_USER, [email]);
    await context.transaction(
      async (tx) => {
        if (user !== undefined) await sendReset(tx, { userId: user.id, email });
      },
      {
        // Shared with a change of the address, which ends the resets that were sent to the old one. As one for an unknown address.
        locks: [{ kind: 'user', id: user?.id ?? randomUUID(), mode: 'shared' }],
        minMillis: MIN_MILLIS,
      },
    );
    return null;
  };
}

/** Sets a new password with the token of the mail. */
export function redeemPasswordReset({
  passwords,
  signInThrottle,
  linkThrottle,
}: {
  passwords: PasswordHasher;
  signInThrottle: AccountThrottle;
  linkThrottle: AddressThrottle;
}): Handler<'UserService.RedeemPasswordReset'> {
  return async (context, input) => {
    refuseCommonPassword(context, input, 'password');
    const tokenHash = hashSecretToken(input.token);
    // Hashing is expensive: check the token first.
    const [found] = await context.read.query(FIND_RESET_TOKEN, [tokenHash]);
    if (found === undefined) return context.refuse('token_invalid');
    refuseOwnWords(context, input, 'password', found);
    // The requests for the link have their own limit.
    const email = await countRefused(context, linkThrottle, async () => {
      const passwordHash = await passwords.hash(input.password, context.client);
      return context.transaction(
        async (tx) => {
          const [used] = await tx.query(USE_RESET_TOKEN, [tokenHash]);
          if (used === undefined) return context.refuse('token_invalid');
          const [user] = await tx.query(FIND_USER_OF_TOKEN, [used.user_id]);
          if (user === undefined) return context.refuse('token_invalid');
          await writeNewPassword(tx, user.id, passwordHash);
          await finishPasswordChange(tx, user, { keptSessionId: null });
          return user.email;
        },
        { locks: [{ kind: 'user', id: found.user_id, mode: 'exclusive' }] },
      );
    });
    await signInThrottle.trust(email, context.client.address);
    return null;
  };
}

async function sendReset(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const link = await createResetLink(tx, { userId, email });
  if (link === null) return;
  await tx.audit({ action: 'user.password_reset_requested', subject_kind: 'user', subject_id: userId });
  await tx.mail('password_reset', { to: email, values: { link } });
}
