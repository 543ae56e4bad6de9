import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API_SERVICES } from '@gatehouse/contract';
import { readOperations } from '@gatehouse/testkit';
import { expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { describeChart } from './support/describe-chart.ts';
import { INSTALLATIONS } from './support/installations.ts';
import {
  CHART,
  environmentOf,
  helm,
  type Manifest,
  MINIMAL,
  ofKind,
  over,
  refusal,
  render,
  requireObject,
  type Values,
} from './support/render.ts';
import { requireTool } from './support/tools.ts';

const hookOf = ({ metadata }: Manifest) => metadata.annotations['helm.sh/hook'];
const migrationsOf = (manifests: readonly Manifest[]) =>
  requireObject(manifests, 'Job', 'gate-gatehouse-migrations');
const commandsOf = ({ spec }: Manifest) => spec.template.spec.containers[0].args;
const firstAdminOf = (manifests: readonly Manifest[]) =>
  Object.values(ofKind(manifests, 'Job')).find(({ metadata }) => metadata.name.includes('-first-admin-'));

describeChart('jobs', () => {
  test('keep the entry point of their image, which ends them on a signal', () => {
    for (const [name, values] of Object.entries(INSTALLATIONS)) {
      const manifests = render(values);
      const pods = [
        ...Object.values(ofKind(manifests, 'Job')).map(({ spec }) => spec.template),
        ...Object.values(ofKind(manifests, 'CronJob')).map(({ spec }) => spec.jobTemplate.spec.template),
      ];
      expect(pods.length).toBeGreaterThan(0);
      for (const { metadata, spec } of pods) {
        for (const container of spec.containers) {
          const part = metadata.labels['app.kubernetes.io/component'];
          expect([name, part, container.command]).toEqual([name, part, undefined]);
        }
      }
    }
  });
});

describeChart('the pod of helm test', () => {
  test('K4: runs its script by the entry point of the image, from the volume that has it', () => {
    const manifests = render();
    const { spec } = requireObject(manifests, 'Pod', 'gate-gatehouse-test');
    const [{ command, args, volumeMounts }] = spec.containers;
    const [{ mountPath }] = volumeMounts;
    const [name = ''] = Object.keys(requireObject(manifests, 'ConfigMap', 'gate-gatehouse-test').data);
    expect({ command, args }).toEqual({ command: undefined, args: [`${mountPath}/${name}`] });
  });
});

describeChart('migrations', () => {
  test('run before the pods of an installation and of an upgrade', () => {
    expect(hookOf(migrationsOf(render()))).toBe('pre-install,pre-upgrade');
    expect(commandsOf(migrationsOf(render()))).toEqual(['migrate', 'provision-roles']);
  });

  test('run after an installation that includes the database or the Secrets, and before an upgrade', () => {
    for (const name of ['with its database', 'with External Secrets']) {
      expect(hookOf(migrationsOf(render(INSTALLATIONS[name])))).toBe('post-install,pre-upgrade');
    }
  });

  test('do not set passwords of roles that an operator manages', () => {
    expect(commandsOf(migrationsOf(render(INSTALLATIONS['with its database'])))).toEqual(['migrate']);
    expect(commandsOf(migrationsOf(render({ database: { provisionRoles: false } })))).toEqual(['migrate']);
  });

  test('bypass a pooler', () => {
    const { spec } = migrationsOf(
      render({ database: { owner: { host: 'direct.example.com', port: 5433 } } }),
    );
    const [{ env }] = spec.template.spec.containers;
    expect(env[0].value).toMatch(/^postgresql:\/\/gatehouse_owner@direct\.example\.com:5433\/gatehouse\?/);
  });

  test('have a route out of the namespace before they run', () => {
    for (const values of [{}, INSTALLATIONS['with its database'] ?? {}]) {
      const manifests = render(values);
      const policy = requireObject(manifests, 'NetworkPolicy', 'gate-gatehouse-migrations');
      expect(hookOf(policy)).toBe(hookOf(migrationsOf(manifests)));
      const weightOf = ({ metadata }: Manifest) => Number(metadata.annotations['helm.sh/hook-weight']);
      expect(weightOf(policy)).toBeLessThan(weightOf(migrationsOf(manifests)));
    }
  });

  test('can be disabled', () => {
    expect(ofKind(render({ migrations: { enabled: false } }), 'Job')).toEqual({});
  });
});

describeChart('a roll-out after a restore', () => {
  /** The commands of docs/operations.md that upgrade, in their order: with users kept out, then for all. */
  const upgrades = async () =>
    (await readOperations('## Back up and restore'))
      .filter(({ language }) => language === 'console')
      .flatMap(({ text }) => [
        ...text.matchAll(/^\$ helm upgrade RELEASE CHART --values values\.yaml (.*)$/gm),
      ])
      .map(([, flags = '']) => flags.split(' '));
  const valuesOf = (flags: readonly string[]) => flags.slice(flags.indexOf('--set'));
  const classes = (values: Values, args: readonly string[]) =>
    Object.fromEntries(
      Object.values(ofKind(render(values, args), 'Ingress')).map(({ metadata, spec }) => [
        metadata.name,
        spec.ingressClassName,
      ]),
    );

  test('G2: keeps users out of every host while staff repeat the revocations, and not the staff', async () => {
    const [closing = []] = await upgrades();
    const values = over(INSTALLATIONS['with an API host'] ?? {}, {
      ingress: {
        public: { className: 'nginx' },
        team: { className: 'internal' },
        api: { className: 'nginx' },
      },
    });
    expect(Object.keys(classes(values, []))).toHaveLength(3);
    expect(classes(values, valuesOf(closing))).toEqual({
      'gate-gatehouse-public': 'closed',
      'gate-gatehouse-team': 'internal',
    });
    // Pages call the API on their own host then.
    const web = environmentOf(render(values, valuesOf(closing)), 'web');
    expect(Object.values(web)).not.toContain('https://api.example.com/api');
    expect(Object.values(environmentOf(render(values), 'web'))).toContain('https://api.example.com/api');
  });

  test('G2: the same with a Gateway', async () => {
    const text = await readFile(new URL('docs/operations.md', REPOSITORY_ROOT), 'utf8');
    const [, flag = ''] = /`--set-json '(httpRoute[^']*)'`/.exec(text) ?? [];
    const manifests = render(INSTALLATIONS['behind a Gateway'], ['--set-json', flag]);
    const parentsOf = (name: string) =>
      requireObject(manifests, 'HTTPRoute', `gate-gatehouse-${name}`).spec.parentRefs;
    expect(parentsOf('public')).toEqual([{ name: 'closed' }]);
    expect(parentsOf('team')).toEqual([{ name: 'internal', namespace: 'gateways' }]);
  });

  test('K5: sets the number of pods although `kubectl scale` has, by options that Helm knows', async () => {
    const commands = await upgrades();
    expect(commands).toHaveLength(2);
    const known = helm(['upgrade', '--help']).stdout;
    for (const flags of commands) {
      expect(flags).toContain('--force-conflicts');
      for (const flag of flags.filter((each) => each.startsWith('--'))) expect(known).toContain(` ${flag} `);
    }
  });
});

describeChart('the first admin', () => {
  const firstAdmin = { enabled: true, email: 'ada@example.com', name: 'Ada "A" Lovelace', hours: 2 };

  test('gets a link from a Job after the migrations, as the owner of the database', () => {
    const manifests = render({ firstAdmin });
    const job = firstAdminOf(manifests);
    expect(job.spec.ttlSecondsAfterFinished).toBe(7200);
    const [{ args, env }] = job.spec.template.spec.containers;
    expect(args).toEqual([
      'services/identity/src/admin-invite.ts',
      '--email=ada@example.com',
      '--name=Ada "A" Lovelace',
      '--role=operator',
      '--hours=2',
      // G2: it runs again after an upgrade, and leaves an account alone that operators have disabled.
      '--only-first',
    ]);
    expect(env.map(({ name }: Manifest) => name)).toEqual([
      'DATABASE_URL',
      'PGPASSWORD',
      'TEAM_HOST',
      'PUBLIC_SCHEME',
    ]);
  });

  test('G2: by the command of docs/operations.md also for an account that exists, in a Job of its own with its way to the database', async () => {
    const [block] = await readOperations('## Staff accounts');
    const [command = ''] = /^helm template [\s\S]*?invite\.yaml$/m.exec(block?.text ?? '') ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-invite-'));
    try {
      await writeFile(join(folder, 'values.yaml'), JSON.stringify(MINIMAL));
      const script = command
        .replace('helm template', `${requireTool('helm')} template`)
        .replace('RELEASE CHART', `gate ${CHART}`)
        .replace('NAMESPACE', 'market')
        .replace('ADDRESS', 'ada@example.com')
        .replace('FULL-NAME', 'Ada');
      await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder });
      const objects = parseAllDocuments(await readFile(join(folder, 'invite.yaml'), 'utf8')).map((document) =>
        document.toJS(),
      );
      expect(objects.map(({ kind }) => kind).toSorted()).toEqual(['Job', 'NetworkPolicy']);
      const { template } = objects.find(({ kind }) => kind === 'Job').spec;
      expect(template.spec.containers[0].args).toEqual([
        'services/identity/src/admin-invite.ts',
        '--email=ada@example.com',
        '--name=Ada',
        '--role=operator',
        '--hours=24',
      ]);
      const { podSelector } = objects.find(({ kind }) => kind === 'NetworkPolicy').spec;
      expect(template.metadata.labels).toMatchObject(podSelector.matchLabels);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('does not exist by default', () => {
    expect(firstAdminOf(render())).toBeUndefined();
  });
});

describeChart('the retention job', () => {
  const retentionOf = (values: Values = {}) => ofKind(render(values), 'CronJob')['gate-gatehouse-retention'];

  test('G11: runs each hour as its own role, never twice at once, and may fail', () => {
    const { spec } = retentionOf() ?? {};
    expect(spec).toMatchObject({ schedule: '23 * * * *', concurrencyPolicy: 'Forbid' });
    expect(spec.jobTemplate.spec).toMatchObject({ backoffLimit: 0, activeDeadlineSeconds: 3000 });
    const [{ args, env }] = spec.jobTemplate.spec.template.spec.containers;
    expect(args).toEqual(['retention']);
    expect(env[0].value).toMatch(/^postgresql:\/\/retention_service@/);
    expect(env[1].valueFrom.secretKeyRef).toEqual({
      name: 'gate-gatehouse-database-retention',
      key: 'password',
    });
    expect(env.map(({ name }: Manifest) => name)).toEqual(['DATABASE_URL', 'PGPASSWORD', 'LOG_LEVEL']);
  });

  test('G11: reads the URL of the store from the same Secret as the services, where CVs are in one', () => {
    const values = { documents: { enabled: true, urlSecret: { name: 'cvs', key: 's3' } } };
    const [{ env }] = retentionOf(values)?.spec.jobTemplate.spec.template.spec.containers ?? [];
    const source = { secretKeyRef: { name: 'cvs', key: 's3' } };
    expect(env).toContainEqual({ name: 'DOCUMENTS_URL', valueFrom: source });
    for (const service of ['talent', 'employer'])
      expect(environmentOf(render(values), service)['DOCUMENTS_URL']).toEqual(source);
    for (const service of ['identity', 'web'])
      expect(environmentOf(render(values), service)['DOCUMENTS_URL']).toBeUndefined();
  });

  test('reads the URL from a Secret of its own, as each service does, where the values name one', () => {
    const sourcesOf = (urlSecrets: Values) => {
      const values = { documents: { enabled: true, urlSecret: { name: 'cvs', key: 's3' }, urlSecrets } };
      const [{ env }] = retentionOf(values)?.spec.jobTemplate.spec.template.spec.containers ?? [];
      const { valueFrom } = env.find(({ name }: Manifest) => name === 'DOCUMENTS_URL');
      const [talent, employer] = ['talent', 'employer'].map(
        (service) => environmentOf(render(values), service)['DOCUMENTS_URL'],
      );
      return [talent, employer, valueFrom].map(({ secretKeyRef }) => secretKeyRef);
    };
    const shared = { name: 'cvs', key: 's3' };
    expect(
      sourcesOf({
        talent: { name: 'cvs-talent' },
        employer: { name: 'cvs-employer', key: 'address' },
        retention: { name: 'cvs-retention' },
      }),
    ).toEqual([
      { name: 'cvs-talent', key: 'url' },
      { name: 'cvs-employer', key: 'address' },
      { name: 'cvs-retention', key: 'url' },
    ]);
    expect(sourcesOf({ employer: { name: 'cvs-employer' } })).toEqual([
      shared,
      { name: 'cvs-employer', key: 'url' },
      shared,
    ]);
  });

  test('has a way to PostgreSQL and DNS, and none to it', () => {
    const { spec } = requireObject(render(), 'NetworkPolicy', 'gate-gatehouse-retention');
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(spec.ingress).toBeUndefined();
    const ports = spec.egress.flatMap((rule: Manifest) => rule.ports.map(({ port }: Manifest) => port));
    expect(ports).toEqual([53, 53, 5432]);
  });

  test('has its password set by the migrations', () => {
    const [{ env }] = migrationsOf(render()).spec.template.spec.containers;
    expect(env.map(({ name }: Manifest) => name)).toContain('RETENTION_SERVICE_PASSWORD');
  });

  test('K5: enabled in a release with External Secrets, its Secret is not there yet when the migrations of the upgrade run', () => {
    const optionalOf = (values: Values, args: readonly string[]) =>
      migrationsOf(render(values, args))
        .spec.template.spec.containers[0].env.filter(({ name }: Manifest) =>
          name.endsWith('_SERVICE_PASSWORD'),
        )
        .filter(({ valueFrom }: Manifest) => valueFrom.secretKeyRef.optional)
        .map(({ name }: Manifest) => name);
    const stored = INSTALLATIONS['with External Secrets'] ?? {};
    expect(optionalOf(stored, ['--is-upgrade'])).toEqual(['RETENTION_SERVICE_PASSWORD']);
    // At an installation they run after the ExternalSecrets are created, and wait for each Secret.
    expect(optionalOf(stored, [])).toEqual([]);
    expect(optionalOf({}, ['--is-upgrade'])).toEqual([]);
  });

  test('can be disabled, with its role, its policy and its alert', () => {
    const values = { ...INSTALLATIONS['with its database'], retention: { enabled: false } };
    expect(retentionOf(values)).toBeUndefined();
    expect(JSON.stringify(render({ ...values, prometheusRule: { enabled: true } }))).not.toMatch(
      /retention_service|RetentionLate|gatehouse-retention/,
    );
  });
});

describeChart('Secrets from a store', () => {
  test('have the names that the pods read', () => {
    const manifests = render(INSTALLATIONS['with External Secrets']);
    const databases = ['owner', ...API_SERVICES, 'retention'].map((part) => `database-${part}`);
    expect(Object.keys(ofKind(manifests, 'ExternalSecret')).toSorted()).toEqual(
      [...databases, 'documents', 'redis', 'second-factors', 'smtp']
        .map((name) => `gate-gatehouse-${name}`)
        .toSorted(),
    );
    expect(requireObject(manifests, 'ExternalSecret', 'gate-gatehouse-database-talent').spec).toMatchObject({
      secretStoreRef: { name: 'vault', kind: 'ClusterSecretStore' },
      target: {
        template: {
          type: 'kubernetes.io/basic-auth',
          data: { username: 'talent_service', password: '{{ .talent }}' },
        },
      },
      data: [{ secretKey: 'talent', remoteRef: { key: 'gatehouse/database-talent', property: 'password' } }],
    });
  });

  test('each workload has its own access key of the store of documents, and no Secret has the shared one then', () => {
    const urlSecrets = {
      talent: { name: 'cvs-talent' },
      employer: { name: 'cvs-employer' },
      retention: { name: 'cvs-retention', key: 'address' },
    };
    const documentsOf = (values: Values) =>
      (
        Object.values(
          ofKind(render(over(INSTALLATIONS['with External Secrets'] ?? {}, values)), 'ExternalSecret'),
        ) as Manifest[]
      )
        .filter(({ spec }) => /documents/.test(JSON.stringify(spec.data)))
        .map(({ metadata, spec }) => [
          metadata.name,
          ...spec.data.map(({ secretKey, remoteRef }: Manifest) => [secretKey, remoteRef.key]),
        ]);
    expect(documentsOf({ documents: { urlSecrets } })).toEqual([
      ['cvs-talent', ['url', 'gatehouse/documents-talent']],
      ['cvs-employer', ['url', 'gatehouse/documents-employer']],
      ['cvs-retention', ['address', 'gatehouse/documents-retention']],
    ]);
    expect(documentsOf({ documents: { urlSecrets: { employer: urlSecrets.employer } } })).toEqual([
      ['gate-gatehouse-documents', ['url', 'gatehouse/documents']],
      ['cvs-employer', ['url', 'gatehouse/documents-employer']],
    ]);
    // Two ExternalSecrets of one name would overwrite each other's value.
    const same = { talent: { name: 'cvs' }, employer: { name: 'cvs' } };
    const installation = over(INSTALLATIONS['with External Secrets'] ?? {}, {
      documents: { urlSecrets: same },
    });
    expect(refusal(installation)).toContain(
      'documents.urlSecrets: with externalSecrets each Secret has one value',
    );
  });

  test('F11: only identity reads the Secret with the key of the second factors', () => {
    const manifests = render(INSTALLATIONS['with External Secrets']);
    expect(requireObject(manifests, 'ExternalSecret', 'gate-gatehouse-second-factors').spec).toMatchObject({
      target: { name: 'gate-gatehouse-second-factors' },
      data: [{ secretKey: 'key', remoteRef: { key: 'gatehouse/second-factors', property: 'key' } }],
    });
    const keyOf = (values: Values, part: string) =>
      requireObject(
        render(values),
        'Deployment',
        `gate-gatehouse-${part}`,
      ).spec.template.spec.containers[0].env.find(({ name }: Manifest) => name === 'SECRETS_KEY')?.valueFrom
        .secretKeyRef;
    expect(keyOf({}, 'identity')).toEqual({ name: 'gate-gatehouse-second-factors', key: 'key' });
    const own = { secondFactors: { keySecret: { name: 'own', key: 'current' } } };
    expect(keyOf(own, 'identity')).toEqual({ name: 'own', key: 'current' });
    for (const part of [...API_SERVICES, 'web'].filter((name) => name !== 'identity'))
      expect(keyOf({}, part)).toBeUndefined();
  });

  test('do not exist by default', () => {
    expect(ofKind(render(), 'ExternalSecret')).toEqual({});
  });
});

describeChart('a database in the release', () => {
  test('has the roles of the services, each with its Secret, and keeps revocations in a failover', () => {
    const { spec, metadata } = requireObject(
      render(INSTALLATIONS['with its database']),
      'Cluster',
      'gate-gatehouse-database',
    );
    expect(
      spec.managed.roles.map(({ name, passwordSecret }: Manifest) => [name, passwordSecret.name]),
    ).toEqual(
      [...API_SERVICES, 'retention'].map((part) => [`${part}_service`, `gate-gatehouse-database-${part}`]),
    );
    expect(spec.postgresql.synchronous).toEqual({ method: 'any', number: 1, dataDurability: 'required' });
    expect(spec.enableSuperuserAccess).toBe(false);
    expect(metadata.annotations['helm.sh/resource-policy']).toBe('keep');
  });

  test('G2: starts from a backup by the values and commands of docs/operations.md, and archives elsewhere', async () => {
    const blocks = await readOperations('## Back up and restore');
    const named = (text: string) => text.replaceAll('NAME-', 'gate-gatehouse-');
    const [backup = {}, time = {}] = blocks
      .filter(({ language }) => language === 'yaml')
      .map(({ text }): Values => parse(named(text)));
    const newest = over(INSTALLATIONS['with its database'] ?? {}, backup);
    const values = [newest, over(newest, time)];
    const clusters = blocks
      .filter(({ language }) => language === 'console')
      .flatMap(({ text }) => [...text.matchAll(/^\$ helm template .* --values values\.yaml (.*) \|/gm)])
      .map(([, flags = ''], index) => render(values[index], flags.split(' ')));
    expect(clusters.map((objects) => objects.map(({ kind, metadata }) => [kind, metadata.name]))).toEqual([
      [['Cluster', 'lost-time-database']],
      [['Cluster', 'gate-gatehouse-database']],
    ]);
    const [[ofLostTime] = [], [cluster] = []] = clusters;
    expect(cluster.spec.bootstrap).toEqual({
      recovery: {
        source: 'former',
        database: 'gatehouse',
        owner: 'gatehouse_owner',
        secret: { name: 'gate-gatehouse-database-owner' },
        recoveryTarget: { targetTime: '2027-03-01 09:00:00+00' },
      },
    });
    const [{ name, plugin }] = cluster.spec.externalClusters;
    expect(name).toBe('former');
    expect(cluster.spec.plugins[0].parameters.serverName).not.toBe(plugin.parameters.serverName);
    const { recoveryTarget: _, ...untilTheEnd } = cluster.spec.bootstrap.recovery;
    expect(ofLostTime.spec.bootstrap).toEqual({ recovery: untilTheEnd });
    expect(ofLostTime.spec).toMatchObject({ instances: 1, externalClusters: cluster.spec.externalClusters });
    expect(ofLostTime.spec.plugins).toBeUndefined();
    expect(ofLostTime.spec.postgresql.synchronous).toBeUndefined();
  });

  test('is empty at first, with its owner', () => {
    const { spec } = requireObject(
      render(INSTALLATIONS['with its database']),
      'Cluster',
      'gate-gatehouse-database',
    );
    expect(spec.bootstrap).toEqual({
      initdb: {
        database: 'gatehouse',
        owner: 'gatehouse_owner',
        secret: { name: 'gate-gatehouse-database-owner' },
      },
    });
    expect(spec.externalClusters).toBeUndefined();
  });

  test('E4: its instances request CPU, so that pods which start do not starve it', () => {
    const values = { database: { host: '' }, cluster: { enabled: true } };
    const { spec } = requireObject(render(values), 'Cluster', 'gate-gatehouse-database');
    expect(spec.resources.requests).toEqual({ cpu: expect.any(String), memory: expect.any(String) });
  });
});
