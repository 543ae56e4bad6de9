import { API_SERVICES } from '@gatehouse/contract';
import { expect, test } from '@jest/globals';
import { describeChart } from './support/describe-chart.ts';
import { INSTALLATIONS } from './support/installations.ts';
import {
  containersOf,
  environmentOf,
  type Manifest,
  ofKind,
  over,
  podsOf,
  refusal,
  render,
  requireObject,
} from './support/render.ts';

const SERVICES = [...API_SERVICES, 'web'] as const;
const options = () => render(INSTALLATIONS['with the options of other charts']);
const deployment = (service: string) => requireObject(options(), 'Deployment', `gate-gatehouse-${service}`);

describeChart('options of all objects', () => {
  test('commonAnnotations are on every object, under its own annotations', () => {
    for (const { kind, metadata } of options())
      expect([kind, metadata.name, metadata.annotations.owner]).toEqual([kind, metadata.name, 'market']);
  });

  test('global.imageRegistry and imagePullSecrets apply to every image of Gatehouse', () => {
    for (const { owner, spec } of podsOf(options())) {
      expect(spec.imagePullSecrets).toEqual([{ name: 'mirror' }]);
      expect([owner, spec.containers[0].image]).toEqual([
        owner,
        expect.stringMatching(/^mirror\.example\.com\/market\/gatehouse-/),
      ]);
    }
  });

  test('the pods of PostgreSQL pull with the same Secrets as those of Gatehouse', () => {
    const values = over(INSTALLATIONS['with its database'] ?? {}, {
      global: { imagePullSecrets: [{ name: 'mirror' }, { name: 'both' }] },
      image: { pullSecrets: [{ name: 'both' }, { name: 'registry' }] },
    });
    const manifests = render(values);
    const cluster = requireObject(manifests, 'Cluster', 'gate-gatehouse-database');
    const names = ['mirror', 'both', 'registry'].map((name) => ({ name }));
    for (const { imagePullSecrets } of [cluster.spec, ...podsOf(manifests).map(({ spec }) => spec)]) {
      expect(imagePullSecrets).toEqual(names);
    }
  });

  test('extraDeploy is rendered as a template', () => {
    expect(requireObject(options(), 'ConfigMap', 'gate-gatehouse-extra').data).toEqual({
      note: 'of the release',
    });
  });
});

describeChart('options of a service', () => {
  test('pods listen on IPv6 addresses with two variables for all of them, each once', () => {
    const names = ['HOST', 'OTEL_EXPORTER_PROMETHEUS_HOST'];
    const extraEnv = names.map((name) => ({ name, value: '::' }));
    const manifests = render(over(INSTALLATIONS['watched and scaled'] ?? {}, { defaults: { extraEnv } }));
    for (const service of SERVICES) {
      const { spec } = requireObject(manifests, 'Deployment', `gate-gatehouse-${service}`);
      const [{ env }] = spec.template.spec.containers;
      const set = env.filter(({ name }: Manifest) => names.includes(name));
      expect(set.toSorted((a: Manifest, b: Manifest) => a.name.localeCompare(b.name))).toEqual(extraEnv);
    }
  });

  test.each(SERVICES)('%s: annotations of the Deployment and of the Service', (service) => {
    expect(deployment(service).metadata.annotations).toMatchObject({ 'reloader.stakater.com/auto': 'true' });
    const { metadata } = requireObject(options(), 'Service', `gate-gatehouse-${service}`);
    expect(metadata.annotations).toMatchObject({ 'cloud.example.com/neg': 'true' });
  });

  test.each(SERVICES)('%s: volumes, variables from objects, aliases, probes and strategy', (service) => {
    const { spec } = deployment(service);
    const pod = spec.template.spec;
    expect(pod.volumes).toContainEqual({ name: 'authorities', configMap: { name: 'authorities' } });
    expect(pod.containers[0]).toMatchObject({
      envFrom: [{ configMapRef: { name: 'shared' } }],
      readinessProbe: { httpGet: { path: '/readyz' }, periodSeconds: 3, failureThreshold: 2 },
    });
    expect(pod.containers[0].volumeMounts).toContainEqual({
      name: 'authorities',
      mountPath: '/etc/authorities',
    });
    expect(pod.hostAliases).toEqual([{ ip: '192.0.2.1', hostnames: ['mail.example.com'] }]);
    expect(spec).toMatchObject({
      revisionHistoryLimit: 2,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } },
    });
  });

  test('more containers belong to one service only, and not to Jobs', () => {
    const withMore = podsOf(options()).filter(({ spec }) => containersOf(spec).length > 1);
    expect(withMore.map(({ owner }) => owner)).toEqual(['Deployment gate-gatehouse-talent']);
    expect(containersOf(withMore[0]?.spec).map(({ name }) => name)).toEqual(['prepare', 'talent', 'proxy']);
  });

  test('an autoscaler scales by memory, and as fast as configured', () => {
    const { spec } = requireObject(options(), 'HorizontalPodAutoscaler', 'gate-gatehouse-web');
    expect(spec.metrics.map(({ resource }: Manifest) => [resource.name, resource.target])).toEqual([
      ['memory', { type: 'Utilization', averageUtilization: 80 }],
    ]);
    expect(spec.behavior).toEqual({
      scaleUp: { stabilizationWindowSeconds: 30 },
      scaleDown: { stabilizationWindowSeconds: 300 },
    });
    expect(
      refusal({ defaults: { autoscaling: { enabled: true, targetCPUUtilizationPercentage: 0 } } }),
    ).toMatch(/targetCPUUtilizationPercentage or targetMemoryUtilizationPercentage/);
  });

  test('a role with a client certificate presents it, and reads its files again for every connection', () => {
    const manifests = options();
    expect(environmentOf(manifests, 'identity')['DATABASE_URL']).toContain(
      '&sslcert=/etc/gatehouse/database-client/tls.crt&sslkey=/etc/gatehouse/database-client/tls.key',
    );
    expect(environmentOf(manifests, 'employer')['DATABASE_URL']).not.toContain('sslcert');
    const secretOf = (name: string, kind: string) =>
      podsOf([requireObject(manifests, kind, name)])[0]?.spec.volumes.find(
        (volume: Manifest) => volume.name === 'database-client',
      )?.secret.secretName;
    expect(secretOf('gate-gatehouse-identity', 'Deployment')).toBe('identity-certificate');
    expect(secretOf('gate-gatehouse-migrations', 'Job')).toBe('owner-certificate');
    expect(refusal({ database: { clientCertSecrets: { webb: 'x' } } })).toMatch(/webb is no role/);
    expect(refusal({ database: { sslMode: 'disable', clientCertSecrets: { identity: 'x' } } })).toMatch(
      /client certificate needs TLS/,
    );
  });

  test('the review of new companies is for employer, and off unless it is chosen', () => {
    expect(environmentOf(options(), 'employer')['COMPANY_REVIEW']).toBe('true');
    expect(environmentOf(render(), 'employer')['COMPANY_REVIEW']).toBe('false');
    expect(environmentOf(options(), 'identity')['COMPANY_REVIEW']).toBeUndefined();
    expect(refusal({ companyReview: 'yes' })).toMatch(/companyReview/);
  });

  test('a notice is for the web tier', () => {
    expect(environmentOf(options(), 'web')['SITE_NOTICE']).toBe('A test system');
    expect(environmentOf(render(), 'web')['SITE_NOTICE']).toBeUndefined();
    expect(environmentOf(options(), 'talent')['SITE_NOTICE']).toBeUndefined();
  });
});

describeChart('a quick try', () => {
  const quick = () => render({ quickstart: true });

  test('has one pod of each service, its PostgreSQL with verified TLS, and its mailbox', () => {
    for (const service of SERVICES)
      expect(requireObject(quick(), 'Deployment', `gate-gatehouse-${service}`).spec.replicas).toBe(1);
    expect(environmentOf(quick(), 'identity')).toMatchObject({
      PUBLIC_HOST: 'localhost:8443',
      TEAM_HOST: 'team.localhost:8443',
      PUBLIC_SCHEME: 'https',
      DATABASE_URL:
        'postgresql://identity_service@gate-gatehouse-postgres:5432/gatehouse?sslmode=verify-full&sslrootcert=/etc/gatehouse/database-ca/ca.crt',
      SMTP_URL: { secretKeyRef: { name: 'gate-gatehouse-smtp', key: 'url' } },
    });
    const { data } = requireObject(quick(), 'Secret', 'gate-gatehouse-smtp');
    expect(Buffer.from(data.url, 'base64').toString()).toBe('smtp://gate-gatehouse-mailbox:1025');
  });

  test('says on every page that it is not for production', () => {
    expect(environmentOf(quick(), 'web')['SITE_NOTICE']).toMatch(/not for production/);
  });

  test('fills its database after the migrations', () => {
    const weightOf = (name: string) =>
      Number(requireObject(quick(), 'Job', name).metadata.annotations['helm.sh/hook-weight']);
    expect(weightOf('gate-gatehouse-demo-data')).toBeGreaterThan(weightOf('gate-gatehouse-migrations'));
  });

  test('migrates after an upgrade too, which may have replaced PostgreSQL’s pod with its data', () => {
    for (const kind of ['Job', 'NetworkPolicy']) {
      const { metadata } = requireObject(quick(), kind, 'gate-gatehouse-migrations');
      expect(metadata.annotations['helm.sh/hook']).toBe('post-install,pre-upgrade,post-upgrade');
    }
  });

  test('an upgrade to another version leaves the pod of PostgreSQL, and so its data', () => {
    const podOf = (tag: string) =>
      requireObject(render({ quickstart: true, image: { tag } }), 'Deployment', 'gate-gatehouse-postgres')
        .spec.template;
    expect(podOf('1.0.0')).toEqual(podOf('2.0.0'));
  });

  test('routes every prefix of both hosts to its service', () => {
    const conf = requireObject(quick(), 'ConfigMap', 'gate-gatehouse-front-door').data['nginx.conf'];
    expect(conf).toContain('~^localhost/api/talent(/|$) talent;');
    expect(conf).toContain('~^localhost/api/identities/user_sessions(/|$) identity;');
    expect(conf).toContain('~^team\\.localhost/api/identities/admin(/|$) identity;');
    expect(conf).not.toContain('~^team\\.localhost/api/talent');
    expect(conf).not.toContain('~^localhost/api/identities/admin(');
    for (const service of SERVICES)
      expect(conf).toContain(`upstream ${service} { server gate-gatehouse-${service}:80; }`);
  });

  test('works with public images, which can be replaced', () => {
    const imagesOf = (manifests: readonly Manifest[]) =>
      ['postgres', 'front-door'].map(
        (part) =>
          requireObject(manifests, 'Deployment', `gate-gatehouse-${part}`).spec.template.spec.containers[0]
            .image,
      );
    expect(imagesOf(quick())).toEqual([
      expect.stringMatching(/^postgres:18/),
      expect.stringMatching(/^nginx:1/),
    ]);
    const own = { postgres: 'mirror.example.com/postgres:18.1', nginx: 'mirror.example.com/nginx:1.28.0' };
    expect(imagesOf(render({ quickstart: true, quickstartImages: own }))).toEqual(Object.values(own));
  });

  test('its certificate is for both hosts and for PostgreSQL', () => {
    const [first] = Object.values(ofKind(quick(), 'Secret')).filter(({ metadata }) =>
      metadata.name.endsWith('-certificate'),
    );
    expect(Object.keys(first.data).toSorted()).toEqual(['ca.crt', 'tls.crt', 'tls.key']);
  });

  test('F21: no other installation has demo data', () => {
    for (const [name, values] of Object.entries(INSTALLATIONS)) {
      const hasDemoData = JSON.stringify(render(values)).includes('demo-data');
      expect([name, hasDemoData]).toEqual([name, values['quickstart'] === true]);
    }
  });

  test('F21: has no other database beside its own', () => {
    expect(refusal({ quickstart: true, cluster: { enabled: true } })).toMatch(/it has its own PostgreSQL/);
    expect(refusal({ quickstart: true, database: { host: 'postgres.example.com' } })).toMatch(
      /it has its own PostgreSQL/,
    );
  });
});
