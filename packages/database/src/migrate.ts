import { readdir, readFile } from 'node:fs/promises';
import knexFactory, { type Knex } from 'knex';
import { erasureFunctionSql } from './data-registry/erasure-function.ts';
import { exportFunctionSql } from './data-registry/export-function.ts';
import { migrationFailure } from './migration-failure.ts';
import { withOwner } from './owner-connection.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** Any number that no other user of the database takes for an advisory lock. */
const MIGRATION_LOCK = 4_738_201_965;

/**
 * Brings the database to the newest migration: all that are missing, in one transaction, or none. Safe to run again and
 * by several callers at once: the others wait on an advisory lock, which goes with its connection, and knex' own lock
 * row is written inside the transaction, so that a killed run leaves nothing that keeps the next one out.
 * @param ownerUrl PostgreSQL 18 as the database's owner, with the right to create roles where the service roles are missing.
 * @returns the names of the migrations that were run.
 * @throws {Error} that names the file and the line of a migration that fails.
 */
export async function migrate(ownerUrl: string): Promise<readonly string[]> {
  return withOwner(ownerUrl, async (lock) => {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const knex = knexFactory({ client: 'pg', connection: ownerUrl, pool: { min: 0, max: 1 }, log: SILENT });
    try {
      const [, names] = (await knex.migrate.latest({
        migrationSource,
        // Said out loud: by the search path it would go to the schema that is named like the owner, if there is one.
        schemaName: 'public',
        tableName: 'schema_migrations',
      })) as [number, string[]];
      await lock.query(exportFunctionSql());
      await lock.query(erasureFunctionSql());
      // An operator may have created the role after the migration that would have.
      await lock.query('select retention.grant_to_job()');
      return names;
    } finally {
      await knex.destroy();
    }
  });
}

/** Knex would also print what it throws. */
const SILENT = { warn: () => {}, error: () => {} };

/** Plain SQL files, in the order of their names. */
const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort(),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
    return {
      up: async (knex) => {
        try {
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
};
