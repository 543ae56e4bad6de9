/** Makes the demo data: `npm run seed -w packages/demo-data`. No production image has this package. */
import { reasonOf } from '@gatehouse/database';
import { parseConfiguration, serverUrlValidator, validators } from '@gatehouse/runtime';
import { seedDemo } from './seed.ts';

const configuration = parseConfiguration(process.env, {
  DATABASE_URL: serverUrlValidator(
    'postgres',
    'postgresql',
  )({ desc: 'PostgreSQL 18 as the owner of the database.' }),
  DEMO_DATABASE: validators.str({
    desc: 'The name of the database once more, as a confirmation: the passwords of the demo are public.',
  }),
});
const name = decodeURIComponent(new URL(configuration.DATABASE_URL).pathname.slice(1));
try {
  if (configuration.DEMO_DATABASE !== name) {
    throw new Error(`DEMO_DATABASE names ${configuration.DEMO_DATABASE}, and DATABASE_URL names ${name}`);
  }
  await seedDemo(configuration.DATABASE_URL);
  process.stdout.write('the demo data is complete\n');
} catch (error) {
  process.stderr.write(`demo-data: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}
