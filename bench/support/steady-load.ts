import { setTimeout as delay } from 'node:timers/promises';
import { connectionsTo, exchange, type LoadResult, type Target } from './load.ts';

/** A warm-up that does not count: connections are opened and code is compiled. */
const WARM_UP_SECONDS = 0.5;
const MAX_CONNECTIONS = 256;

/**
 * Sends requests at a fixed rate, whether the server keeps up or not (open loop): every millisecond those that are due.
 * The wait for a connection counts.
 * @throws {Error} like `exchange`.
 */
export async function steadyLoad(
  target: Target,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<LoadResult> {
  const connections = connectionsTo(target, MAX_CONNECTIONS);
  const warmUp = Math.round(perSecond * WARM_UP_SECONDS);
  const total = warmUp + Math.round(perSecond * seconds);
  const latencies: number[] = [];
  const over = Promise.withResolvers<void>();
  let [sent, answered] = [0, 0];
  let failure: unknown;
  const send = (n: number) => {
    exchange(target, connections, n).then(
      (millis) => {
        if (n >= warmUp) latencies.push(millis);
        answered += 1;
        if (answered === total) over.resolve();
      },
      (error: unknown) => {
        failure ??= error;
        over.resolve();
      },
    );
  };
  const startedAt = performance.now();
  while (sent < total && failure === undefined) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
    for (; sent < due; sent += 1) send(sent);
    await delay(1);
  }
  await over.promise;
  await connections.close();
  if (failure !== undefined) throw failure;
  return {
    seconds: (performance.now() - startedAt) / 1000,
    latencies: latencies.toSorted((left, right) => left - right),
  };
}
