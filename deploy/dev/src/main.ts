import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { migrate, provisionRoles, type ServiceRole, seedDemo } from '@gatehouse/database';
import { startEmbeddedPostgres } from '@gatehouse/embedded-postgres';
import { ensureWebBuild, findFreePort, startLocalSystem } from '@gatehouse/local-system';
import { parseConfiguration, validators } from '@gatehouse/runtime';

const { port, str } = validators;

const configuration = parseConfiguration(process.env, {
  PORT: port({ default: 8080, desc: 'Port of the local ingress.' }),
  DATABASE_URL: str({ default: '', desc: 'PostgreSQL 18 as its owner, instead of the embedded one.' }),
  REDIS_URL: str({ default: '', desc: 'Redis for the throttles; empty: they count in memory.' }),
  DATA_DIR: str({ default: '.data', desc: 'Folder of the embedded PostgreSQL.' }),
  LOG_LEVEL: str({
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const,
    default: 'warn',
    desc: 'Least level that the services log.',
  }),
});

const opened: { stop(): Promise<void> }[] = [];
let isStopping = false;

async function stopAll(exitCode: number): Promise<never> {
  if (isStopping) process.exit(1);
  isStopping = true;
  for (const part of opened.splice(0).reverse()) await part.stop();
  process.exit(exitCode);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    console.log('\nstopping …');
    void stopAll(0);
  });
}

try {
  await requireFreePort(configuration.PORT);
  const [ownerUrl] = await Promise.all([openDatabase(), ensureWebBuild()]);
  await migrate(ownerUrl);
  const passwords = {
    identity_service: randomBytes(18).toString('base64url'),
    employer_service: randomBytes(18).toString('base64url'),
    talent_service: randomBytes(18).toString('base64url'),
  };
  await provisionRoles(ownerUrl, passwords);
  await seedDemo(ownerUrl);
  const system = await startLocalSystem({
    port: configuration.PORT,
    roleUrl: (role) => roleUrl(ownerUrl, role, passwords),
    withWeb: true,
    environment: {
      LOG_LEVEL: configuration.LOG_LEVEL,
      REDIS_URL: configuration.REDIS_URL,
      ...telemetryVariables(),
    },
    onOutput: (line) => console.log(line),
  });
  opened.push(system);
  console.log(`gatehouse is ready: http://${system.publicHost} (public), http://${system.teamHost} (team)`);
  console.log(guide(system.publicHost));
  console.error(`\n${await system.failed}`);
  await stopAll(1);
} catch (error) {
  if (!isStopping) {
    console.error(error instanceof Error ? error.message : error);
    await stopAll(1);
  }
}

async function requireFreePort(wanted: number): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(wanted, '127.0.0.1');
    await once(probe, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const why = code === 'EADDRINUSE' ? 'is taken' : `cannot be had (${code})`;
    throw new Error(`Port ${wanted} ${why}. Stop what uses it, or choose another one: PORT=8081 make dev`);
  }
  probe.close();
  await once(probe, 'close');
}

/** The embedded server, with its data kept between runs, or the one that DATABASE_URL names. */
async function openDatabase(): Promise<string> {
  if (configuration.DATABASE_URL !== '') return configuration.DATABASE_URL;
  const folder = resolve(configuration.DATA_DIR);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const password = await keptPassword(join(folder, 'postgres-password'));
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres-18'),
    password,
    port: await findFreePort(),
  });
  opened.push(server);
  return server.url;
}

async function keptPassword(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const password = randomBytes(18).toString('base64url');
    await writeFile(path, `${password}\n`, { mode: 0o600 });
    return password;
  }
}

function roleUrl(
  ownerUrl: string,
  role: ServiceRole,
  passwords: Readonly<Record<ServiceRole, string>>,
): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = passwords[role];
  return url.href;
}

/** The standard variables reach every part unchanged. */
function telemetryVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith('OTEL_') && value !== undefined ? [[name, value]] : [],
    ),
  );
}

function guide(publicHost: string): string {
  return `
  Sign in with the password gatehouse-demo-1 as
    talent@demo.test     talent access active, a full profile
    newcomer@demo.test   nothing yet: ask for talent access, or make a company
    pending@demo.test    talent access pending         suspended@demo.test  suspended
    owner@demo.test      owner of an active company    member@demo.test     member of it
    revoked@demo.test    membership revoked            disabled@demo.test   company switched off
    admin@demo.test      operator, on the team host    viewer@demo.test     viewer, on the team host
  Mail: http://${publicHost}/_dev/mail    Stop: Ctrl-C    Start afresh: make clean
`;
}
