import { API_SERVICES, byService } from '@gatehouse/contract';
import { expect, test } from '@jest/globals';
import { TRANSFER_MILLIS } from '#packages/boundary/src/files/upload.ts';
import { describeChart } from './support/describe-chart.ts';
import { INSTALLATIONS } from './support/installations.ts';
import {
  containersOf,
  environmentOf,
  type Manifest,
  ofKind,
  podsOf,
  render,
  requireObject,
} from './support/render.ts';

const installations = Object.entries(INSTALLATIONS);
const SERVICES = [...API_SERVICES, 'web'] as const;
const everything = {
  ...INSTALLATIONS['with External Secrets'],
  telemetry: { endpoint: 'http://collector:4318' },
};

/** The names of all Secrets that a pod can read. */
function secretsOf(spec: Manifest): string[] {
  const ofEnvironment = containersOf(spec).flatMap(({ env = [], envFrom = [] }: Manifest) => [
    ...env.flatMap(({ valueFrom }: Manifest) => valueFrom?.secretKeyRef?.name ?? []),
    ...envFrom.flatMap(({ secretRef }: Manifest) => secretRef?.name ?? []),
  ]);
  const ofVolumes = (spec.volumes ?? []).flatMap(({ secret }: Manifest) => secret?.secretName ?? []);
  return [...new Set<string>([...ofEnvironment, ...ofVolumes])].toSorted();
}

describeChart('every pod of every installation', () => {
  test.each(installations)(
    '%s: meets the restricted Pod Security Standard, Jobs and the test as well',
    (_name, values) => {
      const pods = podsOf(render(values));
      expect(pods.length).toBeGreaterThanOrEqual(5);
      for (const { owner, spec } of pods) {
        expect([owner, spec.hostNetwork, spec.hostPID, spec.hostIPC]).toEqual([
          owner,
          undefined,
          undefined,
          undefined,
        ]);
        expect([owner, spec.securityContext]).toEqual([
          owner,
          expect.objectContaining({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }),
        ]);
        expect([owner, spec.securityContext.runAsUser]).not.toEqual([owner, 0]);
        for (const volume of spec.volumes ?? []) {
          expect([
            owner,
            Object.keys(volume).filter((key) => !['name', 'secret', 'configMap', 'emptyDir'].includes(key)),
          ]).toEqual([owner, []]);
        }
        for (const container of containersOf(spec)) {
          expect([owner, container.securityContext]).toEqual([
            owner,
            {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          ]);
        }
      }
    },
  );

  test.each(installations)(
    '%s: has no access to the Kubernetes API, and declares its resources',
    (_name, values) => {
      for (const { owner, spec } of podsOf(render(values))) {
        expect([owner, spec.automountServiceAccountToken]).toEqual([owner, false]);
        for (const { resources, image } of containersOf(spec)) {
          expect([owner, resources]).toEqual([
            owner,
            {
              requests: { cpu: expect.any(String), memory: expect.any(String) },
              limits: { memory: expect.any(String) },
            },
          ]);
          expect([owner, image]).toEqual([
            owner,
            // A release's version or a digest; the tag of the images of chart-testing.
            expect.stringMatching(/(:\d+(\.\d+)+|:ci|@sha256:[0-9a-f]{64})$/),
          ]);
        }
      }
      for (const account of Object.values(ofKind(render(values), 'ServiceAccount')))
        expect(account.automountServiceAccountToken).toBe(false);
    },
  );
});

describeChart('the secrets of a part', () => {
  test('each API service has its own role and its own Secret, and no other', () => {
    for (const service of API_SERVICES) {
      const environment = environmentOf(render(everything), service);
      expect(environment['DATABASE_URL']).toMatch(new RegExp(`^postgresql://${service}_service@`));
      // K1: a file, which follows the Secret; a variable would not.
      expect(environment['PGPASSWORD']).toBeUndefined();
      expect(environment['DATABASE_PASSWORD_FILE']).toBe('/etc/gatehouse/database-password/password');
      const { spec } = requireObject(render(everything), 'Deployment', `gate-gatehouse-${service}`).spec
        .template;
      expect(spec.volumes).toContainEqual({
        name: 'database-password',
        secret: {
          secretName: `gate-gatehouse-database-${service}`,
          items: [{ key: 'password', path: 'password' }],
        },
      });
      expect(spec.containers[0].volumeMounts).toContainEqual({
        name: 'database-password',
        mountPath: '/etc/gatehouse/database-password',
        readOnly: true,
      });
    }
    const secrets = Object.fromEntries(
      SERVICES.map((service) => [
        service,
        secretsOf(
          requireObject(render(everything), 'Deployment', `gate-gatehouse-${service}`).spec.template.spec,
        ),
      ]),
    );
    expect(secrets).toEqual({
      ...byService((service) => [`gate-gatehouse-database-${service}`]),
      employer: ['gate-gatehouse-database-employer', 'gate-gatehouse-documents'],
      talent: ['gate-gatehouse-database-talent', 'gate-gatehouse-documents'],
      identity: [
        'gate-gatehouse-database-identity',
        'gate-gatehouse-redis',
        'gate-gatehouse-second-factors',
        'gate-gatehouse-smtp',
      ],
      web: [],
    });
  });

  test.each(installations)(
    '%s: the web tier has no Secret and no word of the database; the owner is for Jobs',
    (_name, values) => {
      const manifests = render(values);
      const { spec } = requireObject(manifests, 'Deployment', 'gate-gatehouse-web').spec.template;
      expect(secretsOf(spec)).toEqual([]);
      expect(JSON.stringify(spec)).not.toMatch(/postgres|DATABASE|REDIS|PASSWORD/i);
      for (const { owner, spec: pod } of podsOf(manifests)) {
        const isOwner = secretsOf(pod).some((name) => name.endsWith('-database-owner'));
        const mayOwn = owner.startsWith('Job ') || owner === 'Deployment gate-gatehouse-postgres';
        expect([owner, isOwner]).toEqual([owner, mayOwn]);
      }
    },
  );

  test.each(installations)(
    '%s: the chart makes no Secret, so that no upgrade changes one; a quick try keeps its own (seen-cluster.test.ts)',
    (_name, values) => {
      if (values['quickstart'] === true) return;
      expect(Object.keys(ofKind(render(values), 'Secret'))).toEqual([]);
    },
  );

  test('a part connects to a database in the release with the certificate authority of its operator', () => {
    const manifests = render(INSTALLATIONS['with its database']);
    expect(environmentOf(manifests, 'talent')['DATABASE_URL']).toBe(
      'postgresql://talent_service@gate-gatehouse-database-rw:5432/gatehouse?sslmode=verify-full&sslrootcert=/etc/gatehouse/database-ca/ca.crt',
    );
  });
});

describeChart('start and end of a pod', () => {
  test.each(SERVICES)(
    '%s: an outage of the database neither restarts it nor takes it out, and it drains before it ends',
    (service) => {
      const { spec } = requireObject(render(), 'Deployment', `gate-gatehouse-${service}`);
      const [container] = spec.template.spec.containers;
      // /livez and /readyz do not query the database: tests/contract/outage/database-outage.test.ts.
      expect(container.livenessProbe.httpGet).toEqual({ path: '/livez', port: 'http' });
      expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' });
      expect(container.startupProbe.httpGet).toEqual({ path: '/livez', port: 'http' });
      const { seconds } = container.lifecycle.preStop.sleep;
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
        seconds + TRANSFER_MILLIS / 1000,
      );
      expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    },
  );

  test('pods spread over zones and nodes, and are disrupted one at a time', () => {
    const { spec } = requireObject(render(), 'Deployment', 'gate-gatehouse-identity').spec.template;
    expect(spec.topologySpreadConstraints.map(({ topologyKey }: Manifest) => topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
    const budgets = ofKind(render(), 'PodDisruptionBudget');
    expect(Object.values(budgets).map(({ spec: budget }) => budget.maxUnavailable)).toEqual(
      SERVICES.map(() => 1),
    );
  });

  test('a Deployment has an autoscaler or a number of pods, never both', () => {
    const scaled = render(INSTALLATIONS['watched and scaled']);
    for (const service of SERVICES) {
      expect(requireObject(scaled, 'Deployment', `gate-gatehouse-${service}`).spec.replicas).toBeUndefined();
      expect(
        requireObject(scaled, 'HorizontalPodAutoscaler', `gate-gatehouse-${service}`).spec,
      ).toMatchObject({
        scaleTargetRef: { kind: 'Deployment', name: `gate-gatehouse-${service}` },
        minReplicas: 2,
        maxReplicas: 10,
      });
      expect(requireObject(render(), 'Deployment', `gate-gatehouse-${service}`).spec.replicas).toBe(2);
    }
    expect(ofKind(render(), 'HorizontalPodAutoscaler')).toEqual({});
  });

  test('resource attributes of telemetry come from the downward API', () => {
    const environment = environmentOf(render(everything), 'employer');
    expect(environment['POD_NAME']).toEqual({ fieldRef: { fieldPath: 'metadata.name' } });
    expect(environment['OTEL_RESOURCE_ATTRIBUTES']).toContain('k8s.pod.name=$(POD_NAME)');
    expect(environment['OTEL_EXPORTER_OTLP_ENDPOINT']).toBe('http://collector:4318');
  });
});
