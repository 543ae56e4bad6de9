/** Prints a one-time link with which an admin sets password and second factor: `npm run admin:invite -- --help`. */
import { inviteAdmin, USAGE } from './run-admin-invite.ts';

try {
  process.stdout.write(`${await inviteAdmin(process.argv.slice(2), process.env)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
