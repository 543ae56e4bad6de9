import { randomBytes } from 'node:crypto';
import { migrate, provisionRoles, reasonOf, type ServiceRole } from '@gatehouse/database';
import { seedDemo } from '@gatehouse/demo-data';

/**
 * Brings a database to the newest migration, gives each service's role a new password, and makes the demo people where
 * they are missing.
 * @returns the database's URL as the role of a service.
 */
export async function prepareDatabase(ownerUrl: string): Promise<(role: ServiceRole) => string> {
  const passwords = {
    identity_service: newPassword(),
    employer_service: newPassword(),
    talent_service: newPassword(),
  };
  try {
    await migrate(ownerUrl);
  } catch (error) {
    const { host, pathname } = new URL(ownerUrl);
    throw new Error(`The database ${host}${pathname} could not be migrated: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  await provisionRoles(ownerUrl, passwords);
  await seedDemo(ownerUrl);
  return (role) => {
    const url = new URL(ownerUrl);
    url.username = role;
    url.password = passwords[role];
    return url.href;
  };
}

function newPassword(): string {
  return randomBytes(18).toString('base64url');
}
