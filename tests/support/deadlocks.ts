import type { TestSystem } from '@gatehouse/testkit';

/** How many transactions of the system's database PostgreSQL has ended because they waited for each other. */
export async function countDeadlocks({ database }: TestSystem): Promise<number> {
  const [row] = await database.query<{ deadlocks: number }>(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  );
  return row?.deadlocks ?? 0;
}
