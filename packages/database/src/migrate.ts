import { erasureFunctionSql } from './data-registry/erasure-function.ts';
import { exportFunctionSql } from './data-registry/export-function.ts';
import { findNewerMigrations } from './newer-migrations.ts';
import { withOwner } from './owner-connection.ts';
import { migrationsOf, runMigrations } from './run-migrations.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** Any number that no other user of the database takes for an advisory lock. */
const MIGRATION_LOCK = 4_738_201_965;

/**
 * Brings the database to the newest migration. Safe to run again, also after one that was killed, and by several callers at once: the
 * others wait on an advisory lock, which goes with its connection, and knex' own lock row is written inside of each transaction, so
 * that a killed run leaves nothing that keeps the next one out.
 * @param ownerUrl PostgreSQL 18 as the database's owner, with the right to create roles where the service roles are missing.
 * @param onBegin gets the name of a migration before each attempt at it: one that takes too long is ended from outside.
 * @returns the names of the migrations that were run; null: the database has those of a newer release, and is left as it is, with the
 * functions that the newer release has written.
 * @throws {Error} that names the file and the line of a migration that fails; those before it stay.
 */
export async function migrate(
  ownerUrl: string,
  onBegin?: (name: string) => void,
): Promise<readonly string[] | null> {
  return withOwner(ownerUrl, async (lock) => {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const newer = await findNewerMigrations(lock, await migrationsOf(MIGRATIONS));
    if (newer.length > 0) return null;
    const names = await runMigrations(ownerUrl, MIGRATIONS, onBegin);
    await lock.query(exportFunctionSql());
    await lock.query(erasureFunctionSql());
    // An operator may have created the role after the migration that would have.
    await lock.query('select retention.grant_to_job()');
    return names;
  });
}
