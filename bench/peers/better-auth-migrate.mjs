/** Makes better-auth's tables by its own migration, as `npx auth migrate` does. */
import { getMigrations } from 'better-auth/db/migration';
import { auth } from './better-auth-config.mjs';

const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
process.exit(0);
