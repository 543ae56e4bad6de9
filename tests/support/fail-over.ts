import { setTimeout as delay } from 'node:timers/promises';
import { accessHistory, SPREAD_MILLIS } from './access-history.ts';
import { recordFinding } from './assurance.ts';
import type { History } from './history.ts';
import { NAME_CHANGES, nameHistory } from './name-history.ts';
import type { Replication } from './replication.ts';
import { REVOCATIONS, type RevokingSystem } from './revocations.ts';
import { waitFor } from './wait-for.ts';

/** Failovers in a row; `FAIL_OVERS` makes a longer run of it. */
export const FAIL_OVERS = Number(process.env['FAIL_OVERS'] ?? 2);
/** From the beginning of the promotion on; a short run on a busy machine has slack. */
export const MAX_MILLIS_UNTIL_BACK = FAIL_OVERS >= 50 ? 10_000 : 30_000;

/** The new primary takes requests this long before the load ends. */
const AFTERWARDS_MILLIS = 1000;

/** A primary and its standby, to which anything may be done. */
export interface ReplicatedServers {
  /** Runs SQL on the primary as the owner. */
  readonly query: RevokingSystem['database']['query'];
  /** From now on the standby receives nothing, and the primary believes it to be there. */
  silenceStandby(): Promise<void>;
  /** SIGKILL for every process of the primary, whose data is then gone. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary, to which the address of both then leads. It has no standby of its own. */
  promote(): Promise<void>;
  /** Copies the primary to a standby unless there is one, and returns when it replicates as asked. */
  addStandby(replication: Replication): Promise<void>;
}

/** The system on such servers. */
export interface ReplicatedSystem extends Omit<RevokingSystem, 'database'> {
  readonly database: ReplicatedServers;
}

/** One failover, as clients saw it. */
export interface FailOver {
  readonly histories: readonly History[];
  readonly millisUntilBack: number;
}

/**
 * Kills the primary under load, promotes the standby, and goes on until every object is served again. Of each kind one
 * revocation is sent earlier, and one about the time of the kill.
 * @param link `silent`: before the later revocations and the kill the standby stops receiving.
 * @param kills `at once`: while the later revocations are under way; `after their answers`: when all are answered.
 */
export async function failOver(
  system: ReplicatedSystem,
  { link, kills }: { link: 'open' | 'silent'; kills: 'at once' | 'after their answers' },
): Promise<FailOver> {
  const { database } = system;
  const kinds = Object.keys(REVOCATIONS) as (keyof typeof REVOCATIONS)[];
  const nearTheKill = Promise.withResolvers<void>();
  const earlier = await Promise.all(kinds.map((kind) => accessHistory(system, kind, Promise.resolve())));
  const later = await Promise.all(kinds.map((kind) => accessHistory(system, kind, nearTheKill.promise)));
  const names = await Promise.all([nameHistory(system), nameHistory(system)]);
  const histories = [...earlier, ...later, ...names];
  let isOver = false;
  const running = histories.map(({ run }) => run(() => isOver));
  const acknowledged = (some: readonly History[]) => some.every(({ counted }) => counted.acknowledged > 0);
  await waitFor(() => (acknowledged([...earlier, ...names]) ? true : undefined));
  if (link === 'silent') await database.silenceStandby();
  nearTheKill.resolve();
  if (kills === 'at once') await delay(Math.random() * SPREAD_MILLIS);
  else await waitFor(() => (acknowledged(later) ? true : undefined));
  await database.killPrimary();
  const promotedAt = performance.now();
  await database.promote();
  const isBack = () => histories.every(({ servedAfter }) => servedAfter(promotedAt) !== null);
  await waitFor(() => (isBack() ? true : undefined));
  await delay(AFTERWARDS_MILLIS);
  isOver = true;
  await Promise.all(running);
  const moments = histories.map(({ servedAfter }) => servedAfter(promotedAt) ?? Number.POSITIVE_INFINITY);
  return { histories, millisUntilBack: Math.max(...moments) - promotedAt };
}

/** What clients saw that no order of their operations explains. */
export const flawsOf = ({ histories }: FailOver): readonly string[] =>
  histories.flatMap(({ findFlaw }) => findFlaw() ?? []);

/**
 * The revocations with a history that no order explains. A failover that loses commits loses all of them; a name may have
 * been written once more before the kill, or not.
 */
export const lostRevocations = (one: FailOver): readonly string[] =>
  [...new Set(flawsOf(one).map((flaw) => flaw.split('\n', 1)[0] ?? ''))]
    .filter((name) => name !== NAME_CHANGES)
    .toSorted();

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
