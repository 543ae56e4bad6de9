import { storedResults } from '#support/stored-results.ts';
import type { Judgement, TriedMutant } from './mutant.ts';

/** The result of a group's last run. */
export interface GroupResult {
  readonly group: string;
  /** Null: not measured. */
  readonly minutes: number | null;
  /** By file. */
  readonly killed: Readonly<Record<string, number>>;
  /** How many of them by a timeout. */
  readonly timeouts: number;
  /** Changes that PostgreSQL rejects; they do not count. */
  readonly invalid: number;
  /** Alive and listed with a reason. */
  readonly alive: readonly TriedMutant[];
}

export function resultOf(
  group: string,
  { killed, equivalent, invalid }: Judgement,
  millis: number,
): GroupResult {
  const byFile = Map.groupBy(killed, ({ file }) => file);
  return {
    group,
    minutes: Math.ceil(millis / 60_000),
    killed: Object.fromEntries([...byFile].map(([file, mutants]) => [file, mutants.length]).sort()),
    timeouts: killed.filter(({ status }) => status === 'Timeout').length,
    invalid: invalid.length,
    alive: equivalent,
  };
}

/** Killed mutants in percent of all that count. */
export function scoreOf(killed: number, alive: number): number {
  return (100 * killed) / Math.max(1, killed + alive);
}

export const mutationResults = storedResults<GroupResult>(new URL('results/', import.meta.url));
