import { API_SERVICES, type ApiService } from '@gatehouse/contract/api-services';
import { transactionOn } from '@gatehouse/runtime/database';
import type pg from 'pg';
import { reasonOf, withOwner } from './owner-connection.ts';
import { scramVerifier } from './scram-verifier.ts';

/** The database role of an API service. */
export type ServiceRole = `${ApiService}_service`;

/** The database role of each API service. */
export const SERVICE_ROLES: readonly ServiceRole[] = API_SERVICES.map((name) => `${name}_service` as const);

/** The role of the retention job, which may call its own functions and nothing else. */
export const RETENTION_ROLE = 'retention_service';

/** A role that connects to the database of a running system. */
export type DatabaseRole = ServiceRole | typeof RETENTION_ROLE;

export const DATABASE_ROLES: readonly DatabaseRole[] = [...SERVICE_ROLES, RETENTION_ROLE];

/** The URL of a database for another role. */
export function urlOfRole(url: string, role: DatabaseRole, password: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = password;
  return changed.href;
}

/** Any number that no other user of the database takes for an advisory lock. */
const ROLES_LOCK = 4_738_201_966;

/**
 * Sets the roles' passwords, and lets them connect: all of them or none. The server receives SCRAM verifiers, so its log
 * holds no password (K6). Safe to run again and by several callers of one database at once; the last one's passwords stay.
 * @param passwordOf null: the role stays as it is.
 * @throws {RangeError} for an empty password, with which PostgreSQL lets the role connect with none.
 * @throws {Error} that names the role which this owner may not alter.
 */
export async function provisionRoles(
  ownerUrl: string,
  passwordOf: (role: DatabaseRole) => string | null,
): Promise<void> {
  const passwords = DATABASE_ROLES.flatMap((role) => {
    const password = passwordOf(role);
    return password === null ? [] : [[role, password] as const];
  });
  for (const [role, password] of passwords) {
    if (password === '') throw new RangeError(`the password of ${role} is empty`);
  }
  const setPasswords = async (client: pg.Client) => {
    // Two that alter one role at a time would fail with "tuple concurrently updated".
    await client.query('select pg_advisory_xact_lock($1)', [ROLES_LOCK]);
    for (const [role, password] of passwords) {
      const statement = `alter role ${role} login password ${client.escapeLiteral(scramVerifier(password))}`;
      await client.query(statement).catch((error: unknown) => {
        throw new Error(`${role} cannot be given its password: ${reasonOf(error)}`, { cause: error });
      });
    }
  };
  await withOwner(ownerUrl, (client) => transactionOn(client, () => setPasswords(client)));
}
