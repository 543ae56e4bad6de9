import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { renderChartServices } from '#generators/routes.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

/** The script that `helm test` runs in the cluster, against a running system. */
const SCRIPT = fileURLToPath(new URL('deploy/helm/gatehouse/files/release-test.mjs', REPOSITORY_ROOT));

/** As the chart has them. */
const SERVICES: readonly {
  readonly name: string;
  readonly paths: Readonly<Record<'public' | 'team', readonly string[]>>;
  readonly probes: Readonly<Record<'public' | 'team', string | null>>;
}[] = JSON.parse(renderChartServices());
const probesOf = (host: 'public' | 'team') => SERVICES.filter(({ probes }) => probes[host] !== null).length;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ withWeb: true });
});
afterAll(() => system.stop());

const addressOf = (name: string) => {
  const [, parts] = Object.entries(system.local.services).find(([part]) => part === name) ?? [];
  return new URL(parts?.[0]?.url ?? '').host;
};

/** As the chart has them: the service of each prefix, and the web tier for the rest. */
const routesOf = (host: 'public' | 'team') => [
  ...SERVICES.flatMap(({ name, paths }) =>
    paths[host].map((path) => ({ path: `/api${path}`, address: addressOf(name) })),
  ),
  { path: '/', address: addressOf('web') },
];

/** @param port of what takes the place of the front door; null: each request goes to the Service of its path. */
function releaseTest(port: number | null): Promise<{ code: number; output: string }> {
  const release = {
    scheme: 'http',
    hosts: { public: system.local.publicHost, team: system.local.teamHost },
    basePath: '/api',
    routes: { public: routesOf('public'), team: routesOf('team') },
    services: SERVICES,
    frontDoor: port === null ? null : `127.0.0.1:${port}`,
    verifyTls: true,
    deadlineSeconds: 0,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT], { env: { RELEASE: JSON.stringify(release) } }, (error, stdout) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout }),
    );
  });
}

describe('helm test', () => {
  test('passes when every path leads to its part, and starts no session', async () => {
    const [before] = await system.database.query<{ n: string }>(
      'select count(*) as n from identity.user_sessions',
    );
    const { code, output } = await releaseTest(system.local.port);
    // On both hosts a probe that passes and one that is hidden; on each a document, and on the public one the catalogue.
    const probes = 2 * (probesOf('public') + probesOf('team') + 1);
    expect(output.match(/^ok/gm)).toHaveLength(probes + 2);
    expect(output).not.toContain('WRONG');
    expect(code).toBe(0);
    const [after] = await system.database.query<{ n: string }>(
      'select count(*) as n from identity.user_sessions',
    );
    expect(after?.n).toBe(before?.n);
  });

  test('finds the Service of each path without a front door, also of a path that is a whole prefix', async () => {
    const { code, output } = await releaseTest(null);
    expect(output.match(/^WRONG.*/gm) ?? []).toEqual([]);
    expect(code).toBe(0);
  });

  test('names each path that leads astray', async () => {
    // Everything to the web tier, as without the API's prefixes.
    const { code, output } = await releaseTest(Number(new URL(system.local.services.web[0]?.url ?? '').port));
    const probes = probesOf('public') + probesOf('team') + 1;
    expect(output.match(/^WRONG .*\/api\//gm)).toHaveLength(probes);
    expect(output).not.toMatch(/^ok .*: (401|200)/m);
    expect(code).toBe(1);
  });
});
