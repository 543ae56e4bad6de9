import { readdir, readFile } from 'node:fs/promises';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** Any number that no other user of the database takes for an advisory lock. */
const MIGRATION_LOCK = 4_738_201_965;

/**
 * Brings the database to the newest migration, each in a transaction of its own. Safe to run again and by several
 * callers at once: the others wait on an advisory lock, which goes with its connection, so a killed run leaves none.
 * @param ownerUrl PostgreSQL 18 as the role that owns the schemas and may create roles.
 * @returns the names of the migrations that were run.
 */
export async function migrate(ownerUrl: string): Promise<readonly string[]> {
  const lock = new pg.Client({ connectionString: ownerUrl });
  await lock.connect();
  const knex = knexFactory({ client: 'pg', connection: ownerUrl, pool: { min: 0, max: 1 } });
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const [, names] = (await knex.migrate.latest({
      migrationSource,
      tableName: 'schema_migrations',
    })) as [number, string[]];
    return names;
  } finally {
    await knex.destroy();
    await lock.end();
  }
}

/** Plain SQL files, in the order of their names. */
const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort(),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
    return {
      up: async (knex) => {
        await knex.raw(sql.replaceAll('?', '\\?'));
      },
      down: async () => {
        throw new Error(`${name} goes forward only: write a new migration that takes it back`);
      },
    };
  },
};
