import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { withOwner } from '@gatehouse/database';
import { makePerson, postgresImage, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import type pg from 'pg';
import { parseAllDocuments } from 'yaml';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { apply, CHART, forwardPort, get, helm, kubectl } from './cluster.ts';
import { FRONT_DOOR } from './front-door.ts';

/** The hosts of `ci/minimal-values.yaml`. */
export const PUBLIC_HOST = 'www.gatehouse.test';
export const TEAM_HOST = 'team.gatehouse.test';

/** Where `ci/minimal-values.yaml` expects its database. */
const PREREQUISITES = new URL('deploy/helm/ci-prerequisites.yaml', REPOSITORY_ROOT);
const PREREQUISITES_NAMESPACE = 'gatehouse-ci';

/** A namespace under the restricted Pod Security Standard with a PostgreSQL, and a release of the chart in it. */
export interface TestRelease {
  readonly namespace: string;
  /** Not restricted by the chart's policies: pods of tests that send requests as an ingress does. */
  readonly loadNamespace: string;
  readonly name: string;
  /** `--set` options that every installation and upgrade of this test has. */
  upgrade(...options: string[]): Promise<string>;
  /** The pods of a component, or of all. */
  pods(component?: string): Promise<readonly Pod[]>;
  /** Runs SQL as the owner. */
  query: TestDatabase['query'];
  makePeople(count: number): Promise<readonly TestPerson[]>;
  uninstall(): Promise<void>;
  /** Deletes both namespaces. */
  remove(): Promise<void>;
}

/** A pod, as far as tests look at it. */
export interface Pod {
  readonly name: string;
  readonly isReady: boolean;
  readonly restarts: number;
}

/**
 * Makes the namespaces and PostgreSQL; `upgrade` installs the release.
 * @param postgres `own`: the test makes the Service `postgres` itself.
 */
export async function prepareTestRelease(
  { values, postgres }: { values: string; postgres: 'one server' | 'own' },
  ...options: string[]
): Promise<TestRelease> {
  const namespace = `gatehouse-test-${randomBytes(3).toString('hex')}`;
  const loadNamespace = `${namespace}-load`;
  const name = 'gate';
  const text = (await readFile(PREREQUISITES, 'utf8'))
    .replaceAll(PREREQUISITES_NAMESPACE, namespace)
    // The names of Secrets are those of the values.
    .replaceAll(`${namespace}-`, `${PREREQUISITES_NAMESPACE}-`)
    .replace('postgres:18', postgresImage());
  const prerequisites = parseAllDocuments(text).map((document) => document.toJS());
  const isServer = ({ kind }: { kind: string }) => kind === 'Deployment' || kind === 'Service';
  const items = prerequisites.filter((one) => postgres === 'one server' || !isServer(one));
  await apply({ apiVersion: 'v1', kind: 'List', items });
  await apply({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: loadNamespace, labels: { 'gatehouse.test/load': 'true' } },
  });
  if (postgres === 'one server')
    await kubectl('-n', namespace, 'rollout', 'status', 'deployment/postgres', '--timeout=180s');
  const query: TestDatabase['query'] = async <Row extends pg.QueryResultRow>(
    statement: string,
    parameters: readonly unknown[] = [],
  ) => {
    const forward = await forwardPort(namespace, 'service/postgres', 5432);
    const url = `postgres://gatehouse_owner:owner-for-tests@127.0.0.1:${forward.port}/gatehouse`;
    try {
      return await withOwner(
        url,
        async (client) => (await client.query<Row>(statement, [...parameters])).rows,
      );
    } finally {
      forward.stop();
    }
  };
  const peer = (index: number, label: string) =>
    `networkPolicy.ingressPeers[${index}].namespaceSelector.matchLabels.${label.replaceAll('.', '\\.')}`;
  const policy = [`${peer(0, 'gatehouse.test/load')}=true`];
  const [, ingressNamespace] = FRONT_DOOR.origin === '' ? [] : new URL(FRONT_DOOR.origin).hostname.split('.');
  if (ingressNamespace !== undefined)
    policy.push(`${peer(1, 'kubernetes.io/metadata.name')}=${ingressNamespace}`);
  // The load renames its users without a pause.
  const env = 'services.identity.extraEnv[0]';
  const unlimited = ['--set', `${env}.name=ACCOUNT_CHANGES`, '--set-string', `${env}.value=1000000`];
  return {
    namespace,
    loadNamespace,
    name,
    upgrade: (...more) =>
      helm(
        ...[
          'upgrade',
          name,
          CHART,
          '--install',
          '--namespace',
          namespace,
          '--values',
          `${CHART}/ci/${values}`,
        ],
        ...[...policy.flatMap((one) => ['--set-string', one]), ...unlimited, ...options, ...more],
      ),
    pods: async (component) => {
      const selector = [`app.kubernetes.io/instance=${name}`];
      if (component !== undefined) selector.push(`app.kubernetes.io/component=${component}`);
      const { items } = await get('pods', '-n', namespace, '-l', selector.join(','));
      return items.map(({ metadata, status }: (typeof items)[number]) => ({
        name: metadata.name,
        isReady: status.containerStatuses?.every(({ ready }: { ready: boolean }) => ready) === true,
        restarts: Math.max(
          0,
          ...(status.containerStatuses ?? []).map((one: Pod & { restartCount: number }) => one.restartCount),
        ),
      }));
    },
    query,
    makePeople: async (count) => {
      const people: TestPerson[] = [];
      while (people.length < count) people.push(await makePerson({ query }));
      return people;
    },
    uninstall: async () => {
      await helm('uninstall', name, '--namespace', namespace, '--wait', '--timeout', '3m');
    },
    remove: async () => {
      await kubectl('delete', 'namespace', namespace, loadNamespace, '--wait=false', '--ignore-not-found');
    },
  };
}
