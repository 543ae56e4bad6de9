import { setTimeout as delay } from 'node:timers/promises';
import { connectionsTo, exchange, type LoadResult, type Target } from './load.ts';

/** Connections are opened and code is compiled in this time, which does not count. */
const WARM_UP_SECONDS = 0.5;
const MOST_CONNECTIONS = 256;

/**
 * Sends requests at a fixed rate, whether the server keeps up or not (open loop): every millisecond those that are due.
 * A request that waits for a connection waits in the account.
 * @throws {Error} as `exchange`.
 */
export async function steadyLoad(
  target: Target,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<LoadResult> {
  const connections = connectionsTo(target, MOST_CONNECTIONS);
  const warmUp = Math.round(perSecond * WARM_UP_SECONDS);
  const total = warmUp + Math.round(perSecond * seconds);
  const latencies: number[] = [];
  const failures: unknown[] = [];
  const one = async (n: number) => {
    try {
      const millis = await exchange(target, connections, n);
      if (n >= warmUp) latencies.push(millis);
    } catch (error) {
      failures.push(error);
    }
  };
  const startedAt = performance.now();
  const sent: Promise<void>[] = [];
  while (sent.length < total && failures.length === 0) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
    while (sent.length < due) sent.push(one(sent.length));
    await delay(1);
  }
  await Promise.all(sent);
  await connections.close();
  if (failures.length > 0) throw failures[0];
  return {
    seconds: (performance.now() - startedAt) / 1000,
    latencies: latencies.toSorted((left, right) => left - right),
  };
}
