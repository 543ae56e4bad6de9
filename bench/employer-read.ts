import type { BenchDatabase } from './support/bench-database.ts';
import { type Cost, costOf, ratioOf, serverOf, sumOf } from './support/costs.ts';
import { median } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type Contender, measureAlternating } from './support/rounds.ts';
import { targetOf } from './support/session-target.ts';
import { startShipped } from './support/shipped.ts';
import { startSubject } from './support/subject.ts';
import { verdict } from './support/verdict.ts';

const CONNECTIONS = 32;
const GATEHOUSE = 'Gatehouse `/api/employer/job_posts`';
const LIMIT = 'plain limit: `node:http`, `pg`, the same two queries';

/** Gatehouse's CPU time for an employer read, divided by that of the same two queries alone. */
const TARGET = 1;

/** Measures an employer read, check and data, and the same two queries without a framework. */
export async function employerReadSection(
  database: BenchDatabase,
  { rounds, collectorPort }: { rounds: number; collectorPort: number },
): Promise<{ text: string; cost: Cost }> {
  const environment = { DATABASE_URL: database.roleUrl('employer_service') };
  const gatehouse = await startShipped('employer', collectorPort, environment);
  const limit = await startSubject('bench/peers/bare-employer-read.ts', environment);
  const contender = (name: string, subject: typeof limit, path: string): Contender => ({
    name,
    subject,
    requests: 6000,
    target: targetOf(subject.port, database.tokens, path),
    shows: '"title":"Post 1.3"',
  });
  try {
    const figures = await measureAlternating(
      [contender(GATEHOUSE, gatehouse, '/api/employer/job_posts'), contender(LIMIT, limit, '/')],
      { rounds, connections: CONNECTIONS, postmaster: database.postmaster },
    );
    const [ours, bare] = [costOf(figures, GATEHOUSE), costOf(figures, LIMIT)];
    const rows = [...figures].map(([name, { perSecond, p50, p99 }]) => {
      const cost = costOf(figures, name);
      const times = [cost.server.toFixed(1), cost.database.toFixed(1)];
      return [name, ...times, Math.round(median(perSecond)), median(p50).toFixed(1), median(p99).toFixed(1)];
    });
    const text = `## An employer read, ${CONNECTIONS} connections

Session, membership and company are checked, then the company's three job posts are read.

${markdownTable(['', 'server, µs', 'PostgreSQL, µs', 'requests/s', 'p50, ms', 'p99, ms'], rows)}

Server, Gatehouse / plain limit: ${verdict(ratioOf(figures, GATEHOUSE, LIMIT, serverOf), TARGET, 2, reason(ours, bare))}. Server and PostgreSQL together:
${verdict(ratioOf(figures, GATEHOUSE, LIMIT, sumOf), TARGET)}.`;
    return { text, cost: ours };
  } finally {
    for (const subject of [gatehouse, limit]) await subject.stop();
  }
}

function reason(ours: Cost, bare: Cost): string {
  const more = Math.round(ours.server - bare.server);
  return `${more} µs more: the log line, headers, metrics, reading the input and presenting the answer by the contract cost more than the shared check saves`;
}
