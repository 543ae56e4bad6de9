/**
 * Measures a session read beside what it is compared with, in turns and on one machine, and writes docs/performance.md.
 * `make bench`; BENCH_ROUNDS for another number of rounds, BENCH_DATA_DIR for the data, which stays for the next run.
 */
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ROWS, startBenchDatabase } from './support/bench-database.ts';
import { load, median, quantile, type Target } from './support/load.ts';
import { processorMicros, residentMiB, serverMicros } from './support/processor-time.ts';
import { type Subject, startSubject } from './support/subject.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const REQUESTS = 8000;
const HOST = 'bench.test';
const SECRET = 'bench';

const database = await startBenchDatabase();
const sink = await startSubject('bench/support/collector-sink.ts', {});

/** As it is shipped: all middleware, a log line a request, 1 % of the traces, metrics. */
const gatehouse = await startSubject('services/identity/src/main.ts', {
  DATABASE_URL: database.roleUrl('identity_service'),
  PUBLIC_HOST: HOST,
  TEAM_HOST: `team.${HOST}`,
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${sink.port}`,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_METRICS_EXPORTER: 'otlp',
  OTEL_LOGS_EXPORTER: 'none',
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0.01',
});
const bare = await startSubject('bench/peers/bare-session-read.ts', {
  DATABASE_URL: database.roleUrl('identity_service'),
});
const expressSession = await startSubject('bench/peers/express-session.mjs', {
  DATABASE_URL: database.ownerUrl,
  SESSION_SECRET: SECRET,
});

const tokenOf = (n: number) => database.tokens[n % database.tokens.length] ?? '';
/** As express-session signs the cookie. */
const signed = (sid: string) =>
  encodeURIComponent(
    `s:${sid}.${createHmac('sha256', SECRET).update(sid).digest('base64').replace(/=+$/, '')}`,
  );
const targetOf = ({ port }: Subject, path: string, cookie: (n: number) => string): Target => ({
  port,
  path,
  headers: (n) => ({ host: HOST, cookie: cookie(n) }),
});
const ours = (n: number) => `app_session_id=${tokenOf(n)}`;
const subjects = [
  {
    name: 'Gatehouse',
    subject: gatehouse,
    target: targetOf(gatehouse, '/api/identities/user_sessions/current', ours),
  },
  { name: 'plain limit: `node:http`, `pg`', subject: bare, target: targetOf(bare, '/', ours) },
  {
    name: 'express-session, connect-pg-simple, passport',
    subject: expressSession,
    target: targetOf(expressSession, '/session', (n) => `connect.sid=${signed(tokenOf(n))}`),
  },
];

interface Figures {
  readonly server: number[];
  readonly database: number[];
  readonly perSecond: number[];
  readonly p50: number[];
  readonly p99: number[];
}

async function measure(connections: number): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>(
    subjects.map(({ name }) => [name, { server: [], database: [], perSecond: [], p50: [], p99: [] }]),
  );
  for (const { target } of subjects) await load(target, { requests: REQUESTS, connections });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, subject, target } of subjects) {
      const of = figures.get(name);
      const before = [processorMicros(subject.pid), serverMicros(database.postmaster)] as const;
      const { seconds, latencies } = await load(target, { requests: REQUESTS, connections });
      of?.server.push((processorMicros(subject.pid) - before[0]) / REQUESTS);
      of?.database.push((serverMicros(database.postmaster) - before[1]) / REQUESTS);
      of?.perSecond.push(REQUESTS / seconds);
      of?.p50.push(quantile(latencies, 0.5));
      of?.p99.push(quantile(latencies, 0.99));
    }
  }
  return figures;
}

function table(figures: ReadonlyMap<string, Figures>): string {
  const base = median(figures.get(subjects[1]?.name ?? '')?.server ?? []);
  const rows = [...figures].map(([name, { server, database: postgres, perSecond, p50, p99 }]) => {
    const cells = [median(server), median(postgres), median(server) / base].map((value, index) =>
      value.toFixed(index === 2 ? 2 : 1),
    );
    return `| ${name} | ${cells.join(' | ')} | ${Math.round(median(perSecond))} | ${median(p50).toFixed(1)} | ${median(p99).toFixed(1)} |`;
  });
  return `| | server, µs | PostgreSQL, µs | server to the plain limit | requests/s | p50, ms | p99, ms |
|---|---|---|---|---|---|---|
${rows.join('\n')}`;
}

let document: string;
try {
  const few = await measure(32);
  const many = await measure(256);
  document = `# Performance

Made by \`make bench\`: processor time per request by the operating system's account, medians of ${ROUNDS} rounds in turns of ${REQUESTS} requests
each. Node ${process.versions.node}, PostgreSQL 18, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, shared by server, PostgreSQL and load, so
requests a second are of the whole machine. ${ROWS.sessions.toLocaleString('en')} sessions, ${ROWS.people.toLocaleString('en')} people, ${ROWS.memberships.toLocaleString('en')} memberships.

Gatehouse is measured as it is shipped: all middleware, a log line a request, 1 % of the traces, metrics.

## A session read, 32 connections

${table(few)}

## A session read, 256 connections

${table(many)}

Resident memory of the identity service after this load: ${Math.round(residentMiB(gatehouse.pid))} MiB.

## Not measured yet

better-auth, documents of the web tier beside a bare template, an employer read beside two plain queries, the cost at ten million sessions, sign-ins
beside session reads, half the saturation load, cold start.
`;
} finally {
  for (const one of [gatehouse, bare, expressSession, sink]) await one.stop();
  await database.stop();
}
await writeFile(fileURLToPath(new URL('../docs/performance.md', import.meta.url)), document);
console.log(document);
