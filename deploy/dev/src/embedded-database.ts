import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@gatehouse/embedded-postgres';
import { findFreePort } from '@gatehouse/local-system';

/**
 * The embedded PostgreSQL with its data, and the password that was made with it, in a folder of ours.
 * @param dataDir made where it is missing.
 */
export async function startEmbeddedDatabase(dataDir: string): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return startEmbeddedPostgres({
    dataDir: join(folder, 'postgres-18'),
    password: await keptPassword(join(folder, 'postgres-password')),
    port: await findFreePort(),
  });
}

async function keptPassword(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const password = randomBytes(18).toString('base64url');
    await writeFile(path, `${password}\n`, { mode: 0o600 });
    return password;
  }
}
