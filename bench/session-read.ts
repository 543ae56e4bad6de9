import { createHmac } from 'node:crypto';
import type { BenchDatabase } from './support/bench-database.ts';
import { BENCH_HOST } from './support/bench-host.ts';
import { betterAuthCookie, betterAuthEnvironment, ensureBetterAuthData } from './support/better-auth-data.ts';
import { databaseOf, ratioOf, serverOf, sumOf } from './support/costs.ts';
import { median } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { residentMiB } from './support/processor-time.ts';
import { type Contender, type Figures, measureAlternating } from './support/rounds.ts';
import { SESSION_PATH } from './support/session-target.ts';
import { startShipped } from './support/shipped.ts';
import { type Subject, startSubject } from './support/subject.ts';
import { verdict } from './support/verdict.ts';

const SECRET = 'bench';
const GATEHOUSE = 'Gatehouse';
const LIMIT = 'plain limit: `node:http`, `pg`';
const EXPRESS_SESSION = 'express-session, connect-pg-simple, passport';
const BETTER_AUTH = 'better-auth, organization';
const BETTER_AUTH_JOINS = 'better-auth, organization, `joins`';

/** Targets for a session read's share of each peer's CPU time; the sum is the server's and PostgreSQL's. */
const FEW_TARGETS = { limit: 0.8, sum: 0.62, database: 0.5, expressSession: 0.2, betterAuth: 0.05 };
const FEW_REASON =
  'the log line, spans, metrics, headers and the decision cost part of what the shared query saves';
const MANY_TARGET = 0.75;
const MANY_REASON =
  'above about thirty connections sharing saves little more: reading the request and writing the response are most of both costs';

/** 150 MB of resident memory of the identity service under load. */
const MEMORY_TARGET_MIB = 143;

/** Measures a session read and its peers on one PostgreSQL: the sections of the document, and the memory under load. */
export async function sessionReadSections(
  database: BenchDatabase,
  { rounds, collectorPort }: { rounds: number; collectorPort: number },
): Promise<{ text: string; residentMiB: number }> {
  await ensureBetterAuthData(database.ownerUrl);
  const contenders = await startContenders(database, collectorPort);
  const [gatehouse] = contenders;
  const memory = () => residentMiB(gatehouse?.subject.pid ?? 0);
  const memoryAtStart = memory();
  try {
    const measure = (connections: number) =>
      measureAlternating(contenders, { rounds, connections, postmaster: database.postmaster });
    const few = await measure(32);
    const many = await measure(256);
    const memoryAfter = memory();
    const reason = `${Math.round(memoryAtStart)} MiB are used before the first request, by Node and the modules; the rest under load`;
    const text = `## A session read, 32 connections

${table(few)}

${fewVerdicts(few)}

## A session read, 256 connections

${table(many)}

${manyVerdicts(many)}

better-auth is set up as documented: its node handler, its own migration's tables and indexes, the default pool, session and role in
one response of \`GET /api/auth/get-session\` by \`customSession\`, no cookie cache, so every request reads the database, like all rows of
this table. Its rate limit is disabled, because it would reject the load. \`joins\` is its option to read the session and the user in one query.

Resident memory of the identity service after this load, in MiB: ${verdict(memoryAfter, MEMORY_TARGET_MIB, 0, reason)}.`;
    return { text, residentMiB: memoryAfter };
  } finally {
    for (const { subject } of contenders) await subject.stop();
  }
}

async function startContenders(database: BenchDatabase, collectorPort: number): Promise<Contender[]> {
  const identity = { DATABASE_URL: database.roleUrl('identity_service') };
  const betterAuth = (joins: boolean) =>
    startSubject('bench/peers/better-auth.mjs', {
      ...betterAuthEnvironment(database.ownerUrl),
      JOINS: String(joins),
    });
  const contender = (
    name: string,
    subject: Subject,
    path: string,
    { cookieOf, requests }: { cookieOf: (token: string) => string; requests: number },
  ): Contender => ({
    name,
    subject,
    requests,
    target: {
      port: subject.port,
      path,
      headers: (n) => ({
        host: BENCH_HOST,
        cookie: cookieOf(database.tokens[n % database.tokens.length] ?? ''),
      }),
    },
    // A server that has read session and membership knows the role.
    shows: '"role":"owner"',
  });
  const ours = { cookieOf: (token: string) => `app_session_id=${token}`, requests: 8000 };
  const betterAuthOptions = { cookieOf: betterAuthCookie, requests: 2000 };
  return [
    contender(GATEHOUSE, await startShipped('identity', collectorPort, identity), SESSION_PATH, ours),
    contender(LIMIT, await startSubject('bench/peers/bare-session-read.ts', identity), '/', ours),
    contender(
      EXPRESS_SESSION,
      await startSubject('bench/peers/express-session.mjs', {
        DATABASE_URL: database.ownerUrl,
        SESSION_SECRET: SECRET,
      }),
      '/session',
      { cookieOf: (token) => `connect.sid=${signed(token)}`, requests: 4000 },
    ),
    contender(BETTER_AUTH, await betterAuth(false), '/api/auth/get-session', betterAuthOptions),
    contender(BETTER_AUTH_JOINS, await betterAuth(true), '/api/auth/get-session', betterAuthOptions),
  ];
}

/** A cookie value, signed like express-session's. */
function signed(sid: string): string {
  const signature = createHmac('sha256', SECRET).update(sid).digest('base64').replace(/=+$/, '');
  return encodeURIComponent(`s:${sid}.${signature}`);
}

function fewVerdicts(figures: ReadonlyMap<string, Figures>): string {
  const ratio = (other: string, of = serverOf) => ratioOf(figures, GATEHOUSE, other, of);
  const limitOf = (peer: string) =>
    `the plain limit itself takes ${ratioOf(figures, LIMIT, peer, serverOf).toFixed(3)} of it`;
  const to = (peer: string, target: number, digits: number) =>
    verdict(ratio(peer), target, digits, limitOf(peer));
  const { limit, sum, database, expressSession, betterAuth } = FEW_TARGETS;
  return `Gatehouse's CPU time divided by the others', medians of the rounds' ratios:

- plain limit: ${verdict(ratio(LIMIT), limit, 2, FEW_REASON)}
- plain limit, server and PostgreSQL together: ${verdict(ratio(LIMIT, sumOf), sum)}
- plain limit, PostgreSQL alone: ${verdict(ratio(LIMIT, databaseOf), database)}
- express-session: ${to(EXPRESS_SESSION, expressSession, 2)}
- better-auth: ${to(BETTER_AUTH, betterAuth, 3)}; with \`joins\` ${to(BETTER_AUTH_JOINS, betterAuth, 3)}`;
}

function manyVerdicts(figures: ReadonlyMap<string, Figures>): string {
  const ratio = ratioOf(figures, GATEHOUSE, LIMIT, serverOf);
  return `Gatehouse's CPU time divided by the plain limit's: ${verdict(ratio, MANY_TARGET, 2, MANY_REASON)}.`;
}

function table(figures: ReadonlyMap<string, Figures>): string {
  const rows = [...figures].map(([name, { server, database, perSecond, p50, p99 }]) => [
    name,
    median(server).toFixed(1),
    median(database).toFixed(1),
    ratioOf(figures, name, LIMIT, serverOf).toFixed(2),
    Math.round(median(perSecond)),
    median(p50).toFixed(1),
    median(p99).toFixed(1),
  ]);
  const head = ['', 'server, µs', 'PostgreSQL, µs', 'server / plain limit', 'requests/s'];
  return markdownTable([...head, 'p50, ms', 'p99, ms'], rows);
}
