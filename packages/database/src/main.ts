import { parseConfiguration, serverUrlValidator, validators } from '@gatehouse/runtime';
import { migrate, provisionRoles, SERVICE_ROLES, type ServiceRole } from './index.ts';
import { reasonOf } from './owner-connection.ts';

const DATABASE_URL = serverUrlValidator(
  'postgres',
  'postgresql',
)({ desc: 'PostgreSQL 18 as the owner of the database.' });
const password = validators.str({ desc: "The password of the service's role." });
/** `TALENT_SERVICE_PASSWORD` */
const passwordVariable = (role: ServiceRole) =>
  `${role.toUpperCase() as Uppercase<ServiceRole>}_PASSWORD` as const;
const PASSWORDS = Object.fromEntries(
  SERVICE_ROLES.map((role) => [passwordVariable(role), password]),
) as Record<ReturnType<typeof passwordVariable>, typeof password>;

const commands = new Map<string, () => Promise<string>>(
  Object.entries({
    migrate: async () => {
      const names = await migrate(parseConfiguration(process.env, { DATABASE_URL }).DATABASE_URL);
      return names.length === 0 ? 'nothing to migrate' : `migrated: ${names.join(', ')}`;
    },
    'provision-roles': async () => {
      const configuration = parseConfiguration(process.env, { DATABASE_URL, ...PASSWORDS });
      await provisionRoles(configuration.DATABASE_URL, (role) => configuration[passwordVariable(role)]);
      return 'the service roles can connect';
    },
  }),
);

const names = process.argv.slice(2);
if (names.length === 0 || !names.every((name) => commands.has(name))) {
  process.stderr.write(`Say one or more of: ${[...commands.keys()].join(', ')}\n`);
  process.exitCode = 1;
} else for (const name of names) if (!(await run(name))) break;

async function run(name: string): Promise<boolean> {
  try {
    process.stdout.write(`${await commands.get(name)?.()}\n`);
    return true;
  } catch (error) {
    process.stderr.write(`${name}: ${reasonOf(error)}\n`);
    process.exitCode = 1;
    return false;
  }
}
