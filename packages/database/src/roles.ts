import pg from 'pg';

/** The database role of each API service. */
export const SERVICE_ROLES = ['identity_service', 'employer_service', 'talent_service'] as const;

/** One of the service roles. */
export type ServiceRole = (typeof SERVICE_ROLES)[number];

/** Lets the service roles log in, each with its password. Safe to run again, and changes a password that is new. */
export async function provisionRoles(
  ownerUrl: string,
  passwords: Readonly<Record<ServiceRole, string>>,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set password_encryption = 'scram-sha-256'");
    for (const role of SERVICE_ROLES) {
      await client.query(`alter role ${role} login password ${client.escapeLiteral(passwords[role])}`);
    }
  } finally {
    await client.end();
  }
}
