import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storedResults } from '#support/stored-results.ts';
import type { Judgement, TriedMutant } from './mutant.ts';

/** The result of a group's last run. */
export interface GroupResult {
  readonly group: string;
  /** Of the mutated files; see `digestOf`. */
  readonly digest: string;
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
  /** Alive and not listed: gaps in the tests. */
  readonly survivors: readonly TriedMutant[];
}

/**
 * Changes with the content of a file: a result is outdated when its digest is another one.
 * @param files from the root.
 * @param runner the version of what judged them.
 */
export function digestOf(files: readonly string[], root: string, runner = ''): string {
  const hash = createHash('sha256').update(runner);
  for (const file of files) hash.update(`${file}\0${readFileSync(join(root, file), 'utf8')}\0`);
  return hash.digest('hex').slice(0, 12);
}

/** @param before the result to which the judgement of its survivors is added; null: all mutants were judged. */
export function resultOf(
  { group, digest, millis }: { group: string; digest: string; millis: number },
  { killed, equivalent, invalid, survivors }: Judgement,
  before: GroupResult | null,
): GroupResult {
  const counts = new Map(Object.entries(before?.killed ?? {}));
  for (const { file } of killed) counts.set(file, (counts.get(file) ?? 0) + 1);
  return {
    group,
    digest,
    minutes: (before?.minutes ?? 0) + Math.ceil(millis / 60_000),
    killed: Object.fromEntries([...counts].sort()),
    timeouts: (before?.timeouts ?? 0) + killed.filter(({ status }) => status === 'Timeout').length,
    invalid: (before?.invalid ?? 0) + invalid.length,
    alive: [...(before?.alive ?? []), ...equivalent],
    survivors,
  };
}

/** How many of a result's mutants were killed. */
export function killedOf({ killed }: Pick<GroupResult, 'killed'>): number {
  return Object.values(killed).reduce((sum, count) => sum + count, 0);
}

/** Killed mutants in percent of all that count. */
export function scoreOf(result: Pick<GroupResult, 'killed' | 'alive' | 'survivors'>): number {
  const killed = killedOf(result);
  return (100 * killed) / Math.max(1, killed + result.alive.length + result.survivors.length);
}

export const mutationResults = storedResults<GroupResult>(new URL('results/', import.meta.url));
