/**
 * Measures Gatehouse beside what it is compared with, in turns and on one machine, and writes docs/evidence/performance.md.
 * `make bench`; BENCH_ROUNDS for another number of rounds, BENCH_DATA_DIR for the data, which stays for the next run.
 * BENCH_TEN_MILLION=1 also reads among ten million sessions, which take minutes to make and gigabytes to keep.
 */
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { capacitySection } from './capacity.ts';
import { coldStartSection } from './cold-start.ts';
import { employerReadSection } from './employer-read.ts';
import { loadLevelsSection } from './load-levels.ts';
import { sessionGrowthSection } from './session-growth.ts';
import { sessionReadSections } from './session-read.ts';
import { signInSection } from './sign-ins-beside-reads.ts';
import { ROWS, startBenchDatabase } from './support/bench-database.ts';
import { SERVICE_NODE_OPTIONS } from './support/shipped.ts';
import { startSubject } from './support/subject.ts';
import { webDocumentSections } from './web-documents.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);
const withTenMillion = process.env['BENCH_TEN_MILLION'] === '1';

const GROWTH_NOT_MEASURED = `## A session read among ten million sessions

Not measured in this run: \`BENCH_TEN_MILLION=1 make bench\`.`;

/** Of others: nothing of ours runs yet. */
const [loadBefore = 0] = loadavg();
const database = await startBenchDatabase();
const collector = await startSubject('bench/support/collector-sink.ts', {});

/** Says what is measured, and how long it took: the whole takes minutes. */
async function part<T>(name: string, measure: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await measure();
  console.log(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return result;
}

let document: string;
try {
  const options = { rounds, collectorPort: collector.port };
  const sessionRead = await part('session read', () => sessionReadSections(database, options));
  const loadLevels = await part('fixed rates', () => loadLevelsSection(database, options));
  const employerRead = await part('employer read', () => employerReadSection(database, options));
  const signIns = await part('sign-ins', () => signInSection(database, options));
  const growth = withTenMillion
    ? await part('ten million sessions', () => sessionGrowthSection(database, options))
    : GROWTH_NOT_MEASURED;
  const webDocuments = await part('documents', () => webDocumentSections(options));
  const coldStart = await part('cold start', () => coldStartSection(database, options));
  const capacity = await part('capacity', () =>
    capacitySection(database, options, {
      loadLevels,
      employerRead: employerRead.cost,
      signInMicros: signIns.signInMicros,
      residentMiB: sessionRead.residentMiB,
    }),
  );
  document = `# Performance

Made by \`make bench\`: processor time per request by the operating system's account, medians of ${rounds} rounds in turns.
Node ${process.versions.node}, PostgreSQL 18, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, shared by server, PostgreSQL and load, so
requests a second are of the whole machine. ${ROWS.sessions.toLocaleString('en')} sessions, ${ROWS.people.toLocaleString('en')} people, ${ROWS.memberships.toLocaleString('en')} memberships.
Load average of the machine before the run: ${loadBefore.toFixed(1)}.

Gatehouse is measured as it is shipped: all middleware, a log line a request, 10 % of the traces, metrics, and with its images'
\`NODE_OPTIONS\` for the services (\`${SERVICE_NODE_OPTIONS}\`). What it is compared with runs with Node's own defaults.

${[sessionRead.text, loadLevels.text, employerRead.text, signIns.text, growth, webDocuments, coldStart, capacity].join('\n\n')}
`;
} finally {
  await collector.stop();
  await database.stop();
}
await writeFile(fileURLToPath(new URL('../docs/evidence/performance.md', import.meta.url)), document);
console.log(document);
