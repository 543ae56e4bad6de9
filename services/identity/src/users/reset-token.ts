import { createSecretToken, statement, type Transaction } from '@gatehouse/boundary';

/** No row: the account no longer exists, or no longer has the address. Waits while it is being deleted. */
const CREATE_RESET_TOKEN = statement<{ user_id: string }>(
  'create_password_reset_token',
  `insert into identity.mail_tokens (purpose, token_hash, user_id, expires_at)
   select 'password_reset', $1, u.id, now() + interval '1 hour'
     from (select u.id from identity.users u
            where u.id = $2 and u.email = $3 and u.email_verified_at is not null for key share) u
   returning user_id`,
);

/** Creates the link that sets a new password, once, within an hour. @returns null when the user no longer has the address. */
export async function createResetLink(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<`/${string}` | null> {
  const { token, tokenHash } = createSecretToken();
  const [created] = await tx.query(CREATE_RESET_TOKEN, [tokenHash, userId, email]);
  return created === undefined ? null : `/reset-password#token=${token}`;
}
