import { recordFinding } from './assurance.ts';
import type { History } from './history.ts';
import { NAME_CHANGES } from './name-history.ts';

/** One failover, as clients saw it. */
export interface FailOver {
  readonly histories: readonly History[];
  readonly millisUntilBack: number;
}

/** What clients saw that no order of their operations explains. */
export const flawsOf = ({ histories }: FailOver): readonly string[] =>
  histories.flatMap(({ findFlaw }) => findFlaw() ?? []);

/**
 * The revocations with a history that no order explains. A failover that loses commits loses all of them; a name may have
 * been written once more before the kill, or not.
 */
export const lostRevocations = ({ histories }: FailOver): readonly string[] => {
  const flawed = histories.filter(({ name, findFlaw }) => name !== NAME_CHANGES && findFlaw() !== null);
  return [...new Set(flawed.map(({ name }) => name))].toSorted();
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** How many writes and revocations of these failovers were acknowledged. */
export const acknowledgedIn = (all: readonly FailOver[]): number =>
  sum(all.flatMap(({ histories }) => histories.map(({ counted }) => counted.acknowledged)));

/** Keeps the counts of failovers whose every history some order explains. */
export function recordFailOvers(tried: string, all: readonly FailOver[]): void {
  const counts = all.flatMap(({ histories }) => histories.map(({ counted }) => counted));
  recordFinding('Failover', {
    tried,
    counted: {
      failovers: all.length,
      'histories checked for linearizability': counts.length,
      reads: sum(counts.map(({ reads }) => reads)),
      'writes and revocations acknowledged': acknowledgedIn(all),
      'with unknown outcome': sum(counts.map(({ unknown }) => unknown)),
      'histories that no order explains': 0,
      'milliseconds until service was back, at most': Math.round(
        Math.max(...all.map(({ millisUntilBack }) => millisUntilBack)),
      ),
    },
  });
}
