import { API_SERVICES } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { waitFor } from '#support/wait-for.ts';
import { create, get, helm, kubectl } from './support/cluster.ts';
import { FRONT_DOOR, LOAD_IMAGE } from './support/front-door.ts';
import { type Load, type LoadCounts, startLoad } from './support/load.ts';
import { PUBLIC_HOST, prepareTestRelease, type TestRelease } from './support/test-release.ts';

const LONG = 900_000;
/** What users send while most tests run, and in a quiet hour. */
const BUSY = { connections: 12, pauseMillis: 20 };
const QUIET = { connections: 3, pauseMillis: 1000 };
if (FRONT_DOOR.ingressClass === '')
  console.warn(
    '*** NOTHING GOES THROUGH AN INGRESS: set CLUSTER_INGRESS_CLASS and CLUSTER_INGRESS_ORIGIN ***',
  );

/** Whether the cluster has resource metrics (metrics-server, for example), which the HorizontalPodAutoscaler reads. */
const HAS_METRICS = await kubectl('get', '--raw', '/apis/metrics.k8s.io/v1beta1/nodes').then(
  () => true,
  () => false,
);
if (!HAS_METRICS) console.warn('*** AUTOSCALING IS NOT TESTED: the cluster has no resource metrics ***');
/** Milliseconds in which pods are added or removed: metrics are a minute old at most. */
const SCALING = 400_000;

let release: TestRelease;
beforeAll(async () => {
  release = await prepareTestRelease(
    { values: 'minimal-values.yaml', postgres: 'one server' },
    ...['--set', 'defaults.replicas=2', '--set', 'redis.eachPodCountsForItself=true'],
    ...['--set', 'defaults.resources.requests.cpu=10m'],
    ...(FRONT_DOOR.ingressClass === ''
      ? []
      : [
          ...[
            '--set',
            'ingress.enabled=true',
            '--set',
            `ingress.public.className=${FRONT_DOOR.ingressClass}`,
          ],
          ...['--set', `ingress.team.className=${FRONT_DOOR.ingressClass}`],
          // No DNS knows the hosts.
          ...['--set', `test.frontDoor=${frontDoorOf(FRONT_DOOR.origin)}`, '--set', 'test.verifyTls=false'],
        ]),
  );
}, LONG);
afterAll(() => release.remove());

/** `host:port` */
function frontDoorOf(origin: string): string {
  const { hostname, port, protocol } = new URL(origin);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** What `ci/minimal-values.yaml` calls the password of identity, after its rotation. */
const ROTATED_PASSWORD = 'rotated-for-tests';

const PARTS = [...API_SERVICES, 'web'];

/** Sends requests to identity's Service, and through the ingress where there is one, while `work` runs. */
async function underLoad(
  what: string,
  work: () => Promise<unknown>,
  { connections, pauseMillis } = BUSY,
): Promise<readonly LoadCounts[]> {
  const { namespace, loadNamespace, name } = release;
  const targets = [
    ['service', `http://${name}-gatehouse-identity.${namespace}.svc`],
    ...(FRONT_DOOR.origin === '' ? [] : [['ingress', FRONT_DOOR.origin]]),
  ] as const;
  const loads: Load[] = [];
  for (const [kind, origin] of targets) {
    const people = await release.makePeople(connections);
    loads.push(
      await startLoad({
        namespace: loadNamespace,
        name: `load-${kind}-${what}`,
        image: LOAD_IMAGE,
        target: { origin: origin as string, host: PUBLIC_HOST },
        cookies: people.map(({ cookie }) => cookie),
        pauseMillis,
      }),
    );
  }
  try {
    for (const load of loads)
      await waitFor(async () => ((await load.counts()).writes['200'] ?? 0) > 3 || undefined);
    await work();
  } catch (error) {
    // The next test has a load of its own.
    await Promise.all(loads.map((load) => load.stop()));
    throw error;
  }
  const counts = await Promise.all(loads.map((load) => load.stop()));
  expect(stale(counts)).toBe(0);
  return counts;
}

const total = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
/** Reads that did not return what the same user had written before. */
const stale = (counts: readonly LoadCounts[]) =>
  counts.reduce((sum, { written }) => sum + (written['stale'] ?? 0), 0);
/** The statuses beside 200. */
const others = (counts: readonly LoadCounts[]) =>
  counts
    .flatMap(({ reads, writes }) => [...Object.keys(reads), ...Object.keys(writes)])
    .filter((status) => status !== '200');

function record(
  tried: string,
  counts: readonly LoadCounts[],
  more: Readonly<Record<string, number>> = {},
): void {
  recordFinding('A real cluster', {
    tried,
    counted: {
      reads: counts.reduce((sum, { reads }) => sum + total(reads), 0),
      writes: counts.reduce((sum, { writes }) => sum + total(writes), 0),
      'not answered with 200': counts.reduce(
        (sum, { reads, writes }) => sum + total({ ...reads, 200: 0 }) + total({ ...writes, 200: 0 }),
        0,
      ),
      'reads of what was written': counts.reduce((sum, { written }) => sum + total(written), 0),
      stale: stale(counts),
      ...more,
    },
  });
}

const rolledOut = () =>
  Promise.all(
    PARTS.map((part) =>
      kubectl(
        '-n',
        release.namespace,
        'rollout',
        'status',
        `deployment/${release.name}-gatehouse-${part}`,
        '--timeout=240s',
      ),
    ),
  );

describe('a release on a real cluster, under the restricted Pod Security Standard', () => {
  test(
    'installs: every pod is ready, and none has restarted',
    async () => {
      const startedAt = Date.now();
      await release.upgrade('--wait', '--timeout', '5m');
      const pods = (await release.pods()).filter(({ name }) =>
        PARTS.some((part) => name.includes(`-${part}-`)),
      );
      expect(pods).toHaveLength(2 * PARTS.length);
      expect(pods.filter(({ isReady, restarts }) => !isReady || restarts > 0)).toEqual([]);
      recordFinding('A real cluster', {
        tried: 'an installation from ci/minimal-values.yaml with two pods of each part',
        counted: { 'pods ready': pods.length, seconds: Math.round((Date.now() - startedAt) / 1000) },
      });
    },
    LONG,
  );

  test(
    'K4: `helm test` passes, and leaves no pod behind',
    async () => {
      expect(await helm('test', release.name, '--namespace', release.namespace, '--timeout', '3m')).toMatch(
        /Phase:\s+Succeeded/,
      );
    },
    LONG,
  );

  test(
    'the first admin gets a one-time link',
    async () => {
      await release.upgrade(
        ...['--wait', '--timeout', '5m', '--set', 'firstAdmin.enabled=true'],
        ...['--set', 'firstAdmin.email=ada@example.com', '--set', 'firstAdmin.name=Ada'],
      );
      const { items } = await get('jobs', '-n', release.namespace);
      const job = items.find(({ metadata }: (typeof items)[number]) => metadata.name.includes('first-admin'));
      await kubectl(
        '-n',
        release.namespace,
        'wait',
        '--for=condition=Complete',
        `job/${job.metadata.name}`,
        '--timeout=120s',
      );
      expect(await kubectl('-n', release.namespace, 'logs', `job/${job.metadata.name}`)).toMatch(
        /https:\/\/team\.gatehouse\.test\/\S+/,
      );
    },
    LONG,
  );

  test(
    'an upgrade of every pod fails no read and no write',
    async () => {
      const counts = await underLoad('upgrade', async () => {
        await release.upgrade('--wait', '--timeout', '5m', '--set-string', 'defaults.podAnnotations.round=2');
        await rolledOut();
      });
      expect(others(counts)).toEqual([]);
      record('an upgrade that replaces every pod, under load', counts);
    },
    LONG,
  );

  test(
    'a wrong image, and the rollback from it, fail no read and no write',
    async () => {
      const counts = await underLoad('wrong-image', async () => {
        await expect(
          release.upgrade('--wait', '--timeout', '40s', '--set', 'image.tag=missing'),
        ).rejects.toThrow();
        await helm('rollback', release.name, '--namespace', release.namespace, '--wait', '--timeout', '5m');
        await rolledOut();
      });
      expect(others(counts)).toEqual([]);
      record('an upgrade to an image that does not exist, and the rollback, under load', counts);
    },
    LONG,
  );

  test(
    'the eviction of every pod fails no read and no write',
    async () => {
      const evicted: string[] = [];
      const counts = await underLoad('eviction', async () => {
        for (const { name } of (await release.pods()).filter(({ isReady }) => isReady)) {
          const path = `/api/v1/namespaces/${release.namespace}/pods/${name}/eviction`;
          const eviction = {
            apiVersion: 'policy/v1',
            kind: 'Eviction',
            metadata: { name, namespace: release.namespace },
          };
          // A PodDisruptionBudget refuses it until the one before has been replaced.
          await waitFor(async () =>
            create(path, eviction).then(
              () => true,
              () => undefined,
            ),
          );
          evicted.push(name);
          await rolledOut();
        }
      });
      expect(evicted.length).toBeGreaterThanOrEqual(2 * PARTS.length);
      expect(others(counts)).toEqual([]);
      record('the eviction of every pod, under load', counts, { 'pods evicted': evicted.length });
    },
    LONG,
  );

  test(
    'E4: the kill of a pod of each part signs no user out, and the others take its requests over',
    async () => {
      const killed: string[] = [];
      const counts = await underLoad('kill', async () => {
        for (const part of PARTS) {
          const [pod] = (await release.pods(part)).filter(({ isReady }) => isReady);
          if (pod === undefined) throw new Error(`no pod of ${part} is ready`);
          await kubectl('-n', release.namespace, 'delete', 'pod', pod.name, '--grace-period=0', '--force');
          killed.push(pod.name);
          await rolledOut();
        }
      });
      // Connections to a pod that is gone break, and a proxy answers for it, until its endpoint is removed: about a second.
      expect(others(counts).filter((status) => !/^(error|50[234])/.test(status))).toEqual([]);
      const all = counts.reduce((sum, { reads, writes }) => sum + total(reads) + total(writes), 0);
      const failed = counts.reduce(
        (sum, { reads, writes }) => sum + total({ ...reads, 200: 0 }) + total({ ...writes, 200: 0 }),
        0,
      );
      expect(failed / all).toBeLessThan(0.05);
      const after = await underLoad('killed', () => new Promise((resolve) => setTimeout(resolve, 3000)));
      expect(others(after)).toEqual([]);
      record('the kill of a pod of each part, without notice, under load', counts, {
        'pods killed': killed.length,
      });
    },
    LONG,
  );

  test(
    'K1: the rotation of a service’s password fails no request, and restarts no pod',
    async () => {
      const { namespace, name } = release;
      // What the tests before have set is undone first: it would restart the pods.
      await release.upgrade('--wait', '--timeout', '5m');
      await rolledOut();
      // Those that were replaced end after their grace period.
      const before = await waitFor(async () => {
        const pods = await release.pods('identity');
        return pods.length === 2 ? pods.map((pod) => pod.name).sort() : undefined;
      }, 90_000);
      const counts = await underLoad('rotation', async () => {
        // As docs/operations.md says: the Secret, the files in every pod, and then the role.
        const change = JSON.stringify({ stringData: { identity: ROTATED_PASSWORD } });
        await kubectl('-n', namespace, 'patch', 'secret', 'gatehouse-ci-passwords', '--patch', change);
        await kubectl(
          ...['-n', namespace, 'annotate', 'pods', '-l', `app.kubernetes.io/instance=${name}`],
          ...['rotated=now', '--overwrite'],
        );
        for (const pod of before) {
          const read = 'process.stdout.write(fs.readFileSync(process.env.DATABASE_PASSWORD_FILE))';
          await waitFor(
            async () =>
              (await kubectl('-n', namespace, 'exec', pod, '--', 'node', '-e', read)) === ROTATED_PASSWORD ||
              undefined,
            150_000,
          );
        }
        await release.upgrade('--wait', '--timeout', '5m');
      });
      expect(others(counts)).toEqual([]);
      // Only new connections show which password is valid: those that rest are ended before the next load.
      await release.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'identity_service'`,
      );
      const after = await underLoad('rotated', () => new Promise((resolve) => setTimeout(resolve, 5000)));
      expect(others(after)).toEqual([]);
      expect((await release.pods('identity')).map((pod) => pod.name).sort()).toEqual(before);
      const role = `postgres://identity_service:identity-for-tests@127.0.0.1/gatehouse`;
      await expect(
        kubectl(
          '-n',
          namespace,
          'exec',
          'deployment/postgres',
          '--',
          'psql',
          '-h',
          'postgres',
          role,
          '-c',
          'select 1',
        ),
      ).rejects.toThrow(/password authentication failed/);
      record('the rotation of a service’s password, under load', [...counts, ...after], {
        'pods restarted': 0,
      });
    },
    LONG,
  );

  test(
    'E4 A2: a PostgreSQL that restarts signs no user out, and restarts no pod',
    async () => {
      const counts = await underLoad('database', async () => {
        await kubectl(
          '-n',
          release.namespace,
          'exec',
          'deployment/postgres',
          '--',
          'bash',
          '-c',
          'kill -INT 1',
        );
        await waitFor(async () => {
          const [pod] = (await get('pods', '-n', release.namespace, '-l', 'app=postgres')).items;
          const [state] = pod.status.containerStatuses;
          return state.restartCount > 0 && state.ready ? true : undefined;
        });
        await new Promise((resolve) => setTimeout(resolve, 5000));
      });
      expect(others(counts).filter((status) => !status.startsWith('503 '))).toEqual([]);
      const pods = (await release.pods()).filter(({ name }) =>
        PARTS.some((part) => name.includes(`-${part}-`)),
      );
      expect(pods.filter(({ isReady, restarts }) => !isReady || restarts > 0)).toEqual([]);
      record('a restart of PostgreSQL, under load', counts, {
        'answered with 401 or 403': 0,
        'pods restarted': 0,
      });
    },
    LONG,
  );

  test(
    'K2: switching autoscaling on keeps every pod',
    async () => {
      const deployment = `${release.name}-gatehouse-talent`;
      await release.upgrade('--wait', '--timeout', '5m', '--set', 'services.talent.replicas=3');
      let fewest = Number.POSITIVE_INFINITY;
      let isOver = false;
      const watching = (async () => {
        while (!isOver) {
          const { spec } = await get('deployment', deployment, '-n', release.namespace);
          fewest = Math.min(fewest, spec.replicas);
        }
      })();
      await release.upgrade(
        ...['--wait', '--timeout', '5m', '--set', 'services.talent.autoscaling.enabled=true'],
        ...[
          '--set',
          'services.talent.autoscaling.minReplicas=2',
          '--set',
          'services.talent.autoscaling.maxReplicas=4',
        ],
      );
      isOver = true;
      await watching;
      expect(fewest).toBe(3);
    },
    LONG,
  );

  // A cluster without resource metrics never adds a pod.
  (HAS_METRICS ? test : test.skip)(
    'K2: autoscaling adds pods for a load that needs four and removes them after it, and fails no read and no write',
    async () => {
      await release.upgrade(
        ...['--wait', '--timeout', '5m', '--set', 'services.identity.resources.requests.cpu=50m'],
        ...['--set', 'services.identity.autoscaling.enabled=true'],
        ...['--set', 'services.identity.autoscaling.minReplicas=2'],
        ...['--set', 'services.identity.autoscaling.maxReplicas=4'],
        ...['--set', 'services.identity.autoscaling.behavior.scaleDown.stabilizationWindowSeconds=30'],
      );
      const readyPods = async () => (await release.pods('identity')).filter(({ isReady }) => isReady).length;
      const startedAt = Date.now();
      const busy = await underLoad('scale-up', () =>
        waitFor(async () => (await readyPods()) === 4 || undefined, SCALING),
      );
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      const quiet = await underLoad(
        'scale-down',
        () => waitFor(async () => (await release.pods('identity')).length === 2 || undefined, SCALING),
        QUIET,
      );
      expect(others([...busy, ...quiet])).toEqual([]);
      record('autoscaling from two pods to four and back, under load', [...busy, ...quiet], {
        'seconds to four pods': seconds,
      });
    },
    LONG,
  );

  test(
    'K4: `helm uninstall` leaves nothing of the release',
    async () => {
      await release.uninstall();
      const kinds =
        'all,ingress,networkpolicy,configmap,secret,serviceaccount,poddisruptionbudget,job,cronjob,hpa';
      const left = await waitFor(async () => {
        const { items } = await get(
          kinds,
          '-n',
          release.namespace,
          '-l',
          `app.kubernetes.io/instance=${release.name}`,
        );
        const names = items.map(({ kind, metadata }: (typeof items)[number]) => `${kind}/${metadata.name}`);
        // Pods end after their grace period.
        return names.some((name: string) => name.startsWith('Pod/') || name.startsWith('ReplicaSet/'))
          ? undefined
          : names;
      });
      expect(left).toEqual([]);
    },
    LONG,
  );
});
