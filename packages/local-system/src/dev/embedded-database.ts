import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { findFreePort } from '../free-port.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
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
