import { readFileSync } from 'node:fs';
import { API_SERVICES } from '@gatehouse/contract';
import { expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { describeChart } from './support/describe-chart.ts';
import { INSTALLATIONS } from './support/installations.ts';
import {
  environmentOf,
  type Manifest,
  podsOf,
  render,
  requireObject,
  type Values,
} from './support/render.ts';

const FIRST_ADMIN = { firstAdmin: { enabled: true, email: 'ada@example.com', name: 'Ada' } };
const hooksOf = (manifests: readonly Manifest[]) =>
  manifests.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] !== undefined);
const policiesOf = ({ metadata }: Manifest) => metadata.annotations['helm.sh/hook-delete-policy'].split(',');
/** Jobs and the pod of `helm test`, without the name's hash. */
const shortPods = (values: Values) =>
  podsOf(render({ ...FIRST_ADMIN, ...values })).filter(({ owner }) => !owner.startsWith('Deployment'));

describeChart('Jobs and the test pod', () => {
  const placement = {
    nodeSelector: { pool: 'market' },
    tolerations: [{ key: 'market', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
    priorityClassName: 'important',
    hostAliases: [{ ip: '192.0.2.1', hostnames: ['postgres.example.com'] }],
  };

  test('K3: run where the services run, with their variables and labels', () => {
    const extraEnv = [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/ca.crt' }];
    const pods = shortPods({ defaults: { ...placement, extraEnv, podLabels: { tier: 'market' } } });
    expect(pods.map(({ owner }) => owner.replace(/-[0-9a-f]{6}$/, '')).toSorted()).toEqual([
      'CronJob gate-gatehouse-retention',
      'Job gate-gatehouse-first-admin',
      'Job gate-gatehouse-migrations',
      'Pod gate-gatehouse-test',
    ]);
    for (const { spec, metadata } of pods) {
      expect(spec).toMatchObject(placement);
      expect(spec.containers[0].env).toContainEqual(extraEnv[0]);
      expect(metadata.labels.tier).toBe('market');
    }
  });

  test('K3: have their own settings over those of the services', () => {
    const jobs = {
      tolerations: [],
      priorityClassName: 'batch',
      podAnnotations: { 'sidecar.istio.io/inject': 'false' },
      extraEnv: [{ name: 'LOG_LEVEL', value: 'trace' }],
    };
    for (const { spec, metadata } of shortPods({ defaults: placement, jobs })) {
      expect(spec.tolerations).toBeUndefined();
      expect(spec).toMatchObject({ priorityClassName: 'batch', nodeSelector: placement.nodeSelector });
      expect(metadata.annotations['sidecar.istio.io/inject']).toBe('false');
      expect(spec.containers[0].env).toContainEqual({ name: 'LOG_LEVEL', value: 'trace' });
    }
  });
});

describeChart('what a release leaves', () => {
  test.each(Object.entries(INSTALLATIONS))(
    'K4: %s: every hook is deleted, whether it succeeds or fails',
    (_name, values) => {
      for (const hook of hooksOf(render(values)))
        expect([hook.kind, hook.metadata.name, policiesOf(hook)]).toEqual([
          hook.kind,
          hook.metadata.name,
          ['before-hook-creation', 'hook-succeeded', 'hook-failed'],
        ]);
    },
  );

  test('K4: the first admin’s Job and the objects of the test are deleted with the release', () => {
    const hooks = hooksOf(render(FIRST_ADMIN)).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(hooks.toSorted()).toEqual([
      'Job gate-gatehouse-migrations',
      'NetworkPolicy gate-gatehouse-migrations',
      'Pod gate-gatehouse-test',
    ]);
  });

  test('K4: a first admin’s Job that changes has another name, because no Job can change', () => {
    const nameOf = (values: Values) =>
      render({ ...FIRST_ADMIN, ...values }).find(({ metadata }) => metadata.name.includes('first-admin-'))
        ?.metadata.name;
    expect(nameOf({})).toMatch(/^gate-gatehouse-first-admin-[0-9a-f]{6}$/);
    expect(nameOf({})).toBe(nameOf({ notice: 'other' }));
    expect(nameOf({})).not.toBe(nameOf({ image: { tag: '9.9.9' } }));
  });
});

describeChart('a failing migration', () => {
  const job = () => requireObject(render(), 'Job', 'gate-gatehouse-migrations');

  test('K5: ends before Helm’s default timeout of 5 minutes, and Helm prints its log', () => {
    expect(job().spec.activeDeadlineSeconds).toBeLessThan(300);
    expect(job().metadata.annotations['helm.sh/hook-output-log-policy']).toBe('hook-failed');
    // Helm prints the logs of containers, not of init containers.
    expect(job().spec.template.spec.initContainers).toBeUndefined();
  });

  test('K5: is tried again only if the database does not respond (packages/database/src/main.test.ts)', () => {
    expect(job().spec.podFailurePolicy.rules).toEqual([
      { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
      {
        action: 'FailJob',
        onExitCodes: { containerName: 'migrations', operator: 'NotIn', values: [75, 137, 143] },
      },
    ]);
    expect(job().spec.template.spec.restartPolicy).toBe('Never');
    const { env } = job().spec.template.spec.containers[0];
    const wait = env.find(({ name }: Manifest) => name === 'DATABASE_WAIT_SECONDS').value;
    expect(Number(wait)).toBeLessThan(job().spec.activeDeadlineSeconds);
  });
});

describeChart('behind a load balancer', () => {
  test('K7: every service keeps idle connections as long as configured', () => {
    for (const service of [...API_SERVICES, 'web']) {
      expect(environmentOf(render(), service)['KEEP_ALIVE_SECONDS']).toBe('65');
      expect(environmentOf(render({ keepAliveSeconds: 620 }), service)['KEEP_ALIVE_SECONDS']).toBe('620');
    }
  });
});

describeChart('images', () => {
  const dockerfile = readFileSync(new URL('Dockerfile', REPOSITORY_ROOT), 'utf8');

  test('K9: have files that any uid can read, and none that a process writes', () => {
    expect(dockerfile).toContain('chmod -R a+rX /image');
    expect(dockerfile).not.toMatch(/COMPILE_CACHE|--chown/);
  });

  test('K9: run under the uid that the platform chooses', () => {
    const any = { securityContext: { runAsUser: null, runAsGroup: null } };
    for (const { owner, spec } of podsOf(render(any)))
      expect([owner, spec.securityContext]).toEqual([
        owner,
        { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      ]);
  });
});

describeChart('values', () => {
  test('K10: a service’s variables are added to those of all services, by name', () => {
    const manifests = render(INSTALLATIONS['with the options of other charts']);
    expect(environmentOf(manifests, 'web')).toMatchObject({ LOG_LEVEL: 'debug', REQUESTS_AT_ONCE: '200' });
    expect(environmentOf(manifests, 'talent')).toMatchObject({ LOG_LEVEL: 'debug', REQUESTS_AT_ONCE: '500' });
  });

  test.each(Object.entries(INSTALLATIONS))(
    'K10: %s: no container has two variables of one name, which server-side apply rejects',
    (_name, values) => {
      for (const { owner, spec } of podsOf(render(values))) {
        const names = (spec.containers[0].env ?? []).map(({ name }: Manifest) => name);
        expect([owner, names]).toEqual([owner, [...new Set(names)]]);
      }
    },
  );

  test('K10: the version label is that of the image', () => {
    const versionOf = (tag: string) =>
      requireObject(render({ image: { tag } }), 'Deployment', 'gate-gatehouse-web').metadata.labels[
        'app.kubernetes.io/version'
      ];
    expect(versionOf('')).toMatch(/^\d+\.\d+\.\d+$/);
    expect(versionOf('2.0.0-rc.1')).toBe('2.0.0-rc.1');
    // A label has at most 63 characters, and ends with a letter or digit.
    expect(versionOf(`${'a'.repeat(62)}.b`)).toBe('a'.repeat(62));
  });
});
