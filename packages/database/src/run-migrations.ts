import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '@gatehouse/runtime/error-code';
import knexFactory, { type Knex } from 'knex';
import { migrationFailure } from './migration-failure.ts';

/** Less than the services' lock timeout: a migration that waits for a lock holds up no request for longer. */
const LOCK_TIMEOUT_MILLIS = 1500;
const ATTEMPTS = 30;
const PAUSE_MILLIS = 1000;

/** What ends an attempt whose locks others have: lock_not_available, deadlock_detected. */
const LOCKED_OUT = ['55P03', '40P01'];

/**
 * Runs the files of a folder that are missing in a database, in the order of their names, each in a transaction of its own, so that
 * its locks end before the next one begins. A file that waits too long for a lock gives up those that it has, and is tried again.
 * @param ownerUrl of the database's owner.
 * @param folder `file:///…/migrations/`, with SQL files.
 * @param onBegin gets the name of a file before each attempt at it.
 * @returns the names of those that were run.
 * @throws {Error} that names the file and the line of one that fails, also after all attempts; those before it stay.
 */
export async function runMigrations(
  ownerUrl: string,
  folder: URL,
  onBegin: (name: string) => void = () => undefined,
): Promise<readonly string[]> {
  const knex = knexFactory({ client: 'pg', connection: ownerUrl, pool: { min: 0, max: 1 }, log: SILENT });
  const config = {
    migrationSource: sqlFilesOf(folder, onBegin),
    // Said out loud: by the search path it would go to the schema that is named like the owner, if there is one.
    schemaName: 'public',
    tableName: 'schema_migrations',
  };
  try {
    const names: string[] = [];
    for (;;) {
      const name = await runNext(knex, config);
      if (name === undefined) return names;
      names.push(name);
    }
  } finally {
    await knex.destroy();
  }
}

/** @returns the name of the file that was run; undefined: none is missing. */
async function runNext(knex: Knex, config: Knex.MigratorConfig): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [, [name]] = (await knex.migrate.up(config)) as [number, string[]];
      return name;
    } catch (error) {
      if (attempt === ATTEMPTS || !isLockedOut(error)) throw error;
      await delay(PAUSE_MILLIS);
    }
  }
}

function isLockedOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'code' in error ? LOCKED_OUT.includes(codeOf(error)) : isLockedOut(error.cause);
}

/** The names of a folder's migrations, in their order. */
export async function migrationsOf(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/** Knex would also print what it throws. */
const SILENT = { warn: () => {}, error: () => {} };

const sqlFilesOf = (folder: URL, onBegin: (name: string) => void): Knex.MigrationSource<string> => ({
  getMigrations: () => migrationsOf(folder),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const sql = await readFile(new URL(name, folder), 'utf8');
    return {
      up: async (knex) => {
        onBegin(name);
        try {
          await knex.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MILLIS}`);
          await knex.raw(sql.replaceAll('?', '\\?'));
        } catch (error) {
          throw migrationFailure(name, sql, error);
        }
      },
      down: async () => {
        throw new Error(`${name} goes forward only: write a new migration that takes it back`);
      },
    };
  },
});
