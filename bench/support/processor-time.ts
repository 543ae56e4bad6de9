import { readdirSync, readFileSync } from 'node:fs';

/** `getconf CLK_TCK` of Linux on all current machines. */
const TICK_MICROS = 10_000;

/** CPU time of a process and its threads, user and system, in microseconds, as Linux reports it. */
export function processorMicros(pid: number): number {
  const { own } = statOf(pid);
  return own * TICK_MICROS;
}

/** The same for a PostgreSQL server: the postmaster, every backend, and ended backends. */
export function serverMicros(postmaster: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [statOf(Number(name))];
      } catch (error) {
        // The parent's time includes a process that has ended.
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
  // The name is in brackets and may contain any character.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const at = (index: number) => fields[index] ?? 0;
  return { parent, own: at(11) + at(12), reaped: at(13) + at(14) };
}
