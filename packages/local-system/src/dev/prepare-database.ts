import { randomBytes } from 'node:crypto';
import {
  DATABASE_ROLES,
  type DatabaseRole,
  migrate,
  provisionRoles,
  reasonOf,
  urlOfRole,
} from '@gatehouse/database';
import { seedDemo } from '@gatehouse/demo-data';

/**
 * Brings a database to the newest migration, gives each service's role a new password, and makes the demo people where
 * they are missing.
 * @returns the database's URL as the role of a service.
 */
export async function prepareDatabase(ownerUrl: string): Promise<(role: DatabaseRole) => string> {
  const passwords = Object.fromEntries(
    DATABASE_ROLES.map((role) => [role, randomBytes(18).toString('base64url')]),
  ) as Record<DatabaseRole, string>;
  try {
    await migrate(ownerUrl);
  } catch (error) {
    const { host, pathname } = new URL(ownerUrl);
    throw new Error(`The database ${host}${pathname} could not be migrated: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  await provisionRoles(ownerUrl, (role) => passwords[role]);
  await seedDemo(ownerUrl);
  return (role) => urlOfRole(ownerUrl, role, passwords[role]);
}
