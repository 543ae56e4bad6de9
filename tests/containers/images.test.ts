import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { byAddressVariable, byService } from '@gatehouse/contract';
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
const ADDRESSES = byAddressVariable(() => 'http://127.0.0.1:1');
const SERVERS = {
  ...byService(() => [DATABASE]),
  identity: [DATABASE, `--env=SECRETS_KEY=${Buffer.alloc(32).toString('base64')}`],
  web: Object.entries(ADDRESSES).map(([name, address]) => `--env=${name}=${address}`),
  mailbox: [],
} satisfies Partial<Record<ImageName, readonly string[]>>;

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

describe('an image that is stopped while it starts', () => {
  /** Never gets as far as a part's own handler. */
  const STARTS = "console.log('starting'); setInterval(() => {}, 60_000)";

  test('F5: ends at once, and not by being killed', async () => {
    const { output } = run('run', '--detach', imageOf('identity'), '-e', STARTS);
    const id = output.trim();
    started.push(id);
    // Before that Node itself starts, and the kernel still drops the signal.
    await waitFor(() => (run('logs', id).output.includes('starting') ? true : undefined));
    expect(run('stop', '--time=60', id).status).toBe(0);
    expect(run('inspect', '--format={{.State.ExitCode}}', id).output.trim()).toBe('143');
  });

  test.each([...NAMES, 'migrations', 'demo-data'] as const)(
    'F5: %s handles signals from its first moment',
    (name) => {
      const { output } = run('inspect', '--format={{json .Config.Entrypoint}}', imageOf(name));
      expect(JSON.parse(output).slice(0, 3)).toEqual([
        'node',
        '--import',
        '@gatehouse/runtime/end-on-signal',
      ]);
    },
  );
});
