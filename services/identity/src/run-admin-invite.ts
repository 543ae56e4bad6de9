import { parseArgs } from 'node:util';
import { hostValidator, parseConfiguration, validators } from '@gatehouse/runtime';
import pg from 'pg';
import { createEnrolmentLink } from './admin-enrolments/enrolment-link.ts';

export const USAGE = `usage: npm run admin:invite -w services/identity -- --email ADDRESS --name NAME [--role operator|viewer] [--hours 24]
  [--force | --only-first]

Creates an admin, or updates the one with this address, and prints a one-time link that sets password and second factor.
It is for the first operator, and for an operator who has lost the second factor while no second operator can approve a reset
in the browser.

  --force       enables a disabled account, whose sessions and second factors end; makes a viewer of the last operator
  --only-first  changes nothing and prints no link if the account is enrolled or disabled, or has another role

Environment: DATABASE_URL (the owner of the database: a service's role makes no operator without a second one), TEAM_HOST,
PUBLIC_SCHEME (https), ADMIN_PASSKEY_REQUIRED (false; as identity has it).`;

const { bool, str } = validators;

const configurationOfInvite = {
  DATABASE_URL: str({ desc: 'PostgreSQL as the owner of the database.' }),
  TEAM_HOST: hostValidator({ desc: 'The team host, as in the browser.', example: 'team.example.com' }),
  PUBLIC_SCHEME: str({
    choices: ['https', 'http'] as const,
    default: 'https',
    desc: 'Scheme of the team host.',
  }),
  ADMIN_PASSKEY_REQUIRED: bool({
    default: false,
    desc: 'Whether an operator without a passkey cannot sign in, as identity has it.',
  }),
};

/** @throws {Error} that names the invalid option. */
function parseOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', default: 'operator' },
      hours: { type: 'string', default: '24' },
      force: { type: 'boolean', default: false },
      'only-first': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const { email, name, role } = values;
  const hours = Number(values.hours);
  if (email === undefined || !/^\S+@\S+$/.test(email)) throw new Error('--email needs an email address');
  if (name === undefined || name.trim() === '') throw new Error('--name needs a name');
  if (role !== 'operator' && role !== 'viewer') throw new Error('--role is operator or viewer');
  if (!Number.isInteger(hours) || hours < 1 || hours > 168)
    throw new Error('--hours is a number from 1 to 168');
  const [isForced, isOnlyFirst] = [values.force, values['only-first']];
  if (isForced && isOnlyFirst) throw new Error('--force and --only-first exclude each other');
  return { email, name: name.trim(), role, hours, isForced, isOnlyFirst } as const;
}

/**
 * Makes a one-time link with which an admin sets password and second factor.
 * @param args as on the command line.
 * @returns what to print: the link, that the account was left alone, or the usage.
 * @throws {Error} for an invalid option or variable, or when nothing may be changed.
 */
export async function inviteAdmin(
  args: string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const options = parseOptions(args);
  if (options === null) return USAGE;
  const { ADMIN_PASSKEY_REQUIRED, DATABASE_URL, PUBLIC_SCHEME, TEAM_HOST } = parseConfiguration(
    environment,
    configurationOfInvite,
  );
  const client = new pg.Client({ connectionString: DATABASE_URL, connectionTimeoutMillis: 5000 });
  // Unheard, the event of a connection that breaks would end the process; the query under way fails, too.
  client.on('error', () => {});
  await client.connect();
  try {
    const teamOrigin = `${PUBLIC_SCHEME}://${TEAM_HOST}`;
    const link = await createEnrolmentLink(client, {
      ...options,
      teamOrigin,
      isPasskeyRequired: ADMIN_PASSKEY_REQUIRED,
    });
    return link ?? 'The account exists already; nothing was changed.';
  } finally {
    await client.end();
  }
}
