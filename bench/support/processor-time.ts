import { readdirSync, readFileSync } from 'node:fs';

/** `getconf CLK_TCK` of Linux on every machine of today. */
const TICK_MICROS = 10_000;

/** Processor time of a process and its threads, user and system, in microseconds: the operating system's account (Linux). */
export function processorMicros(pid: number): number {
  const { own } = statOf(pid);
  return own * TICK_MICROS;
}

/** The same of a PostgreSQL server: of the postmaster, of every backend and of those that have ended. */
export function serverMicros(postmaster: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [statOf(Number(name))];
      } catch (error) {
        // A process that ended meanwhile is in the account of its parent.
        if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
          return [];
        throw error;
      }
    })
    .filter(({ parent }) => parent === postmaster);
  const { own, reaped } = statOf(postmaster);
  return (own + reaped + children.reduce((sum, child) => sum + child.own, 0)) * TICK_MICROS;
}

/** Resident memory of a process, in MiB. */
export function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function statOf(pid: number): { parent: number; own: number; reaped: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name stands in brackets and may hold anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const at = (index: number) => fields[index] ?? 0;
  return { parent, own: at(11) + at(12), reaped: at(13) + at(14) };
}
