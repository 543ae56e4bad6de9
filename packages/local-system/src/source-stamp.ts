import { existsSync } from 'node:fs';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that a build is made from. */
interface Source {
  /** From the root. */
  readonly path: string;
  readonly changedAtMillis: number;
}

/**
 * The files at and below some paths, in their order.
 * @param without names of files and folders that are left out.
 */
export async function findSources(
  root: string,
  paths: readonly string[],
  without: ReadonlySet<string>,
): Promise<readonly Source[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const stats = await stat(join(root, path));
      if (!stats.isDirectory()) return [{ path, changedAtMillis: stats.mtimeMs }];
      const names = (await readdir(join(root, path))).filter((name) => !without.has(name)).sort();
      return findSources(
        root,
        names.map((name) => join(path, name)),
        without,
      );
    }),
  );
  return found.flat();
}

/** Whether the last build was made from these files: none was changed, added, renamed or deleted since. */
export async function isBuiltFrom(sources: readonly Source[], stamp: string): Promise<boolean> {
  if (!existsSync(stamp)) return false;
  const { mtimeMs } = await stat(stamp);
  return (
    sources.every(({ changedAtMillis }) => changedAtMillis <= mtimeMs) &&
    (await readFile(stamp, 'utf8')) === listOf(sources)
  );
}

/** Stamps a build that began at a time and was made from these files. */
export async function stampBuild(sources: readonly Source[], stamp: string, startedAt: Date): Promise<void> {
  await writeFile(stamp, listOf(sources));
  await utimes(stamp, startedAt, startedAt);
}

/** A deleted file shows in no time of change: a folder's own also changes while the build runs. */
function listOf(sources: readonly Source[]): string {
  return sources.map(({ path }) => `${path}\n`).join('');
}
