/**
 * Measures Gatehouse beside what it is compared with, in turns and on one machine, and writes docs/performance.md.
 * `make bench`; BENCH_ROUNDS for another number of rounds, BENCH_DATA_DIR for the data, which stays for the next run.
 */
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sessionReadSections } from './session-read.ts';
import { ROWS, startBenchDatabase } from './support/bench-database.ts';
import { startSubject } from './support/subject.ts';
import { webDocumentSections } from './web-documents.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);

const database = await startBenchDatabase();
const collector = await startSubject('bench/support/collector-sink.ts', {});

let document: string;
try {
  const options = { rounds, collectorPort: collector.port };
  const sessionRead = await sessionReadSections(database, options);
  const webDocuments = await webDocumentSections(options);
  document = `# Performance

Made by \`make bench\`: processor time per request by the operating system's account, medians of ${rounds} rounds in turns.
Node ${process.versions.node}, PostgreSQL 18, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, shared by server, PostgreSQL and load, so
requests a second are of the whole machine. ${ROWS.sessions.toLocaleString('en')} sessions, ${ROWS.people.toLocaleString('en')} people, ${ROWS.memberships.toLocaleString('en')} memberships.

Gatehouse is measured as it is shipped: all middleware, a log line a request, 1 % of the traces, metrics.

${sessionRead}

${webDocuments}

## Not measured yet

An employer read beside two plain queries, the cost at ten million sessions, sign-ins beside session reads, half the saturation
load, cold start.
`;
} finally {
  await collector.stop();
  await database.stop();
}
await writeFile(fileURLToPath(new URL('../docs/performance.md', import.meta.url)), document);
console.log(document);
