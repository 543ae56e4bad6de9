import { setTimeout as delay } from 'node:timers/promises';
import type { BenchDatabase } from './support/bench-database.ts';
import { BENCH_HOST } from './support/bench-host.ts';
import { ensureJobPosts, JOB_POSTS, SEARCHES } from './support/bench-jobs.ts';
import { costOf, sumOf } from './support/costs.ts';
import { connectionsTo, exchange, median, quantile, type Target } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type Contender, measureInTurns } from './support/rounds.ts';
import { targetOf } from './support/session-target.ts';
import { startShipped } from './support/shipped.ts';
import { steadyLoad } from './support/steady-load.ts';
import { verdict } from './support/verdict.ts';

const SESSIONS = 20_000;
/** At most: each search waits for the one before, so that a slow one is measured, not refused. */
const SEARCHES_PER_SECOND = 20;
/** A light load: what the searches cost the session reads is to be seen, not a queue. */
const READS_PER_SECOND = 200;
const SECONDS = 8;
const MAX_ROUNDS = 5;
const CONNECTIONS = 8;

/** p95 of a search, in milliseconds; p99 of session reads beside searches, divided by that without them. */
const TARGETS = { search: 50, reads: 1.1 };
const REASON = 'both services, PostgreSQL and the load generator share the cores of this machine';

/** Milliseconds, one value per round. */
interface Latencies {
  readonly searchMedian: number;
  readonly search: number;
  readonly slowest: number;
  /** Searches. */
  readonly perSecond: number;
  readonly reads: number;
  readonly readsAlone: number;
}

/** Measures searches of a large catalogue, one after another, and what session reads notice of them. */
export async function jobSearchSection(
  database: BenchDatabase,
  { rounds, collectorPort }: { rounds: number; collectorPort: number },
): Promise<string> {
  const { ownerUrl, roleUrl } = await database.withSessions(SESSIONS);
  await ensureJobPosts(ownerUrl);
  const talent = await startShipped('talent', collectorPort, {
    DATABASE_URL: roleUrl('talent_service'),
    TRUST_PROXY: '1',
  });
  const identity = await startShipped('identity', collectorPort, {
    DATABASE_URL: roleUrl('identity_service'),
  });
  const catalogue = (path: Target['path']): Target => ({
    port: talent.port,
    path,
    // Each address has one search at a time.
    headers: (n) => ({ host: BENCH_HOST, 'x-forwarded-for': `198.51.100.${n % 250}` }),
  });
  const searches = catalogue((n) => `/api/talent/job_posts?${SEARCHES[n % SEARCHES.length]}`);
  const reads = targetOf(identity.port, database.tokens);
  try {
    const latencies: Latencies[] = [];
    for (let round = -1; round < Math.min(rounds, MAX_ROUNDS); round += 1) {
      const steadyReads = () => steadyLoad(reads, { perSecond: READS_PER_SECOND, seconds: SECONDS });
      const alone = await steadyReads();
      const [beside, searched] = await Promise.all([steadyReads(), searchOneByOne(searches)]);
      if (round < 0) continue;
      latencies.push({
        searchMedian: quantile(searched, 0.5),
        search: quantile(searched, 0.95),
        slowest: searched.at(-1) ?? Number.NaN,
        perSecond: searched.length / SECONDS,
        reads: quantile(beside.latencies, 0.99),
        readsAlone: quantile(alone.latencies, 0.99),
      });
    }
    const contender = (name: string, path: string, shows: string): Contender => ({
      name,
      subject: talent,
      requests: 400,
      target: catalogue(path),
      shows,
    });
    const contenders = [
      contender('newest posts, page of 20', '/api/talent/job_posts?limit=20', '"title"'),
      contender('newest posts, page of 50', '/api/talent/job_posts?limit=50', '"title"'),
      contender(
        'search for “engineer”, page of 20',
        '/api/talent/job_posts?query=engineer&limit=20',
        '"title"',
      ),
      contender(
        'the same with all counts',
        '/api/talent/job_posts?query=engineer&limit=20&count_to=1000&count_options=true',
        '"filter_counts"',
      ),
    ];
    const figures = await measureInTurns(contenders, {
      rounds: Math.min(rounds, MAX_ROUNDS),
      warmUpRounds: 1,
      connections: CONNECTIONS,
      postmaster: database.postmaster,
    });
    const rows = contenders.map(({ name }) => {
      const cost = costOf(figures, name);
      return [name, ...[cost.server, cost.database, sumOf(cost)].map((micros) => (micros / 1000).toFixed(2))];
    });
    return describe(latencies, rows);
  } finally {
    await identity.stop();
    await talent.stop();
  }
}

/** @returns the milliseconds of each search, sorted. */
async function searchOneByOne(target: Target): Promise<readonly number[]> {
  const connections = connectionsTo(target, 1);
  const latencies: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  for (
    let due = performance.now();
    due < end;
    due = Math.max(due + 1000 / SEARCHES_PER_SECOND, performance.now())
  ) {
    await delay(Math.max(0, due - performance.now()));
    latencies.push(await exchange(target, connections, latencies.length));
  }
  await connections.close();
  return latencies.toSorted((left, right) => left - right);
}

function describe(latencies: readonly Latencies[], rows: readonly (readonly string[])[]): string {
  const of = (name: keyof Latencies) => median(latencies.map((round) => round[name]));
  const ratio = median(latencies.map(({ reads, readsAlone }) => reads / readsAlone));
  const millis = (name: keyof Latencies) => `${of(name).toFixed(1)} ms`;
  return `## The search of ${JOB_POSTS.toLocaleString('en')} job posts

${SEARCHES.length} different searches with all counts, one after another, at most ${SEARCHES_PER_SECOND} per second (${of('perSecond').toFixed(0)} here), beside ${READS_PER_SECOND} session reads per second: common and rare words, places, beginnings of words, typing
errors, filters, order by pay, and one that matches nothing. Medians of ${latencies.length} rounds of ${SECONDS} seconds.

- A search: p50 ${millis('searchMedian')}, slowest ${millis('slowest')}; p95 in milliseconds: ${verdict(of('search'), TARGETS.search, 1, 'words of many posts and combinations of filters that match nothing, which read up to 8,000 posts or the whole index')}.
- Session reads: p99 ${millis('readsAlone')} without searches, ${millis('reads')} beside them; ratio ${verdict(ratio, TARGETS.reads, 2, REASON)}.

CPU time of a request, ${CONNECTIONS} connections:

${markdownTable(['', 'talent, ms', 'PostgreSQL, ms', 'together, ms'], rows)}`;
}
