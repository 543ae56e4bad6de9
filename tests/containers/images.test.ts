import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { type ImageName, imageOf } from '@gatehouse/testkit';
import { afterAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '#support/wait-for.ts';

const docker = process.env['DOCKER'] ?? 'docker';

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(docker, args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};

/** As a strict platform starts a container: a user that the image does not know (OpenShift chooses one), no write anywhere. */
const STRICT = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--user=1234567:0'];

const HOSTS = ['--env=PUBLIC_HOST=localhost:8080', '--env=TEAM_HOST=team.localhost:8080'];
/** No part needs its dependencies to start: an outage must not stop a pod. */
const DATABASE = '--env=DATABASE_URL=postgres://none:none@127.0.0.1:1/none';
const SERVERS = {
  identity: [DATABASE, `--env=SECRETS_KEY=${Buffer.alloc(32).toString('base64')}`],
  employer: [DATABASE],
  talent: [DATABASE],
  web: ['identity', 'employer', 'talent'].map((name) => `--env=${name.toUpperCase()}_URL=http://127.0.0.1:1`),
  mailbox: [],
} as const satisfies Partial<Record<ImageName, readonly string[]>>;

const NAMES = Object.keys(SERVERS) as (keyof typeof SERVERS)[];

const started: string[] = [];
afterAll(() => {
  for (const id of started) run('rm', '--force', id);
});

describe('K9: an image for any user, on a read-only file system', () => {
  test.each(NAMES)('%s listens', async (name) => {
    const { status, output } = run('run', '--detach', ...STRICT, ...HOSTS, ...SERVERS[name], imageOf(name));
    expect({ status, output }).toMatchObject({ status: 0 });
    const id = output.trim();
    started.push(id);
    const probe = `fetch('http://127.0.0.1:8080/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
    const asked = await waitFor(async () => {
      const isRunning = run('inspect', '--format={{.State.Running}}', id).output.trim() === 'true';
      if (!isRunning) throw new Error(`${name} ended:\n${run('logs', id).output}`);
      return promisify(execFile)(docker, ['exec', id, 'node', '-e', probe]).then(
        () => true,
        () => undefined,
      );
    });
    expect(asked).toBe(true);
  });
});

describe('an image that is started without arguments', () => {
  test.each([
    ...NAMES.map((name) => [name, /PUBLIC_HOST: is missing\. \S/] as const),
    ['migrations', /DATABASE_URL: is missing\. \S/] as const,
    ['demo-data', /DATABASE_URL: is missing\. \S/] as const,
  ])('%s prints what it needs, and fails', (name, expected) => {
    const { status, output } = run('run', '--rm', ...STRICT, imageOf(name));
    expect(status).toBe(1);
    expect(output).toMatch(expected);
    expect(output).not.toMatch(/^\s+at /m);
  });
});
