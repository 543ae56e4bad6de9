import { setTimeout as delay } from 'node:timers/promises';
import { type ApiAnswer, makePerson } from '@gatehouse/testkit';
import { accessHistory, SPREAD_MILLIS } from './access-history.ts';
import { type FailOver, flawsOf } from './fail-over-outcome.ts';
import type { History } from './history.ts';
import { nameHistory } from './name-history.ts';
import type { ReplicatedServers } from './replication.ts';
import { REVOCATIONS, type RevokingSystem } from './revocations.ts';
import { waitFor } from './wait-for.ts';

/** Failovers in a row; `FAIL_OVERS` makes a longer run of it. */
export const FAIL_OVERS = Number(process.env['FAIL_OVERS'] ?? 2);
/** From the beginning of the promotion on; a short run on a busy machine has slack. */
export const MAX_MILLIS_UNTIL_BACK = FAIL_OVERS >= 50 ? 10_000 : 30_000;

const SESSION = '/api/identities/user_sessions/current';

/** The new primary takes requests this long before the load ends. */
const AFTERWARDS_MILLIS = 1000;

/** The system on a primary and its standby. */
export interface ReplicatedSystem extends Omit<RevokingSystem, 'database'> {
  readonly database: ReplicatedServers;
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

/**
 * Fails over `FAIL_OVERS` times, or until a history has a flaw. The standby is synchronous, and every second time it stops receiving
 * before the kill.
 */
export async function failOverRepeatedly(system: ReplicatedSystem): Promise<readonly FailOver[]> {
  const all: FailOver[] = [];
  while (all.length < FAIL_OVERS) {
    await system.database.addStandby('synchronous');
    const one = await failOver(system, { link: all.length % 2 === 0 ? 'open' : 'silent', kills: 'at once' });
    all.push(one);
    if (flawsOf(one).length > 0) break;
  }
  return all;
}

/**
 * A user signs out while the standby receives nothing, and then the primary is lost.
 * @returns what the user got, and the status of the next read of the session that was answered.
 */
export async function signOutUnconfirmed({
  database,
  publicHost,
}: ReplicatedSystem): Promise<{ answer: ApiAnswer; statusAfterwards: number }> {
  const { cookie } = await makePerson(database);
  await database.silenceStandby();
  const answer = await publicHost.request(SESSION, { method: 'DELETE', cookie });
  await database.killPrimary();
  await database.promote();
  const statusAfterwards = await waitFor(async () => {
    const { status } = await publicHost.request(SESSION, { cookie });
    return status === 503 ? undefined : status;
  });
  return { answer, statusAfterwards };
}
