import { DEMO_PASSWORD, type TestDatabase } from '@gatehouse/testkit';
import { hash } from '@node-rs/argon2';

/** Lets a made person sign in with a password; its hash costs little, so the first sign-in replaces it. */
export async function givePassword(
  database: Pick<TestDatabase, 'query'>,
  userId: string,
  password = DEMO_PASSWORD,
): Promise<void> {
  await database.query('insert into identity.credentials (user_id, password_hash) values ($1, $2)', [
    userId,
    await hash(password, { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 }),
  ]);
}
