import type { TestDatabase } from '@gatehouse/testkit';
import { createSecretToken } from '#packages/boundary/src/secret-token.ts';

/** A link that sets a new password, as if it had been asked for and mailed. @returns its token. */
export async function makeResetToken(database: Pick<TestDatabase, 'query'>, userId: string): Promise<string> {
  const { token, tokenHash } = createSecretToken();
  await database.query(
    `insert into identity.mail_tokens (purpose, token_hash, user_id, expires_at)
     values ('password_reset', $1, $2, now() + interval '1 hour')`,
    [tokenHash, userId],
  );
  return token;
}
