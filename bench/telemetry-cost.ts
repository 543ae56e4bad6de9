/**
 * What telemetry costs on the hot path: processor time of the identity service for a session read, with telemetry off,
 * with 1 % and with all traces sampled, in turns; beside the plain limit. Writes docs/measurements/telemetry-cost.md.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ROWS, startBenchDatabase } from './support/bench-database.ts';
import { load, median } from './support/load.ts';
import { processorMicros } from './support/processor-time.ts';
import { type Subject, startSubject } from './support/subject.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const REQUESTS = 12_000;
const CONNECTIONS = 32;
const HOST = 'bench.test';

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
    PUBLIC_HOST: HOST,
    TEAM_HOST: `team.${HOST}`,
    ...environment,
  });

const subjects: Readonly<Record<string, Subject>> = {
  'telemetry off': await identity({ OTEL_SDK_DISABLED: 'true' }),
  'traces 1 %, metrics': await identity({ ...exporting, OTEL_TRACES_SAMPLER_ARG: '0.01' }),
  'traces 100 %, metrics': await identity({ ...exporting, OTEL_TRACES_SAMPLER_ARG: '1' }),
  'the same as `http/protobuf`': await identity({
    ...exporting,
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  }),
  'the plain limit: `node:http` and `pg`': await startSubject('bench/peers/bare-session-read.ts', {
    DATABASE_URL: database.roleUrl('identity_service'),
  }),
};
const targetOf = ({ port }: Subject) => ({
  port,
  path: '/api/identities/user_sessions/current',
  headers: (n: number) => ({
    host: HOST,
    cookie: `app_session_id=${database.tokens[n % database.tokens.length]}`,
  }),
});

const costs = new Map<string, number[]>(Object.keys(subjects).map((name) => [name, []]));
try {
  for (const subject of Object.values(subjects))
    await load(targetOf(subject), { requests: 8000, connections: CONNECTIONS });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, subject] of Object.entries(subjects)) {
      const before = processorMicros(subject.pid);
      await load(targetOf(subject), { requests: REQUESTS, connections: CONNECTIONS });
      costs.get(name)?.push((processorMicros(subject.pid) - before) / REQUESTS);
    }
  }
} finally {
  for (const subject of [...Object.values(subjects), sink]) await subject.stop();
  await database.stop();
}

const [[, off = []] = []] = costs;
const rows = [...costs].map(([name, values]) => {
  const sorted = values.toSorted((left, right) => left - right);
  return `| ${name} | ${median(values).toFixed(1)} | ${sorted[0]?.toFixed(1)} | ${sorted.at(-1)?.toFixed(1)} | ${(median(values) / median(off)).toFixed(2)} |`;
});
const verdict = (name: string, target: number) => {
  const ratio = median(costs.get(name) ?? []) / median(off);
  return ratio <= target ? 'met' : `not met (${ratio.toFixed(2)})`;
};
const document = `# What telemetry costs

Made by \`node bench/telemetry-cost.ts\`: microseconds of processor time of the identity service's process for one session read,
by the operating system's account; ${ROUNDS} rounds in turns of ${REQUESTS} requests each over ${CONNECTIONS} connections, ${ROWS.sessions / 1e6} million sessions in
PostgreSQL. Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), shared with PostgreSQL and the load. All middleware and one log line a request.

| | median | least | most | to telemetry off |
|---|---|---|---|---|
${rows.join('\n')}

The targets: 1.15 with 1 %, ${verdict('traces 1 %, metrics', 1.15)}; 1.25 with all traces, ${verdict('traces 100 %, metrics', 1.25)}. With \`http/json\`, which the chart and Compose
use, spans are [our own](../decisions/0010-own-spans-for-otlp-json.md): bytes of the next request once they have ended. \`http/protobuf\` goes
through the SDK, whose spans wait for their export as objects.
`;
await writeFile(fileURLToPath(new URL('../docs/measurements/telemetry-cost.md', import.meta.url)), document);
console.log(document);
