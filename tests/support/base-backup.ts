import { execFile } from 'node:child_process';
import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withOwner } from '@gatehouse/database';

/**
 * Copies a running server's files into a folder that can be recovered, by the functions behind `pg_basebackup`, a program
 * that the embedded PostgreSQL does not have.
 * @param target must not exist.
 */
export async function copyRunningServer(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  target: string,
): Promise<void> {
  await withOwner(url, async (client) => {
    await client.query("select pg_backup_start('copy', fast => true)");
    await promisify(execFile)('cp', ['-a', dataDir, target]);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    await writeFileOfServer(join(target, 'backup_label'), rows[0]?.labelfile ?? '');
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(target, name), { force: true });
  });
}

/** Writes a file of the folder's owner. */
export async function writeFileOfServer(path: string, content: string): Promise<void> {
  const { uid, gid } = await stat(join(path, '..'));
  await writeFile(path, content);
  await chown(path, uid, gid);
}
