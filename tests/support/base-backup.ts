import { execFile } from 'node:child_process';
import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withOwner } from '@gatehouse/database';

/**
 * Copies a running server's files into a folder that can be recovered.
 * @param target must not exist.
 */
export async function copyRunningServer(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  target: string,
): Promise<void> {
  const label = await duringBackup(url, () => promisify(execFile)('cp', ['-a', dataDir, target]));
  await writeFileOfServer(join(target, 'backup_label'), label);
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(target, name), { force: true });
}

/**
 * Copies a running server's files by the functions behind `pg_basebackup`, a program that the embedded PostgreSQL does not have.
 * @returns the content of the copy's file `backup_label`, without which it cannot be recovered.
 */
export async function duringBackup(url: string, copy: () => Promise<unknown>): Promise<string> {
  return withOwner(url, async (client) => {
    await client.query("select pg_backup_start('copy', fast => true)");
    await copy();
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    return rows[0]?.labelfile ?? '';
  });
}

/** Writes a file of the folder's owner. */
export async function writeFileOfServer(path: string, content: string): Promise<void> {
  const { uid, gid } = await stat(join(path, '..'));
  await writeFile(path, content);
  await chown(path, uid, gid);
}
