/**
 * `fill-compile-cache.ts ENTRY`: starts a part and ends it, so that what Node has compiled for its start, telemetry included,
 * stays in the folder `NODE_COMPILE_CACHE`. `PORT` has to be free. Nothing that the part needs has to be there: a database
 * that is away stops no start.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MILLIS = 60_000;

/** No address that answers. */
const NOBODY = '127.0.0.1:1';

/** Whatever a part asks for. */
const ENVIRONMENT = {
  PUBLIC_HOST: 'www.image.test',
  TEAM_HOST: 'team.image.test',
  DATABASE_URL: `postgres://nobody@${NOBODY}/none`,
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  IDENTITY_URL: `http://${NOBODY}`,
  EMPLOYER_URL: `http://${NOBODY}`,
  TALENT_URL: `http://${NOBODY}`,
  LOG_LEVEL: 'fatal',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://${NOBODY}`,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
};

const entry = process.argv[2];
const { PORT } = process.env;
if (entry === undefined || PORT === undefined) throw new Error('usage: PORT=… fill-compile-cache.ts ENTRY');
// Each loads modules of its own.
for (const OTEL_METRICS_EXPORTER of ['otlp', 'prometheus'])
  await startAndEnd(entry, { OTEL_METRICS_EXPORTER });

async function startAndEnd(part: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, [part], {
    stdio: 'inherit',
    env: { ...process.env, ...ENVIRONMENT, ...environment, HOST: '127.0.0.1' },
  });
  const ended = once(child, 'exit');
  const deadline = Date.now() + TIMEOUT_MILLIS;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${part} does not start`);
    await delay(50);
  }
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`${part} ended with ${code}`);
}

function isReady(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${PORT}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
