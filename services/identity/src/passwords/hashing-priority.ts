import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { promisify } from 'node:util';

/** As libuv names its worker threads. */
const WORKER = 'libuv-worker';

/** A tenth of a core that others want, too: what else these threads do, writing the log, needs less. */
const NICE = 10;

/**
 * Lets the threads that hash passwords stand back behind the thread that answers requests: a hash takes so much of a core that
 * requests would wait for it. Where a core is free, passwords are hashed as fast as before.
 * Only Linux gives a thread a priority of its own; elsewhere nothing changes.
 * @throws {Error} where the threads cannot be seen or changed.
 */
export async function lowerHashingPriority(): Promise<void> {
  if (process.platform !== 'linux') return;
  // They start with their first work.
  await promisify(randomBytes)(1);
  for (const thread of readdirSync('/proc/self/task')) {
    const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
    if (name === WORKER) setPriority(Number(thread), NICE);
  }
}
