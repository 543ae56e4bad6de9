import { median } from './load.ts';
import type { Figures } from './rounds.ts';

/** Processor time of one request, in microseconds. */
export interface Cost {
  readonly server: number;
  readonly database: number;
}

/** The medians of what was measured of one contender. */
export function costOf(figures: ReadonlyMap<string, Figures>, name: string): Cost {
  const { server = [], database = [] } = figures.get(name) ?? {};
  return { server: median(server), database: median(database) };
}

export const sumOf = ({ server, database }: Cost): number => server + database;
