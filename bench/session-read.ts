import { createHmac } from 'node:crypto';
import type { BenchDatabase } from './support/bench-database.ts';
import { BENCH_HOST } from './support/bench-host.ts';
import { betterAuthCookie, betterAuthEnvironment, ensureBetterAuthData } from './support/better-auth-data.ts';
import { median } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { residentMiB } from './support/processor-time.ts';
import { type Contender, type Figures, measureInTurns } from './support/rounds.ts';
import { SESSION_PATH } from './support/session-target.ts';
import { startShipped } from './support/shipped.ts';
import { type Subject, startSubject } from './support/subject.ts';
import { verdict } from './support/verdict.ts';

const SECRET = 'bench';
const GATEHOUSE = 'Gatehouse';
const LIMIT = 'plain limit: `node:http`, `pg`';
const BETTER_AUTH = 'better-auth, organization';
const BETTER_AUTH_JOINS = 'better-auth, organization, `joins`';

/** Gatehouse's session read may take this share of better-auth's processor time. */
const TARGET = 0.05;
/** 150 MB of resident memory of the identity service under load. */
const MEMORY_TARGET_MIB = 143;

/** Measures a session read beside its peers on one PostgreSQL: the sections of the document, and the memory under load. */
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
      measureInTurns(contenders, { rounds, connections, postmaster: database.postmaster });
    const few = await measure(32);
    const many = await measure(256);
    const memoryAfter = memory();
    const reason = `${Math.round(memoryAtStart)} MiB are there before the first request, for Node and the modules; the rest has come with the load`;
    const text = `## A session read, 32 connections

${table(few)}

Gatehouse / better-auth: ${ratios(few)}.

## A session read, 256 connections

${table(many)}

Gatehouse / better-auth: ${ratios(many)}.

better-auth is set up as its documentation says: its node handler, its own migration's tables and indexes, the default pool, session and role in
one answer of \`GET /api/auth/get-session\` by \`customSession\`, no cookie cache, so that the database is read at every request as everywhere in
this table. Its rate limit is off; it would refuse the load. \`joins\` is its option to read the session and the person by one query.

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
    cookieOf: (token: string) => string,
    requests: number,
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
    // Who reads the session and the membership knows the role.
    shows: '"role":"owner"',
  });
  const ours = (token: string) => `app_session_id=${token}`;
  return [
    contender(GATEHOUSE, await startShipped('identity', collectorPort, identity), SESSION_PATH, ours, 8000),
    contender(LIMIT, await startSubject('bench/peers/bare-session-read.ts', identity), '/', ours, 8000),
    contender(
      'express-session, connect-pg-simple, passport',
      await startSubject('bench/peers/express-session.mjs', {
        DATABASE_URL: database.ownerUrl,
        SESSION_SECRET: SECRET,
      }),
      '/session',
      (token) => `connect.sid=${signed(token)}`,
      4000,
    ),
    contender(BETTER_AUTH, await betterAuth(false), '/api/auth/get-session', betterAuthCookie, 2000),
    contender(BETTER_AUTH_JOINS, await betterAuth(true), '/api/auth/get-session', betterAuthCookie, 2000),
  ];
}

/** As express-session signs the cookie. */
function signed(sid: string): string {
  const signature = createHmac('sha256', SECRET).update(sid).digest('base64').replace(/=+$/, '');
  return encodeURIComponent(`s:${sid}.${signature}`);
}

function ratios(figures: ReadonlyMap<string, Figures>): string {
  const server = (name: string) => median(figures.get(name)?.server ?? []);
  const to = (name: string) => {
    const limit = `the plain limit itself takes ${(server(LIMIT) / server(name)).toFixed(3)} of it`;
    return verdict(server(GATEHOUSE) / server(name), TARGET, 3, limit);
  };
  return `${to(BETTER_AUTH)}; with \`joins\` ${to(BETTER_AUTH_JOINS)}`;
}

function table(figures: ReadonlyMap<string, Figures>): string {
  const base = median(figures.get(LIMIT)?.server ?? []);
  const rows = [...figures].map(([name, { server, database, perSecond, p50, p99 }]) => [
    name,
    median(server).toFixed(1),
    median(database).toFixed(1),
    (median(server) / base).toFixed(2),
    Math.round(median(perSecond)),
    median(p50).toFixed(1),
    median(p99).toFixed(1),
  ]);
  const head = ['', 'server, µs', 'PostgreSQL, µs', 'server to the plain limit', 'requests/s'];
  return markdownTable([...head, 'p50, ms', 'p99, ms'], rows);
}
