import pg from 'pg';
import { createEnrolmentLink } from '#services/identity/src/admin-enrolments/enrolment-link.ts';

/** The admin that a link is for; an operator unless another role is given. */
interface EnrolmentOptions {
  readonly email: string;
  readonly name?: string;
  readonly role?: 'operator' | 'viewer';
}

/** Makes an enrolment link that works for an hour, without starting the command line, and returns its token. */
export async function createEnrolmentToken(
  ownerUrl: string,
  { email, name = 'Nadia Okoye', role = 'operator' }: EnrolmentOptions,
): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const link = await createEnrolmentLink(client, {
      email,
      name,
      role,
      hours: 1,
      teamOrigin: 'http://team.test',
      isForced: false,
      isOnlyFirst: false,
      isPasskeyRequired: false,
    });
    if (link === null) throw new Error('the account was left alone');
    return new URL(link).hash.slice('#token='.length);
  } finally {
    await client.end();
  }
}
