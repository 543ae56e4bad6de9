import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';
import pg from 'pg';

/** Processes of a measurement, by the side that they belong to. */
export interface Sides {
  /** Process ids. */
  readonly measured: readonly number[];
  readonly beside: readonly number[];
}

/**
 * Runs the two sides of a measurement on a core each, so that neither takes the other's processor time; afterwards all run on
 * all cores again.
 * @throws {Error} on a machine with one core or without `taskset`.
 */
export async function onCoresOfTheirOwn<Result>(
  { measured, beside }: Sides,
  measure: () => Promise<Result>,
): Promise<Result> {
  const all = `0-${cpus().length - 1}`;
  try {
    await bind(measured, '0');
    await bind(beside, '1');
    return await measure();
  } finally {
    await bind([...measured, ...beside], all);
  }
}

/** With all their threads, and the processes and threads that they start from then on. */
async function bind(pids: readonly number[], cores: string): Promise<void> {
  for (const pid of pids) {
    await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
  }
}

/** Process ids of the connections of a role. */
export async function backendsOf(ownerUrl: string, role: string): Promise<readonly number[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where usename = $1',
      [role],
    );
    return rows.map(({ pid }) => pid);
  } finally {
    await client.end();
  }
}
