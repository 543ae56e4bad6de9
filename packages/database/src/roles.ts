import { reasonOf, withOwner } from './owner-connection.ts';

/** The database role of each API service. */
export const SERVICE_ROLES = ['identity_service', 'employer_service', 'talent_service'] as const;

/** One of the service roles. */
export type ServiceRole = (typeof SERVICE_ROLES)[number];

/** Any number that no other user of the database takes for an advisory lock. */
const ROLES_LOCK = 4_738_201_966;

/**
 * Sets the service roles' passwords, stored as SCRAM verifiers, and lets them connect: all of them or none. Safe to run again
 * and by several callers of one database at once; the last one's passwords stay.
 * @throws {RangeError} for an empty password, with which PostgreSQL lets the role connect with none.
 * @throws {Error} that names the role which this owner may not alter.
 */
export async function provisionRoles(
  ownerUrl: string,
  passwords: Readonly<Record<ServiceRole, string>>,
): Promise<void> {
  for (const role of SERVICE_ROLES) {
    if (passwords[role] === '') throw new RangeError(`the password of ${role} is empty`);
  }
  await withOwner(ownerUrl, async (client) => {
    await client.query('begin');
    // Two that alter one role at a time would fail with "tuple concurrently updated".
    await client.query('select pg_advisory_xact_lock($1)', [ROLES_LOCK]);
    await client.query("set local password_encryption = 'scram-sha-256'");
    for (const role of SERVICE_ROLES) {
      const statement = `alter role ${role} login password ${client.escapeLiteral(passwords[role])}`;
      await client.query(statement).catch((error: unknown) => {
        throw new Error(`${role} cannot be given its password: ${reasonOf(error)}`, { cause: error });
      });
    }
    await client.query('commit');
  });
}
