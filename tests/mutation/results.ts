import { contentDigest, storedResults } from '#support/stored-results.ts';
import { sourceOf } from './contract/function-definitions.ts';
import type { Judgement, TriedMutant } from './mutant.ts';

/** What is known of a group's files: of each from the run that tried its mutants. */
export interface GroupResult {
  readonly group: string;
  /** By file: its content when its mutants were tried; see `digestsOf`. */
  readonly digests: Digests;
  /** Of all runs. Null: not measured. */
  readonly minutes: number | null;
  /** By file. */
  readonly killed: Readonly<Record<string, number>>;
  /** How many were killed by a timeout, in all runs. */
  readonly timeouts: number;
  /** Changes that PostgreSQL rejects, in all runs; they do not count. */
  readonly invalid: number;
  /** Alive and listed with a reason. */
  readonly alive: readonly TriedMutant[];
  /** Alive and not listed: gaps in the tests. */
  readonly survivors: readonly TriedMutant[];
}

type Digests = Readonly<Record<string, string>>;

/**
 * Changes with the content of a file: its result is outdated when its digest is another one.
 * @param files from the root; or functions of the database, whose content is that of their newest definitions.
 * @param runner the version of what judged them.
 */
export function digestsOf(files: readonly string[], root: string, runner = ''): Digests {
  return Object.fromEntries(files.map((file) => [file, contentDigest(`${runner}\0${sourceOf(file, root)}`)]));
}

/** The files without a result for their present code. */
export function changedOf(result: GroupResult | null, digests: Digests): string[] {
  return Object.keys(digests).filter((file) => result?.digests[file] !== digests[file]);
}

/** What a result says of some files. */
export function resultOfFiles(result: GroupResult, files: readonly string[]): GroupResult {
  const isOfFiles = ({ file }: TriedMutant) => files.includes(file);
  const some = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([file]) => files.includes(file)));
  return {
    ...result,
    digests: some(result.digests),
    killed: some(result.killed),
    alive: result.alive.filter(isOfFiles),
    survivors: result.survivors.filter(isOfFiles),
  };
}

/** @param kept a result to which the judgement of its survivors, and of further files, is added; null: all mutants were judged. */
export function resultOf(
  { group, digests, millis }: { group: string; digests: Digests; millis: number },
  { killed, equivalent, invalid, survivors }: Judgement,
  kept: GroupResult | null,
): GroupResult {
  const counts = new Map(Object.entries(kept?.killed ?? {}));
  for (const { file } of killed) counts.set(file, (counts.get(file) ?? 0) + 1);
  return {
    group,
    digests,
    minutes: (kept?.minutes ?? 0) + Math.ceil(millis / 60_000),
    killed: Object.fromEntries([...counts].sort()),
    timeouts: (kept?.timeouts ?? 0) + killed.filter(({ status }) => status === 'Timeout').length,
    invalid: (kept?.invalid ?? 0) + invalid.length,
    alive: [...(kept?.alive ?? []), ...equivalent],
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
