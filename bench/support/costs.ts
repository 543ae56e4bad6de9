import { median } from './load.ts';
import type { Figures } from './rounds.ts';

/** CPU time of one request, in microseconds. */
export interface Cost {
  readonly server: number;
  readonly database: number;
}

/** The medians of one contender's measurements. */
export function costOf(figures: ReadonlyMap<string, Figures>, name: string): Cost {
  const { server = [], database = [] } = figures.get(name) ?? {};
  return { server: median(server), database: median(database) };
}

export const sumOf = ({ server, database }: Cost): number => server + database;

export const serverOf = ({ server }: Cost): number => server;
export const databaseOf = ({ database }: Cost): number => database;

/**
 * One cost divided by the other: the median of the rounds' ratios, because the two of a round are measured within seconds,
 * and the machine's speed varies over time.
 */
export function ratioOf(
  figures: ReadonlyMap<string, Figures>,
  one: string,
  other: string,
  costIn: (cost: Cost) => number,
): number {
  const rounds = (name: string) => {
    const { server = [], database = [] } = figures.get(name) ?? {};
    return server.map((micros, round) => costIn({ server: micros, database: database[round] ?? 0 }));
  };
  const others = rounds(other);
  return median(rounds(one).map((cost, round) => cost / (others[round] ?? Number.NaN)));
}
