import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@gatehouse/local-system';
import { type ApiClient, createApiClient, signIn } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { waitFor } from '#support/wait-for.ts';

const ROOT = fileURLToPath(REPOSITORY_ROOT);
const docker = process.env['DOCKER'] ?? 'docker';
const project = `gatehouse-test-${randomBytes(4).toString('hex')}`;

const hasCompose = spawnSync(docker, ['compose', 'version'], { stdio: 'ignore' }).status === 0;
if (!hasCompose) console.warn('*** `make up` IS NOT TESTED: Docker Compose 2 is not installed ***');

/** The images of `make up TRACES=1`; a machine without a registry does not have them. */
const TRACE_IMAGES = [
  process.env['OTEL_COLLECTOR_IMAGE'] ?? 'otel/opentelemetry-collector:0.140.0',
  process.env['JAEGER_IMAGE'] ?? 'jaegertracing/jaeger:2.12.0',
];
const has = (image: string) =>
  [
    ['image', 'inspect', image],
    ['pull', '--quiet', image],
  ].some((args) => spawnSync(docker, args, { stdio: 'ignore' }).status === 0);

/** Runs a target of the Makefile as a user does, with a project and ports of its own. */
function make(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('make', ['--no-print-directory', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...environment, COMPOSE_PROJECT_NAME: project },
  });
  if (status !== 0) throw new Error(`make ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** What of the project is left on the machine. */
const left = () =>
  ['ps --all', 'volume ls', 'network ls'].flatMap((command) => {
    const filter = `--filter=label=com.docker.compose.project=${project}`;
    const { stdout } = spawnSync(docker, [...command.split(' '), '--quiet', filter], { encoding: 'utf8' });
    return stdout.split('\n').filter((id) => id !== '');
  });

const environment: Record<string, string> = {};
let port: number;
let client: ApiClient;
beforeAll(async () => {
  port = await findFreePort();
  const others = { JAEGER_PORT: await findFreePort(), METRICS_PORT: await findFreePort() };
  for (const [name, value] of Object.entries({ PORT: port, ...others })) environment[name] = String(value);
  client = createApiClient({ port, host: `localhost:${port}` });
});
afterAll(() => {
  client.close();
  if (hasCompose) make('down', 'VOLUMES=1');
});

/** A connection that was kept ends when its container is replaced. */
async function isReady(): Promise<true | undefined> {
  const answer = await client.request('/readyz').catch(() => null);
  return answer?.status === 200 ? true : undefined;
}

(hasCompose ? describe : describe.skip)('Docker Compose, as users start it', () => {
  test('`make up` starts the system: both hosts, a sign-in, a write, a mail', async () => {
    expect(make('up')).toContain(`http://localhost:${port}`);
    await waitFor(isReady);
    expect((await client.request('/jobs', { headers: { accept: 'text/html' } })).status).toBe(200);
    const team = createApiClient({ port, host: `team.localhost:${port}` });
    expect((await team.request('/login', { headers: { accept: 'text/html' } })).status).toBe(200);
    team.close();

    const cookie = await signIn(client, 'talent@demo.test');
    const path = '/api/talent/profiles/current';
    const before = await client.request(path, { cookie });
    const { headline: _, updated_at: _at, etag: _tag, ...rest } = before.body;
    const headers = { 'if-match': before.headers.etag ?? null };
    const body = { ...rest, headline: project };
    const answer = await client.request(path, { method: 'PUT', cookie, headers, body });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    expect((await client.request(path, { cookie })).body.headline).toBe(body.headline);

    const address = { email: 'talent@demo.test' };
    const reset = await client.request('/api/identities/password_resets', { method: 'POST', body: address });
    expect(reset.status).toBe(202);
    await waitFor(async () =>
      (await client.request('/_dev/mail')).text.includes(address.email) ? true : undefined,
    );
  }, 900_000);

  test('a second `make up` keeps the data', async () => {
    make('up');
    await waitFor(isReady);
    const cookie = await signIn(client, 'talent@demo.test');
    expect((await client.request('/api/talent/profiles/current', { cookie })).body.headline).toContain(
      project,
    );
  }, 300_000);

  const canTrace = hasCompose && TRACE_IMAGES.every(has);
  if (hasCompose && !canTrace)
    console.warn(`*** \`make up TRACES=1\` IS NOT TESTED: no ${TRACE_IMAGES.join(' or ')} ***`);
  (canTrace ? test : test.skip)(
    '`make up TRACES=1` shows traces and metrics',
    async () => {
      make('up', 'TRACES=1');
      await waitFor(isReady);
      await signIn(client, 'talent@demo.test');
      const metrics = createApiClient({
        port: Number(environment['METRICS_PORT']),
        host: `localhost:${environment['METRICS_PORT']}`,
      });
      await waitFor(async () =>
        (await metrics.request('/metrics')).text.includes('http_server_request_duration') ? true : undefined,
      );
      metrics.close();
      const jaeger = createApiClient({
        port: Number(environment['JAEGER_PORT']),
        host: `localhost:${environment['JAEGER_PORT']}`,
      });
      await waitFor(async () =>
        (await jaeger.request('/api/services')).text.includes('identity') ? true : undefined,
      );
      jaeger.close();
    },
    300_000,
  );

  test('`make down VOLUMES=1` leaves nothing', () => {
    make('down', 'VOLUMES=1');
    expect(left()).toEqual([]);
  }, 120_000);
});
