import { cpus } from 'node:os';
import {
  measureRound,
  READS_PER_SECOND,
  type Round,
  SEARCHES_PER_SECOND,
  SECONDS,
} from './reads-beside-searches.ts';
import type { BenchDatabase } from './support/bench-database.ts';
import { BENCH_HOST } from './support/bench-host.ts';
import { ensureJobPosts, JOB_POSTS, SEARCHES } from './support/bench-jobs.ts';
import { costOf, ratioOf, sumOf } from './support/costs.ts';
import { median, quantile, type Target } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type Contender, measureAlternating } from './support/rounds.ts';
import { targetOf } from './support/session-target.ts';
import { shippedPart, startShipped } from './support/shipped.ts';
import { startSubject } from './support/subject.ts';
import { verdict } from './support/verdict.ts';

const SESSIONS = 20_000;
const MAX_ROUNDS = 5;
const CONNECTIONS = 8;

/**
 * p95 of a search, in milliseconds; p99 of session reads beside searches, divided by that without them; a page of 50 with the terms of
 * its posts, divided by one without them.
 */
const TARGETS = { search: 50, reads: 1.1, terms: 1.3 };

const PAGE_OF_50 = 'newest posts, page of 50';
const WITHOUT_TERMS = 'the same without terms of posts';

/** Measures searches of a large catalogue, one after another, and what session reads notice of them. */
export async function jobSearchSection(
  database: BenchDatabase,
  { rounds, collectorPort }: { rounds: number; collectorPort: number },
): Promise<string> {
  const { ownerUrl, roleUrl } = await database.withSessions(SESSIONS);
  await ensureJobPosts(ownerUrl);
  const ofTalent = { DATABASE_URL: roleUrl('talent_service'), TRUST_PROXY: '1' };
  const talent = await startShipped('talent', collectorPort, ofTalent);
  const withoutTerms = await startSubject('bench/peers/talent-without-terms.ts', {
    ...shippedPart('talent', collectorPort).environment,
    ...ofTalent,
  });
  const identity = await startShipped('identity', collectorPort, {
    DATABASE_URL: roleUrl('identity_service'),
  });
  const catalogue = (path: Target['path'], { port } = talent): Target => ({
    port,
    path,
    // Each address has one search at a time.
    headers: (n) => ({ host: BENCH_HOST, 'x-forwarded-for': `198.51.100.${n % 250}` }),
  });
  const searches = catalogue((n) => `/api/talent/job_posts?${SEARCHES[n % SEARCHES.length]}`);
  const reads = targetOf(identity.port, database.tokens);
  try {
    const parts = { identity, talent, reads, searches, ownerUrl, postmaster: database.postmaster };
    // The first one warms up.
    await measureRound(parts);
    const measured: Round[] = [];
    for (let round = 0; round < Math.min(rounds, MAX_ROUNDS); round += 1)
      measured.push(await measureRound(parts));
    const contender = (name: string, path: string, shows: string, subject = talent): Contender => ({
      name,
      subject,
      requests: 400,
      target: catalogue(path, subject),
      shows,
    });
    const contenders = [
      contender('newest posts, page of 20', '/api/talent/job_posts?limit=20', '"title"'),
      contender(PAGE_OF_50, '/api/talent/job_posts?limit=50', '"languages"'),
      contender(WITHOUT_TERMS, '/api/talent/job_posts?limit=50', '"title"', withoutTerms),
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
    const figures = await measureAlternating(contenders, {
      rounds: Math.min(rounds, MAX_ROUNDS),
      warmUpRounds: 1,
      connections: CONNECTIONS,
      postmaster: database.postmaster,
    });
    const rows = contenders.map(({ name }) => {
      const cost = costOf(figures, name);
      return [name, ...[cost.server, cost.database, sumOf(cost)].map((micros) => (micros / 1000).toFixed(2))];
    });
    return describe(measured, rows, ratioOf(figures, PAGE_OF_50, WITHOUT_TERMS, sumOf));
  } finally {
    await withoutTerms.stop();
    await identity.stop();
    await talent.stop();
  }
}

function describe(
  rounds: readonly Round[],
  rows: readonly (readonly string[])[],
  termsRatio: number,
): string {
  const millis = (of: (round: Round) => number) => `${median(rounds.map(of)).toFixed(1)} ms`;
  const ratio = (of: (round: Round) => number) => median(rounds.map(of));
  const p95 = ratio(({ searches }) => quantile(searches, 0.95));
  return `## The search of ${JOB_POSTS.toLocaleString('en')} job posts

${SEARCHES.length} different searches with all counts, ${SEARCHES_PER_SECOND} per second, one after another; one that waits for the one before counts from the time at which it was to begin; beside ${READS_PER_SECOND} session reads per second: common and rare words, places and countries, beginnings of words,
typing errors in words and places, filters, order by pay, and one that matches nothing. Medians of ${rounds.length} rounds of ${SECONDS} seconds.

- A search: p50 ${millis(({ searches }) => quantile(searches, 0.5))}, slowest ${millis(({ searches }) => searches.at(-1) ?? Number.NaN)}, ${millis(({ searchMillis }) => searchMillis)} of processor time on average; p95 in milliseconds: ${verdict(p95, TARGETS.search, 1, 'words of many posts and combinations of filters that match nothing, which read up to 8,000 posts or the whole index')}.
- Session reads with the searches on a core of their own (talent and its connections of PostgreSQL on one core; identity, its connections and the load generator on the other one): p99 ${millis(({ apart }) => apart)} without searches, ${millis(({ apartBeside }) => apartBeside)} beside them; ratio ${verdict(
    ratio(({ apart, apartBeside }) => apartBeside / apart),
    TARGETS.reads,
  )}.
- All on the same ${cpus().length} cores: p99 ${millis(({ alone }) => alone)} without searches, ${millis(({ beside }) => beside)} beside them; ratio ${ratio(({ alone, beside }) => beside / alone).toFixed(2)}. Beside a process that uses as much processor time, just as often, and nothing else of Gatehouse: ${millis(({ besideBusyWork }) => besideBusyWork)}; ratio ${ratio(({ alone, besideBusyWork }) => besideBusyWork / alone).toFixed(2)}.

CPU time of a request, ${CONNECTIONS} connections:

${markdownTable(['', 'talent, ms', 'PostgreSQL, ms', 'together, ms'], rows)}

A page of 50 posts, with / without their terms, together: ${verdict(termsRatio, TARGETS.terms)}.`;
}
