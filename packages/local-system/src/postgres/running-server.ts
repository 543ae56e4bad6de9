import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf } from '@gatehouse/runtime/error-code';

const STOP_TIMEOUT_MILLIS = 30_000;

/**
 * Sees to it that no other server works on a data folder.
 *
 * PostgreSQL itself passes over a `postmaster.pid` whose process is gone. It refuses to start when the number belongs to
 * any living process of the user, as after a restart of the machine, and when its predecessor outlived the program that
 * had started it. Here the first is swept away and the second is shut down.
 * @throws {Error} when a server with a living starter uses the folder.
 */
export async function clearDataFolder(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid');
  const pid = Number((await readIfThere(pidFile))?.split('\n', 1)[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return;
  const holder = await findProcess(pid);
  if (holder === null) return;
  if (!holder.command.includes(dataDir)) {
    await rm(pidFile, { force: true });
    return;
  }
  // Where the kernel does not end a server with its starter (macOS), an orphan goes to process 1.
  if (holder.parentPid !== 1)
    throw new Error(
      `${dataDir} is in use by another run (process ${holder.parentPid}): stop that one first.`,
    );
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MILLIS;
  while (isAlive(pid)) {
    if (Date.now() > deadline)
      throw new Error(`the PostgreSQL left over on ${dataDir} (${pid}) does not stop`);
    await delay(50);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    return true;
  }
}

interface Process {
  readonly parentPid: number;
  readonly command: string;
}

/** Null: it has ended in the meantime. */
async function findProcess(pid: number): Promise<Process | null> {
  if (existsSync('/proc/self/status')) {
    const [status, command] = await Promise.all([
      readIfThere(`/proc/${pid}/status`),
      readIfThere(`/proc/${pid}/cmdline`),
    ]);
    const parentPid = /^PPid:\s*(\d+)/m.exec(status ?? '')?.[1];
    if (parentPid === undefined || command === null) return null;
    return { parentPid: Number(parentPid), command: command.replaceAll('\0', ' ') };
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=,args=', '-p', String(pid)]);
  const [, parentPid, command] = /^\s*(\d+)\s+(.*)$/m.exec(stdout) ?? [];
  return parentPid === undefined || command === undefined ? null : { parentPid: Number(parentPid), command };
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return null;
    throw error;
  }
}
