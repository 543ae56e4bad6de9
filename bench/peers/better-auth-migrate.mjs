/** Creates better-auth's tables with its own migration, like `npx auth migrate`. */
import { getMigrations } from 'better-auth/db/migration';
import { auth } from './better-auth-config.mjs';

const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
process.exit(0);
