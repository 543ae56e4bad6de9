/**
 * The cost of telemetry on the hot path: CPU time of the identity service for a session read, with telemetry off, with 10 %
 * and with all traces sampled, and of the plain limit, interleaved. Writes docs/evidence/telemetry-cost.md.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ROWS, startBenchDatabase } from './support/bench-database.ts';
import { BENCH_HOST } from './support/bench-host.ts';
import { ratioOf, serverOf } from './support/costs.ts';
import { median } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type Figures, measureAlternating } from './support/rounds.ts';
import { SESSION_PATH, targetOf } from './support/session-target.ts';
import { startSubject } from './support/subject.ts';
import { verdict } from './support/verdict.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const REQUESTS = 12_000;
const CONNECTIONS = 32;
const OFF = 'telemetry off';
const SOME = 'traces 10 %, metrics';
const ALL = 'traces 100 %, metrics';
const LIMIT = 'the plain limit: `node:http` and `pg`';

const database = await startBenchDatabase();
const sink = await startSubject('bench/support/collector-sink.ts', {});
const exporting = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${sink.port}`,
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_METRICS_EXPORTER: 'otlp',
  OTEL_LOGS_EXPORTER: 'none',
  OTEL_BSP_MAX_QUEUE_SIZE: '16384',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
};
const identity = (environment: Readonly<Record<string, string>>) =>
  startSubject('services/identity/src/main.ts', {
    DATABASE_URL: database.roleUrl('identity_service'),
    PUBLIC_HOST: BENCH_HOST,
    TEAM_HOST: `team.${BENCH_HOST}`,
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    ...environment,
  });

const subjects = {
  [OFF]: await identity({ OTEL_SDK_DISABLED: 'true' }),
  [SOME]: await identity({ ...exporting, OTEL_TRACES_SAMPLER_ARG: '0.1' }),
  [ALL]: await identity({ ...exporting, OTEL_TRACES_SAMPLER_ARG: '1' }),
  'the same as `http/protobuf`': await identity({
    ...exporting,
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  }),
  [LIMIT]: await startSubject('bench/peers/bare-session-read.ts', {
    DATABASE_URL: database.roleUrl('identity_service'),
  }),
};
let figures: Map<string, Figures>;
try {
  const contenders = Object.entries(subjects).map(([name, subject]) => ({
    name,
    subject,
    requests: REQUESTS,
    target: targetOf(subject.port, database.tokens, name === LIMIT ? '/' : SESSION_PATH),
    shows: '"role":"owner"',
  }));
  figures = await measureAlternating(contenders, { rounds: ROUNDS, connections: CONNECTIONS });
} finally {
  for (const subject of [...Object.values(subjects), sink]) await subject.stop();
  await database.stop();
}

const toOff = (name: string) => ratioOf(figures, name, OFF, serverOf);
const rows = [...figures].map(([name, { server }]) => {
  const sorted = server.toSorted((left, right) => left - right).map((micros) => micros.toFixed(1));
  return [name, median(server).toFixed(1), sorted[0] ?? '', sorted.at(-1) ?? '', toOff(name).toFixed(2)];
});
const document = `# What telemetry costs

Made by \`node bench/telemetry-cost.ts\`: microseconds of CPU time of the identity service's process for one session read,
as the operating system reports it; ${ROUNDS} interleaved rounds of ${REQUESTS} requests each over ${CONNECTIONS} connections, ${ROWS.sessions / 1e6} million sessions in
PostgreSQL. Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), shared with PostgreSQL and the load generator. All middleware and one log line per request.

${markdownTable(['', 'median', 'least', 'most', 'to telemetry off'], rows)}

Divided by telemetry off, medians of the rounds' ratios: with 10 % of the traces, the chart's default, ${verdict(toOff(SOME), 1.15)}.
`;
await writeFile(fileURLToPath(new URL('../docs/evidence/telemetry-cost.md', import.meta.url)), document);
console.log(document);
