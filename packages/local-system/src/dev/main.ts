import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { RETENTION_ROLE, startRetention } from '@gatehouse/database';
import { createLogger, parseConfiguration } from '@gatehouse/runtime';
import { startLocalSystem } from '../local-system.ts';
import type { EmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { ensureWebBuild } from '../web-build.ts';
import { devConfiguration } from './configuration.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { guide } from './guide.ts';
import { keptSecret } from './kept-secret.ts';
import { prepareDatabase } from './prepare-database.ts';
import { requireFreePort } from './require-free-port.ts';
import { startTraceViewer } from './trace-viewer/trace-viewer.ts';
import { writeInviteEnvironment } from './write-invite-environment.ts';

// An empty variable is one that is not there: `DATABASE_URL= make dev` takes the embedded server.
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const { PORT, DATABASE_URL, REDIS_URL, DATA_DIR, LOG_LEVEL } = parseConfiguration(given, devConfiguration);

const RETENTION_INTERVAL_SECONDS = 3600;

/** What has been started, in that order; what is still starting ends with this process. */
const running: { stop(): Promise<void> }[] = [];
let isStopping = false;

async function stopAll(exitCode: number): Promise<void> {
  // A second signal ends the process at once.
  if (isStopping) process.exit(1);
  isStopping = true;
  try {
    for (const part of running.splice(0).reverse()) await part.stop();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(exitCode);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    console.log('\nstopping …');
    void stopAll(0);
  });
}

try {
  await requireFreePort(PORT);
  const [database] = await Promise.all([
    openDatabase(),
    ensureWebBuild(() => console.log('building the web tier, which takes a moment …')),
  ]);
  const roleUrl = await prepareDatabase(database.url);
  const retentionLog = createLogger({ service: 'retention', level: LOG_LEVEL });
  running.push(
    startRetention(roleUrl(RETENTION_ROLE), {
      intervalSeconds: RETENTION_INTERVAL_SECONDS,
      documents: null,
      log: retentionLog,
    }),
  );
  // Who exports telemetry somewhere gets it there, and no page here.
  const ownTelemetry = telemetryVariables();
  const viewer = Object.keys(ownTelemetry).length === 0 ? await startTraceViewer() : null;
  if (viewer !== null) running.push(viewer);
  const starting = startLocalSystem({
    port: PORT,
    roleUrl,
    withWeb: true,
    // Kept beside the data: what one start has encrypted, the next one reads.
    secretsKey: await keptSecret(join(resolve(DATA_DIR), 'secrets-key'), () =>
      randomBytes(32).toString('base64'),
    ),
    environment: {
      LOG_LEVEL,
      // A page's own calls stand in the trace of its document.
      BROWSER_TRACES: 'true',
      ...(REDIS_URL === undefined ? {} : { REDIS_URL }),
      ...ownTelemetry,
      ...viewer?.environment,
    },
    onOutput: (line) => console.log(line),
  });
  // A start that fails has stopped what it had started.
  running.push({
    stop: () =>
      starting.then(
        ({ stop }) => stop(),
        () => undefined,
      ),
  });
  const system = await starting;
  if (!isStopping) {
    await writeInviteEnvironment(DATA_DIR, { databaseUrl: database.url, teamHost: system.teamHost });
    console.log(`gatehouse is ready: http://${system.publicHost} (public), http://${system.teamHost} (team)`);
    console.log(guide(system, viewer?.url ?? null));
  }
  const failure = await Promise.race([system.failed, database.failed]);
  console.error(`\n${failure}; everything stops.`);
  await stopAll(1);
} catch (error) {
  // What fails because everything is being stopped is no news.
  if (!isStopping) {
    console.error(error instanceof Error ? error.message : error);
    await stopAll(1);
  }
}

/** The server that `DATABASE_URL` names, or the embedded one; as owner. */
async function openDatabase(): Promise<Pick<EmbeddedPostgres, 'url' | 'failed'>> {
  // The user's own server is not watched: while it does not respond, the services return 503 and retry.
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL, failed: new Promise(() => undefined) };
  const server = await startEmbeddedDatabase(DATA_DIR);
  running.push(server);
  return server;
}

function telemetryVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('OTEL_') && value !== undefined ? [[name, value]] : [],
    ),
  );
}
