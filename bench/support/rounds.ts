import { answerOf, load, quantile, type Target } from './load.ts';
import { processorMicros, serverMicros } from './processor-time.ts';
import type { Subject } from './subject.ts';

/** One of the measured servers. */
export interface Contender {
  readonly name: string;
  readonly subject: Subject;
  readonly target: Target;
  /** Requests per round: enough for the operating system's clock, which counts in hundredths of a second. */
  readonly requests: number;
  /** A text that only the right response contains: a refusal or an empty one would be cheap. */
  readonly shows: string;
}

/** The measurements, one value per round. */
export interface Figures {
  /** CPU time per request of the server's process and of PostgreSQL, in microseconds. */
  readonly server: number[];
  readonly database: number[];
  readonly perSecond: number[];
  /** Milliseconds. */
  readonly p50: number[];
  readonly p99: number[];
}

/** Enough if a round has thousands of requests. */
const WARM_UP_ROUNDS = 4;

/**
 * Measures interleaved rounds, so that other load on the machine affects all contenders.
 * @param warmUpRounds rounds that do not count, until V8 has optimised the hot code, and again after deoptimisations.
 * @param postmaster PostgreSQL's first process, if there is one.
 * @throws {Error} if a response is not the expected one.
 */
export async function measureAlternating(
  contenders: readonly Contender[],
  {
    rounds,
    warmUpRounds = WARM_UP_ROUNDS,
    connections,
    postmaster,
  }: { rounds: number; warmUpRounds?: number; connections: number; postmaster?: number },
): Promise<Map<string, Figures>> {
  for (const { name, target, shows } of contenders) {
    if (!(await answerOf(target)).includes(shows)) throw new Error(`${name} did not return “${shows}”`);
  }
  for (let round = 0; round < warmUpRounds; round += 1) {
    for (const { target, requests } of contenders) await load(target, { requests, connections });
  }
  const databaseMicros = () => (postmaster === undefined ? 0 : serverMicros(postmaster));
  const figures = new Map<string, Figures>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, subject, target, requests } of contenders) {
      const of = figures.get(name) ?? { server: [], database: [], perSecond: [], p50: [], p99: [] };
      figures.set(name, of);
      const before = [processorMicros(subject.pid), databaseMicros()] as const;
      const { seconds, latencies } = await load(target, { requests, connections });
      of.server.push((processorMicros(subject.pid) - before[0]) / requests);
      of.database.push((databaseMicros() - before[1]) / requests);
      of.perSecond.push(requests / seconds);
      of.p50.push(quantile(latencies, 0.5));
      of.p99.push(quantile(latencies, 0.99));
    }
  }
  return figures;
}
