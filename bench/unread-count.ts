import type { BenchDatabase } from './support/bench-database.ts';
import { ensureNotifications, UNREAD_SHOWN } from './support/bench-notifications.ts';
import { type Cost, costOf, ratioOf, sumOf } from './support/costs.ts';
import { load, median } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type Contender, measureAlternating } from './support/rounds.ts';
import { SESSION_PATH, targetOf } from './support/session-target.ts';
import { startShipped } from './support/shipped.ts';
import { countStatements } from './support/statement-counts.ts';
import { verdict } from './support/verdict.ts';

const CONNECTIONS = 32;
const SESSION = 'session read';
const BELL = 'unread notifications';
const BELL_PATH = '/api/identities/users/current/notifications/unread_count';

/** CPU time of the bell's read divided by that of a session read: as much again. */
const TARGET = 2;
const REASON = 'a statement of its own, which no other request shares, and the index of unread notifications';

/** Measures the read behind the bell beside a session read, which every page makes, too. */
export async function unreadCountSection(
  database: BenchDatabase,
  { rounds, collectorPort }: { rounds: number; collectorPort: number },
): Promise<string> {
  const { ownerUrl, tokens, postmaster } = database;
  await ensureNotifications(ownerUrl, tokens);
  const subject = await startShipped('identity', collectorPort, {
    DATABASE_URL: database.roleUrl('identity_service'),
  });
  const contender = (name: string, path: string, shows: string): Contender => ({
    name,
    subject,
    requests: 8000,
    target: targetOf(subject.port, tokens, path),
    shows,
  });
  const contenders = [
    contender(SESSION, SESSION_PATH, '"role":"owner"'),
    contender(BELL, BELL_PATH, UNREAD_SHOWN),
  ];
  try {
    // Each session's first read writes its last use.
    for (const { target } of contenders)
      await load(target, { requests: tokens.length, connections: CONNECTIONS });
    const counted = { ownerUrl, role: 'identity_service' } as const;
    const statements = new Map<string, readonly [number, number]>();
    for (const { name, target } of contenders) {
      const alone = await countStatements(counted, target, 1);
      statements.set(name, [alone, await countStatements(counted, target, CONNECTIONS)]);
    }
    const figures = await measureAlternating(contenders, { rounds, connections: CONNECTIONS, postmaster });
    const rows = [...figures].map(([name, { perSecond, p50, p99 }]) => {
      const times = timesOf(costOf(figures, name));
      const counts = (statements.get(name) ?? []).map((count) => count.toFixed(2));
      const speeds = [Math.round(median(perSecond)), median(p50).toFixed(1), median(p99).toFixed(1)];
      return [name, ...counts, ...times, ...speeds];
    });
    const head = [
      '',
      'statements alone',
      `statements, ${CONNECTIONS} connections`,
      'server, µs',
      'PostgreSQL, µs',
    ];
    return `## The bell

The read of the unread notifications, which a signed-in user's pages make beside the session read, ${CONNECTIONS} connections.

${markdownTable([...head, 'together, µs', 'requests/s', 'p50, ms', 'p99, ms'], rows)}

Bell / session read, server and PostgreSQL together: ${verdict(ratioOf(figures, BELL, SESSION, sumOf), TARGET, 2, REASON)}.`;
  } finally {
    await subject.stop();
  }
}

function timesOf(cost: Cost): readonly string[] {
  return [cost.server, cost.database, sumOf(cost)].map((micros) => micros.toFixed(1));
}
