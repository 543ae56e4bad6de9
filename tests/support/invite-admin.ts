import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestSystem } from '@gatehouse/testkit';
import { REPOSITORY_ROOT } from './repository-root.ts';

const COMMAND = fileURLToPath(new URL('services/identity/src/admin-invite.ts', REPOSITORY_ROOT));

/**
 * The one-time link for an admin, made as an operator of the system makes it.
 * @throws what the command says when the options do not fit.
 */
export async function inviteAdmin(system: TestSystem, ...options: string[]): Promise<string> {
  const environment = {
    DATABASE_URL: system.database.ownerUrl,
    TEAM_HOST: system.local.teamHost,
    PUBLIC_SCHEME: 'http',
  };
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...options], { env: environment });
  return stdout.trim();
}
