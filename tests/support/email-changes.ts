import type { TestDatabase } from '@gatehouse/testkit';
import { createSecretToken } from '#packages/boundary/src/secret-token.ts';

type Database = Pick<TestDatabase, 'query'>;

/** A requested change, as if its mail had been sent. @returns the token of the mail's link. */
export async function makePendingChange(
  database: Database,
  userId: string,
  newEmail: string,
): Promise<string> {
  const { token, tokenHash } = createSecretToken();
  await database.query(
    'insert into identity.email_changes (user_id, new_email, token_hash) values ($1, $2, $3)',
    [userId, newEmail, tokenHash],
  );
  return token;
}

/** A confirmed change from an address to the user's own. @returns the token of the link that undoes it. */
export async function makeConfirmedChange(
  database: Database,
  userId: string,
  oldEmail: string,
): Promise<string> {
  const { token, tokenHash } = createSecretToken();
  await database.query(
    `insert into identity.email_changes
       (user_id, new_email, token_hash, confirmed_at, old_email, undo_token_hash, expires_at)
     select id, email, $3, now(), $2, $4, now() + interval '7 days' from identity.users where id = $1`,
    [userId, oldEmail, createSecretToken().tokenHash, tokenHash],
  );
  return token;
}
