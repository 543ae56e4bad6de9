import type { Level } from '../load-levels.ts';
import type { Cost } from './costs.ts';

/**
 * CPU time of a session read in one process at this rate, interpolated between the measured steps: the more requests wait
 * together, the more of them share a query.
 */
export function costAt(levels: readonly Level[], perSecond: number): Cost {
  const points = levels.map((level) => ({
    perSecond: level.perSecond,
    server: (level.server / level.perSecond) * 1e6,
    database: (level.database / level.perSecond) * 1e6,
  }));
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) throw new Error('no measured step');
  const above = points.find((point) => point.perSecond >= perSecond) ?? last;
  const below = points.findLast((point) => point.perSecond <= perSecond) ?? first;
  const span = above.perSecond - below.perSecond;
  const share = span <= 0 ? 0 : (perSecond - below.perSecond) / span;
  const between = (key: keyof Cost) => below[key] + share * (above[key] - below[key]);
  return { server: between('server'), database: between('database') };
}

/** The other processes on the machine, in microseconds of CPU time per request; each has one thread. */
export interface Around {
  readonly ingress: number;
  readonly load: number;
}

/** Requests per second of these instances on one machine, limited by the first exhausted thread or by all cores. */
export function predictedRate(
  levels: readonly Level[],
  { instances, cores, around }: { instances: number; cores: number; around: Around },
): number {
  let rate = levels.at(-1)?.perSecond ?? 0;
  // The cost depends on the rate and the rate on the cost: each step moves half-way, until both match.
  for (let step = 0; step < 60; step += 1) {
    const { server, database } = costAt(levels, rate / instances);
    const limits = [
      (cores * 1e6) / (server + database + around.ingress + around.load),
      1e6 / around.ingress,
      1e6 / around.load,
      (instances * 1e6) / server,
    ];
    rate = (rate + Math.min(...limits)) / 2;
  }
  return rate;
}
