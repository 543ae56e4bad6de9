import { answerOf, load, quantile, type Target } from './load.ts';
import { processorMicros, serverMicros } from './processor-time.ts';
import type { Subject } from './subject.ts';

/** One of those that are measured beside each other. */
export interface Contender {
  readonly name: string;
  readonly subject: Subject;
  readonly target: Target;
  /** Requests a round: enough for the operating system's account, which counts in hundredths of a second. */
  readonly requests: number;
  /** A text that only the right answer holds: a refusal or an empty one would be cheap. */
  readonly shows: string;
}

/** What the rounds have measured, one value a round. */
export interface Figures {
  /** Processor time a request of the server's process and of PostgreSQL, in microseconds. */
  readonly server: number[];
  readonly database: number[];
  readonly perSecond: number[];
  /** Milliseconds. */
  readonly p50: number[];
  readonly p99: number[];
}

/** Enough where a round is thousands of requests. */
const WARM_UP_ROUNDS = 4;

/**
 * Measures in turns, so that what happens to the machine happens to all.
 * @param warmUpRounds rounds that do not count, until V8 has compiled what is hot, and has done so once more where it was wrong.
 * @param postmaster PostgreSQL's first process, where there is one.
 * @throws {Error} when an answer is not the one that is to be measured.
 */
export async function measureInTurns(
  contenders: readonly Contender[],
  {
    rounds,
    warmUpRounds = WARM_UP_ROUNDS,
    connections,
    postmaster,
  }: { rounds: number; warmUpRounds?: number; connections: number; postmaster?: number },
): Promise<Map<string, Figures>> {
  for (const { name, target, shows } of contenders) {
    if (!(await answerOf(target)).includes(shows)) throw new Error(`${name} does not answer with “${shows}”`);
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
