import { cpus } from 'node:os';
import type { BenchDatabase } from './support/bench-database.ts';
import { BENCH_HOST } from './support/bench-host.ts';
import { connectionsTo, exchange, load, median, quantile, type Target } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { processorMicros } from './support/processor-time.ts';
import { targetOf } from './support/session-target.ts';
import { startShipped } from './support/shipped.ts';
import { ensurePasswords, removeSignedIn, SIGN_IN_AGENT } from './support/sign-in-data.ts';
import { steadyLoad } from './support/steady-load.ts';
import type { Subject } from './support/subject.ts';
import { verdict } from './support/verdict.ts';

const READS_PER_SECOND = 1000;
const SECONDS = 3;
const MAX_ROUNDS = 5;
/** More than identity hashes concurrently, so that some always wait. */
const SIGN_IN_CONNECTIONS = 8;
/** Sign-ins for measuring the cost of one. */
const SIGN_INS = 100;

/** The reads' p99 during sign-ins, divided by their p99 alone. */
const TARGET = 1.5;

interface Reads {
  readonly p50: number[];
  readonly p99: number[];
}

/** Measures session reads at a fixed rate, alone and while the same process handles as many sign-ins as it can. */
export async function signInSection(
  database: BenchDatabase,
  { rounds, collectorPort }: { rounds: number; collectorPort: number },
): Promise<{ text: string; signInMicros: number }> {
  const bodies = await ensurePasswords(database.ownerUrl);
  const identity = await startShipped('identity', collectorPort, {
    DATABASE_URL: database.roleUrl('identity_service'),
  });
  const signIn: Target = {
    port: identity.port,
    path: '/api/identities/user_sessions',
    headers: () => ({
      host: BENCH_HOST,
      'content-type': 'application/json',
      'x-csrf-guard': '1',
      'user-agent': SIGN_IN_AGENT,
    }),
    body: (n) => bodies[n % bodies.length] ?? '',
  };
  try {
    await load(targetOf(identity.port, database.tokens), { requests: 8000, connections: 32 });
    const [alone, beside]: [Reads, Reads] = [
      { p50: [], p99: [] },
      { p50: [], p99: [] },
    ];
    const signIns: number[] = [];
    for (let round = 0; round < Math.min(rounds, MAX_ROUNDS); round += 1) {
      await measureReads(identity, database, alone);
      const stop = saturate(signIn);
      await measureReads(identity, database, beside);
      signIns.push(await stop());
    }
    const signInMicros = await costOfSignIn(identity.pid, signIn);
    return { text: describe(alone, beside, median(signIns), signInMicros), signInMicros };
  } finally {
    await identity.stop();
    await removeSignedIn(database.ownerUrl);
  }
}

async function measureReads(
  { port }: Subject,
  { tokens }: BenchDatabase,
  { p50, p99 }: Reads,
): Promise<void> {
  const { latencies } = await steadyLoad(targetOf(port, tokens), {
    perSecond: READS_PER_SECOND,
    seconds: SECONDS,
  });
  p50.push(quantile(latencies, 0.5));
  p99.push(quantile(latencies, 0.99));
}

/** CPU time of the service for one sign-in, in microseconds. */
async function costOfSignIn(pid: number, signIn: Target): Promise<number> {
  const before = processorMicros(pid);
  await load(signIn, { requests: SIGN_INS, connections: SIGN_IN_CONNECTIONS });
  return (processorMicros(pid) - before) / SIGN_INS;
}

/** Sends without pauses until stopped. Stopping returns the responses per second. */
function saturate(target: Target): () => Promise<number> {
  const pool = connectionsTo(target, SIGN_IN_CONNECTIONS);
  const startedAt = performance.now();
  let isOver = false;
  let sent = 0;
  const connection = async () => {
    while (!isOver) {
      sent += 1;
      await exchange(target, pool, sent);
    }
  };
  const connections = Promise.all(Array.from({ length: SIGN_IN_CONNECTIONS }, connection));
  return async () => {
    isOver = true;
    await connections;
    await pool.close();
    return sent / ((performance.now() - startedAt) / 1000);
  };
}

function describe(alone: Reads, beside: Reads, signInsPerSecond: number, signInMicros: number): string {
  const row = (name: string, { p50, p99 }: Reads, signIns: number) => [
    ...[name, READS_PER_SECOND, Math.round(signIns), median(p50).toFixed(2), median(p99).toFixed(2)],
  ];
  const ratio = median(beside.p99) / median(alone.p99);
  const because = `a sign-in hashes for ${Math.round(signInMicros / 1000)} ms on a thread with a lower priority than requests; the work of PostgreSQL, the service's main thread and the load generator for a sign-in has the normal priority on the same ${cpus().length} cores`;
  return `## Sign-ins during session reads

One process of identity; ${SIGN_IN_CONNECTIONS} connections sign in with the right password without pauses.

${markdownTable(
  ['session reads', 'reads/s', 'sign-ins/s', 'p50, ms', 'p99, ms'],
  [row('alone', alone, 0), row('beside sign-ins', beside, signInsPerSecond)],
)}

The reads' p99, beside sign-ins / alone: ${verdict(ratio, TARGET, 2, because)}. A sign-in takes ${(signInMicros / 1000).toFixed(0)} ms of identity's processor time.`;
}
