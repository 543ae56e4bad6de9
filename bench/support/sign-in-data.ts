import pg from 'pg';
import { createPasswordHasher } from '#services/identity/src/passwords/password-hasher.ts';

const PASSWORD = 'a password of a measurement';
const PEOPLE = 64;

/** The user agent that marks the sessions of the measurement. */
export const SIGN_IN_AGENT = 'sign-ins of a measurement';

/** Sign-in bodies of the first users, who get a password. */
export async function ensurePasswords(ownerUrl: string): Promise<readonly string[]> {
  const emails = Array.from({ length: PEOPLE }, (_, index) => `person${index + 1}@bench.test`);
  const hash = await createPasswordHasher({ releaseWhile: (wait) => wait() }).hash(PASSWORD, {
    address: '127.0.0.1',
    throwIfDisconnected: () => undefined,
  });
  await withClient(ownerUrl, (client) =>
    client.query(
      `insert into identity.credentials (user_id, password_hash)
       select id, $2 from identity.users where email = any($1)
       on conflict (user_id) do update set password_hash = excluded.password_hash`,
      [emails, hash],
    ),
  );
  return emails.map((email) => JSON.stringify({ email, password: PASSWORD }));
}

/** Deletes the sessions that the sign-ins have started. */
export async function removeSignedIn(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, (client) =>
    client.query('delete from identity.user_sessions where user_agent = $1', [SIGN_IN_AGENT]),
  );
}

/** Deletes the passkeys that a measurement has given the people with passwords. */
export async function removePasskeys(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, (client) =>
    client.query(
      'delete from identity.user_passkeys where user_id in (select user_id from identity.credentials)',
    ),
  );
}

async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
