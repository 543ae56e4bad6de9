import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { promisify } from 'node:util';

/** libuv's name of its worker threads. */
const WORKER = 'libuv-worker';

/** About a tenth of a contended core. The threads also write the log, which needs less. */
const NICE = 10;

/**
 * Lowers the priority of the threads that hash passwords below that of the thread that answers requests: a hash takes so
 * much of a core that requests would wait for it. On a free core, hashing is as fast as before.
 * Only Linux has a priority per thread; elsewhere nothing changes.
 * @throws {Error} when the threads cannot be found or changed.
 */
export async function lowerHashingPriority(): Promise<void> {
  if (process.platform !== 'linux') return;
  // The threads start with their first task.
  await promisify(randomBytes)(1);
  for (const thread of readdirSync('/proc/self/task')) {
    const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
    if (name === WORKER) setPriority(Number(thread), NICE);
  }
}
