import type pg from 'pg';

/**
 * The migrations of a database that come after the last one of this release: a newer release has run them, and a roll-back to this
 * one must change nothing.
 * @param known names of this release's, in their order.
 * @throws {Error} when the database has them and differs before them: its schema is that of no release.
 */
export async function findNewerMigrations(
  client: pg.Client,
  known: readonly string[],
): Promise<readonly string[]> {
  const { rows: tables } = await client.query(
    "select 1 from pg_tables where schemaname = 'public' and tablename = 'schema_migrations'",
  );
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from public.schema_migrations');
  const done = new Set(rows.map(({ name }) => name));
  const last = known.at(-1) ?? '';
  const newer = [...done].filter((name) => name > last).sort();
  const differing = [...done.symmetricDifference(new Set([...known, ...newer]))];
  if (newer.length > 0 && differing.length > 0)
    throw new Error(
      `the database has ${newer.join(', ')} of a newer release, and differs before: ${differing.sort().join(', ')}`,
    );
  return newer;
}
