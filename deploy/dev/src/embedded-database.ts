import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@gatehouse/embedded-postgres';
import { findFreePort } from '@gatehouse/local-system';
import { keptSecret } from './kept-secret.ts';

/**
 * The embedded PostgreSQL with its data, and the password that was made with it, in a folder of ours.
 * @param dataDir made where it is missing.
 */
export async function startEmbeddedDatabase(dataDir: string): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir);
  return startEmbeddedPostgres({
    dataDir: join(folder, 'postgres-18'),
    password: await keptSecret(join(folder, 'postgres-password'), () =>
      randomBytes(18).toString('base64url'),
    ),
    port: await findFreePort(),
  });
}
