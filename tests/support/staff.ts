import { makeAdmin, type TestDatabase } from '@gatehouse/testkit';

/** An admin with a session and an authenticator app, whose seed is of no use. */
export type Staff = Awaited<ReturnType<typeof makeAdmin>>;

/** Makes an admin who counts as enrolled: with an app, as operators have who can sign in again. */
export async function makeEnrolledAdmin(
  database: Pick<TestDatabase, 'query'>,
  role: 'operator' | 'viewer' = 'operator',
): Promise<Staff> {
  const admin = await makeAdmin(database, role);
  await database.query(
    'insert into identity.admin_second_factors (admin_id, secret, last_used_step) values ($1, $2, 0)',
    [admin.adminId, 'GATEHOUSEDEMOGATEHOUSEDEMO234567'],
  );
  return admin;
}

/** Adds a passkey that no authenticator has: it counts as a second factor. */
export async function addUnusablePasskey(
  database: Pick<TestDatabase, 'query'>,
  adminId: string,
): Promise<void> {
  await database.query(
    `insert into identity.admin_passkeys
       (admin_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
     values ($1::uuid, uuid_send($1::uuid), '\\x00', 0, false, false, '{}', 'a key')`,
    [adminId],
  );
}
