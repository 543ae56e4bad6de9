import type { TestDatabase } from '@gatehouse/testkit';

/** Lets a made person sign in with the password of the demo users. */
export async function givePassword(database: Pick<TestDatabase, 'query'>, userId: string): Promise<void> {
  await database.query(
    `insert into identity.credentials (user_id, password_hash)
     select $1, c.password_hash from identity.credentials c join identity.users u on u.id = c.user_id
      where u.email = 'talent@demo.test'`,
    [userId],
  );
}
