import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { BenchDatabase } from './bench-database.ts';
import { tokenOf } from './bench-rows.ts';
import { load, median } from './load.ts';
import { processorMicros, serverMicros } from './processor-time.ts';
import { targetOf } from './session-target.ts';
import type { Subject } from './subject.ts';

const SESSIONS = 8000;
/** After the sessions that the other measurements read. */
const FIRST = 100_001;
const MAX_ROUNDS = 5;
const CONNECTIONS = 32;
const POLL_MILLIS = 100;
const TIMEOUT_MILLIS = 60_000;

/** The additional cost of a session's first read in a minute: the write of its last use. */
export interface TouchCost {
  /** Microseconds of CPU time. */
  readonly server: number;
  readonly database: number;
  /** Bytes of WAL. */
  readonly walBytes: number;
  /** Writes per second of one process, one at a time. */
  readonly perSecond: number;
}

/** Reads sessions that were just used, and the same ones as if they were not. @returns the difference. */
export async function measureTouches(
  { port, pid }: Subject,
  { ownerUrl, postmaster }: BenchDatabase,
  rounds: number,
): Promise<TouchCost> {
  const tokens = Array.from({ length: SESSIONS }, (_, index) => tokenOf(FIRST + index));
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const measure = async () => {
    const before = [processorMicros(pid), serverMicros(postmaster), await walPosition(client)] as const;
    const startedAt = performance.now();
    await load(targetOf(port, tokens), { requests: SESSIONS, connections: CONNECTIONS });
    await untilSeen(client, tokens);
    return {
      server: (processorMicros(pid) - before[0]) / SESSIONS,
      database: (serverMicros(postmaster) - before[1]) / SESSIONS,
      walBytes: ((await walPosition(client)) - before[2]) / SESSIONS,
      perSecond: SESSIONS / ((performance.now() - startedAt) / 1000),
    };
  };
  try {
    await measure();
    const costs: TouchCost[] = [];
    for (let round = 0; round < Math.min(rounds, MAX_ROUNDS); round += 1) {
      const seen = await measure();
      await client.query(AGE, [tokens]);
      const due = await measure();
      costs.push({
        server: due.server - seen.server,
        database: due.database - seen.database,
        walBytes: due.walBytes - seen.walBytes,
        perSecond: due.perSecond,
      });
    }
    const of = (key: keyof TouchCost) => Math.max(0, median(costs.map((cost) => cost[key])));
    return {
      server: of('server'),
      database: of('database'),
      walBytes: of('walBytes'),
      perSecond: of('perSecond'),
    };
  } finally {
    await client.end();
  }
}

const HASHES = "select sha256(convert_to(token, 'UTF8')) from unnest($1::text[]) token";

const AGE = `
  update identity.user_sessions set last_seen_at = now() - interval '1 hour'
   where token_hash = any(array(${HASHES}))`;

const UNSEEN = `
  select count(*)::int as count from identity.user_sessions
   where token_hash = any(array(${HASHES})) and last_seen_at < now() - interval '10 minutes'`;

/** The writes follow in the order of the reads, so the last few suffice. */
async function untilSeen(client: pg.Client, tokens: readonly string[]): Promise<void> {
  const last = [...tokens.slice(0, 1), ...tokens.slice(-2 * CONNECTIONS)];
  const deadline = performance.now() + TIMEOUT_MILLIS;
  for (;;) {
    const { rows } = await client.query<{ count: number }>(UNSEEN, [last]);
    if (rows[0]?.count === 0) return;
    if (performance.now() > deadline) throw new Error('sessions that were read are not marked as seen');
    await delay(POLL_MILLIS);
  }
}

async function walPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes",
  );
  return Number(rows[0]?.bytes);
}
