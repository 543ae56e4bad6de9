import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withOwner } from '@gatehouse/database';

/**
 * The ids of a PostgreSQL server's processes, which it tells while it answers: a process list would need a program that not
 * every machine has.
 */
export async function processesOf({
  url,
  dataDir,
}: {
  readonly url: string;
  readonly dataDir: string;
}): Promise<readonly number[]> {
  const [first] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n', 1);
  const others = await withOwner(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
    return rows.map(({ pid }) => pid);
  });
  return [Number(first), ...others];
}

/** Sends a signal to a process; one that has ended in the meantime needs none. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error !== null && typeof error === 'object' && 'code' in error && error.code === 'ESRCH'))
      throw error;
  }
}
