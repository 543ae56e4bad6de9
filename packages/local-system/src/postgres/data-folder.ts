import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '@gatehouse/runtime/error-code';
import type { Launcher } from './launcher.ts';
import { launch } from './program.ts';

/** The superuser of a new data folder. */
export const SUPERUSER = 'postgres';

/**
 * Makes a data folder where there is none. It gets its name when it is complete: an attempt that was killed leaves
 * nothing that looks like data.
 * @throws {Error} when the folder holds something else, or with initdb's own last words.
 */
export async function ensureDataFolder({
  dataDir,
  initdb,
  launcher,
  password,
}: {
  dataDir: string;
  initdb: string;
  launcher: Launcher;
  password: string;
}): Promise<void> {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return;
  const unfinished = `${dataDir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const secrets = await mkdtemp(join(tmpdir(), 'gatehouse-initdb-'));
  const passwordFile = join(secrets, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (launcher.ownerId !== null) {
    for (const path of [unfinished, secrets, passwordFile])
      await chown(path, launcher.ownerId, launcher.ownerId);
  }
  try {
    const program = launch(launcher, initdb, [
      ...[`--pgdata=${unfinished}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    ]);
    const code = await program.ended;
    if (code !== 0) throw new Error(`initdb ended with ${code}:\n${program.lastWords()}`);
    await rename(unfinished, dataDir);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST')
      throw new Error(`${dataDir} is not empty and no PostgreSQL data: choose another folder`, {
        cause: error,
      });
    throw error;
  } finally {
    await rm(secrets, { recursive: true, force: true });
  }
}
