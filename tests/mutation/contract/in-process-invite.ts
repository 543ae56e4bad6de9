/** Replaces the tests' `invite-admin.ts`: the command runs in this process, where mutants can be enabled. */
import type { TestSystem } from '@gatehouse/testkit';
import * as command from '#services/identity/src/run-admin-invite.ts';

/** @throws as a child process that ends with an error. */
export async function inviteAdmin(system: TestSystem, ...options: string[]): Promise<string> {
  try {
    return await command.inviteAdmin(options, {
      DATABASE_URL: system.database.ownerUrl,
      TEAM_HOST: system.local.teamHost,
      PUBLIC_SCHEME: 'http',
    });
  } catch (error) {
    throw Object.assign(new Error('the command failed'), { code: 1, stdout: '', stderr: String(error) });
  }
}
