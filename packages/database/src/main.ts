import { parseConfiguration, validators } from '@gatehouse/runtime';
import { migrate, provisionRoles, seedDemo } from './index.ts';

const COMMANDS = ['migrate', 'provision-roles', 'seed-demo'] as const;
const { str } = validators;
const DATABASE_URL = str({ desc: 'PostgreSQL 18 as the role that owns the schemas.' });

const command = process.argv[2];
switch (command) {
  case 'migrate': {
    const names = await migrate(parseConfiguration(process.env, { DATABASE_URL }).DATABASE_URL);
    process.stdout.write(names.length === 0 ? 'nothing to migrate\n' : `migrated: ${names.join(', ')}\n`);
    break;
  }
  case 'provision-roles': {
    const password = str({ desc: "The password of the service's role." });
    const configuration = parseConfiguration(process.env, {
      DATABASE_URL,
      IDENTITY_SERVICE_PASSWORD: password,
      EMPLOYER_SERVICE_PASSWORD: password,
      TALENT_SERVICE_PASSWORD: password,
    });
    await provisionRoles(configuration.DATABASE_URL, {
      identity_service: configuration.IDENTITY_SERVICE_PASSWORD,
      employer_service: configuration.EMPLOYER_SERVICE_PASSWORD,
      talent_service: configuration.TALENT_SERVICE_PASSWORD,
    });
    break;
  }
  case 'seed-demo':
    await seedDemo(parseConfiguration(process.env, { DATABASE_URL }).DATABASE_URL);
    break;
  default:
    process.stderr.write(`Say one of: ${COMMANDS.join(', ')}\n`);
    process.exit(1);
}
