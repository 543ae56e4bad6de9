import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { API_SERVICES, type ApiService } from '@gatehouse/contract';
import { findFreePort } from '@gatehouse/local-system';
import type { BenchDatabase } from './support/bench-database.ts';
import { median } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { processorMicros } from './support/processor-time.ts';
import { shippedPart } from './support/shipped.ts';
import { verdict } from './support/verdict.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const STARTS = 7;
const POLL_MILLIS = 5;
const TIMEOUT_MILLIS = 30_000;

/** Seconds from the start of the process until it is ready. */
const TARGET = 1;

interface Start {
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** Measures how long each service takes to become ready, one after another. */
export async function coldStartSection(
  database: BenchDatabase,
  { collectorPort }: { collectorPort: number },
): Promise<string> {
  const service = async (name: ApiService) => {
    const { entry, environment } = shippedPart(name, collectorPort);
    const own = { DATABASE_URL: database.roleUrl(`${name}_service`) };
    return { name, entry, environment: { ...environment, ...own }, starts: [] as Start[] };
  };
  const services = await Promise.all(API_SERVICES.map(service));
  for (let round = 0; round < STARTS; round += 1) {
    for (const { entry, environment, starts } of services) starts.push(await start(entry, environment));
  }
  const of = (starts: readonly Start[], key: keyof Start) => median(starts.map((one) => one[key]));
  const rows = services.map(({ name, starts }) => [
    name,
    of(starts, 'seconds').toFixed(2),
    Math.max(...starts.map(({ seconds }) => seconds)).toFixed(2),
    of(starts, 'processorSeconds').toFixed(2),
  ]);
  const slowest = services
    .map(({ starts }) => ({ seconds: of(starts, 'seconds'), busy: of(starts, 'processorSeconds') }))
    .reduce((left, right) => (left.seconds > right.seconds ? left : right));
  const reason = `${slowest.busy.toFixed(2)} s are CPU time for loading modules; the rest is waiting for a core`;
  return `## Cold start

From the start of the process to the first 200 of \`/readyz\`, with telemetry running and the first connections to PostgreSQL open; medians of ${STARTS}.

${markdownTable(['', 'seconds', 'slowest', 'processor time, s'], rows)}

The slowest service's median, in seconds: ${verdict(slowest.seconds, TARGET, 2, reason)}.`;
}

async function start(entry: string, environment: Readonly<Record<string, string>>): Promise<Start> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [entry], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null || performance.now() - startedAt > TIMEOUT_MILLIS)
        throw new Error(`${entry} does not start`);
      await delay(POLL_MILLIS);
    }
    return {
      seconds: (performance.now() - startedAt) / 1000,
      processorSeconds: processorMicros(child.pid ?? 0) / 1e6,
    };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** A refused connection means "not yet"; the caller has a deadline. */
function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200));
    }).on('error', () => resolve(false));
  });
}
