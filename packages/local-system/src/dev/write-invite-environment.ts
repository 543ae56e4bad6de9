import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Writes what `npm run admin:invite -w services/identity` needs to know of this system, for this user alone to read.
 * @param dataDir made where it is missing.
 */
export async function writeInviteEnvironment(
  dataDir: string,
  { databaseUrl, teamHost }: { databaseUrl: string; teamHost: string },
): Promise<void> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lines = [`DATABASE_URL=${databaseUrl}`, `TEAM_HOST=${teamHost}`, 'PUBLIC_SCHEME=http'];
  await writeFile(join(folder, 'admin-invite.env'), `${lines.join('\n')}\n`, { mode: 0o600 });
}
