import type { BenchDatabase } from './support/bench-database.ts';
import { load, median, quantile } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { processorMicros, serverMicros } from './support/processor-time.ts';
import { targetOf } from './support/session-target.ts';
import { startShipped } from './support/shipped.ts';
import { steadyLoad } from './support/steady-load.ts';
import { type Subject, startSubject } from './support/subject.ts';
import { verdict } from './support/verdict.ts';

/** Shares of the saturated rate. */
const LIGHT = 0.1;
const HALF = 0.5;
const LEVELS = [LIGHT, 0.25, HALF, 0.7, 0.9];
const SECONDS = 2.5;
const MAX_ROUNDS = 5;
const SATURATION = { requests: 8000, connections: 32 };

/** Above the knee the p50 is more than this many times that of the lightest step. */
export const KNEE = 2;

/** p50 divided by the plain limit's at light load; p99 divided by p50 at half load. */
const TARGETS = { light: 1.2, tail: 5 };

/** One step of the load. */
export interface Level {
  readonly share: number;
  readonly perSecond: number;
  /** Shares of one core. */
  readonly server: number;
  readonly database: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Results of the steps for one process of identity. */
export interface LoadLevels {
  readonly text: string;
  readonly levels: readonly Level[];
  /** The last step before the p50 is more than twice the lightest step's. */
  readonly knee: Level;
}

/** Measures a session read at fixed rates, from a tenth of the saturated rate to nearly all of it. */
export async function loadLevelsSection(
  database: BenchDatabase,
  { rounds, collectorPort }: { rounds: number; collectorPort: number },
): Promise<LoadLevels> {
  const environment = { DATABASE_URL: database.roleUrl('identity_service') };
  const gatehouse = await startShipped('identity', collectorPort, environment);
  const limit = await startSubject('bench/peers/bare-session-read.ts', environment);
  try {
    const saturated = await saturatedRate(gatehouse, database);
    await saturatedRate(limit, database);
    const steps = LEVELS.map((share) => ({ share, subject: gatehouse, results: [] as Level[] }));
    const plain = [LIGHT, HALF].map((share) => ({ share, subject: limit, results: [] as Level[] }));
    for (let round = 0; round < Math.min(rounds, MAX_ROUNDS); round += 1) {
      for (const { share, subject, results } of [...plain, ...steps])
        results.push(await measureLevel(subject, database, share, share * saturated));
    }
    const levels = steps.map(({ results }) => middle(results));
    const plainLevels = plain.map(({ results }) => middle(results));
    return {
      text: describe(levels, plainLevels, saturated),
      levels,
      knee: kneeOf(levels),
    };
  } finally {
    for (const subject of [gatehouse, limit]) await subject.stop();
  }
}

/** Requests per second without pauses: the median of three, after one that does not count. */
async function saturatedRate({ port }: Subject, { tokens }: BenchDatabase): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const { seconds } = await load(targetOf(port, tokens), SATURATION);
    if (round > 0) rates.push(SATURATION.requests / seconds);
  }
  return median(rates);
}

async function measureLevel(
  { port, pid }: Subject,
  { tokens, postmaster }: BenchDatabase,
  share: number,
  perSecond: number,
): Promise<Level> {
  const before = [processorMicros(pid), serverMicros(postmaster)] as const;
  const { seconds, latencies } = await steadyLoad(targetOf(port, tokens), { perSecond, seconds: SECONDS });
  const shareOfCore = (micros: number) => micros / 1e6 / seconds;
  return {
    share,
    perSecond,
    server: shareOfCore(processorMicros(pid) - before[0]),
    database: shareOfCore(serverMicros(postmaster) - before[1]),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

function middle(levels: readonly Level[]): Level {
  const of = (key: keyof Level) => median(levels.map((level) => level[key]));
  return {
    share: of('share'),
    perSecond: of('perSecond'),
    server: of('server'),
    database: of('database'),
    p50: of('p50'),
    p99: of('p99'),
  };
}

function kneeOf(levels: readonly Level[]): Level {
  const [lightest] = levels;
  if (lightest === undefined) throw new Error('no measured step');
  const beyond = levels.findIndex(({ p50 }) => p50 > KNEE * lightest.p50);
  return (beyond === -1 ? levels.at(-1) : levels[beyond - 1]) ?? lightest;
}

function describe(levels: readonly Level[], plainLevels: readonly Level[], saturated: number): string {
  const row = (name: string, level: Level) => {
    const { share, perSecond, server, database, p50, p99 } = level;
    const cores = [server, database].map((ofCore) => `${Math.round(ofCore * 100)} %`);
    const times = [p50, p99].map((millis) => millis.toFixed(2));
    return [`${name}, ${share * 100} %`, Math.round(perSecond), ...cores, ...times, tailOf(level)];
  };
  const [light, half] = [levelAt(levels, LIGHT), levelAt(levels, HALF)];
  const [plainLight, plainHalf] = [levelAt(plainLevels, LIGHT), levelAt(plainLevels, HALF)];
  return `## A session read at fixed rates

Requests are sent at a fixed rate, whether they are answered or not (open loop). The shares refer to ${Math.round(saturated)} requests per second, the
rate of one process of identity without pauses over ${SATURATION.connections} connections. The plain limit gets the same rate.

${markdownTable(
  ['', 'requests/s', 'server, of a core', 'PostgreSQL, of a core', 'p50, ms', 'p99, ms', 'p99 / p50'],
  [
    ...plainLevels.map((level) => row('plain limit', level)),
    ...levels.map((level) => row('Gatehouse', level)),
  ],
)}

p50 at ${LIGHT * 100} %, Gatehouse / plain limit: ${verdict(light.p50 / plainLight.p50, TARGETS.light, 2, `${(light.p50 - plainLight.p50).toFixed(2)} ms more: single requests share no query, so the boundary's own work before and after it shows`)}.
p99 / p50 at ${HALF * 100} %: ${verdict(half.p99 / half.p50, TARGETS.tail, 1, `the load, PostgreSQL and the service share the machine's cores, so a request waits for a core, and then behind the requests that arrived meanwhile; it is ${tailOf(light)} at ${LIGHT * 100} %, and the plain limit's is ${tailOf(plainHalf)} at as many requests a second`)}.`;
}

/** p99 divided by p50. */
function tailOf({ p50, p99 }: Level): string {
  return (p99 / p50).toFixed(1);
}

function levelAt(levels: readonly Level[], share: number): Level {
  const level = levels.find((one) => one.share === share);
  if (level === undefined) throw new Error(`${share} is no measured step`);
  return level;
}
