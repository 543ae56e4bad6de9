import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Judgement, TriedMutant } from './mutant.ts';

const FOLDER = new URL('results/', import.meta.url);

/** What the last run of a group found; kept in the repository, because all groups together take hours. */
export interface GroupResult {
  readonly group: string;
  /** Null: not measured. */
  readonly minutes: number | null;
  /** By file. */
  readonly killed: Readonly<Record<string, number>>;
  /** Of those: the tests ran out of their time. */
  readonly timeouts: number;
  /** Changes that PostgreSQL refuses; they do not count. */
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

/** Killed mutants of all that count, in percent. */
export function scoreOf(killed: number, alive: number): number {
  return (100 * killed) / Math.max(1, killed + alive);
}

/** @returns null when the group was never run to its end. */
export function readResult(group: string): GroupResult | null {
  const path = pathOf(group);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as GroupResult) : null;
}

export function writeResult(result: GroupResult): void {
  writeFileSync(pathOf(result.group), `${JSON.stringify(result, null, 2)}\n`);
}

function pathOf(group: string): string {
  return fileURLToPath(new URL(`${group}.json`, FOLDER));
}
