import type { BenchDatabase } from './support/bench-database.ts';
import { tokenOf } from './support/bench-rows.ts';
import { costOf, ratioOf, sumOf } from './support/costs.ts';
import { load, median } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type Contender, measureAlternating } from './support/rounds.ts';
import { targetOf } from './support/session-target.ts';
import { startShipped } from './support/shipped.ts';
import { verdict } from './support/verdict.ts';

const FEW = 10_000;
const MANY = 10_000_000;
const CONNECTIONS = 32;
/** Sessions to read, spread over the whole table: as many in the large one as the small one has. */
const READ = FEW;

/** CPU time of service and PostgreSQL for a read among many sessions, divided by that among few. */
const TARGET = 1.1;

/** Measures a session read among few and among many sessions. The large table takes minutes to create and gigabytes to store. */
export async function sessionGrowthSection(
  database: BenchDatabase,
  { rounds, collectorPort }: { rounds: number; collectorPort: number },
): Promise<string> {
  const contenders: Contender[] = [];
  try {
    for (const sessions of [FEW, MANY]) {
      const filled = await database.withSessions(sessions);
      const subject = await startShipped('identity', collectorPort, {
        DATABASE_URL: filled.roleUrl('identity_service'),
      });
      contenders.push({
        name: nameOf(sessions),
        subject,
        requests: 2 * READ,
        target: targetOf(subject.port, tokensAmong(sessions)),
        shows: '"identities_user":{"id"',
      });
    }
    // Each session's first read writes its last use after the response: done before the measurement.
    for (const { target } of contenders) await load(target, { requests: READ, connections: CONNECTIONS });
    const figures = await measureAlternating(contenders, {
      rounds,
      connections: CONNECTIONS,
      postmaster: database.postmaster,
    });
    const rows = [...figures].map(([name, { perSecond }]) => {
      const cost = costOf(figures, name);
      const times = [cost.server, cost.database, sumOf(cost)].map((micros) => micros.toFixed(1));
      return [name, ...times, Math.round(median(perSecond))];
    });
    return `## A session read among ten million sessions

${READ.toLocaleString('en')} sessions are read, interleaved, in the large table spread over all of it, ${CONNECTIONS} connections.

${markdownTable(['', 'server, µs', 'PostgreSQL, µs', 'together, µs', 'requests/s'], rows)}

Ten million / ten thousand: ${verdict(ratioOf(figures, nameOf(MANY), nameOf(FEW), sumOf), TARGET, 2, "a session, its user, membership and company are on eight pages of tables and indexes, which are not in the CPU's caches; larger memory pages, or the whole database in shared buffers, change little")}.`;
  } finally {
    for (const { subject } of contenders) await subject.stop();
  }
}

const nameOf = (sessions: number) => `${sessions.toLocaleString('en')} sessions`;

/** The step is not a multiple of a round number, so that the sessions belong to different users. */
function tokensAmong(sessions: number): readonly string[] {
  const step = Math.max(1, Math.floor(sessions / READ) - 1);
  return Array.from({ length: READ }, (_, index) => tokenOf(1 + index * step));
}
