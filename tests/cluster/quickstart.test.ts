import { randomBytes } from 'node:crypto';
import { DEMO_PASSWORD } from '@gatehouse/demo-data/staff';
import { type ApiClient, createApiClient, postgresImage, signIn } from '@gatehouse/testkit';
import { afterAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { apply, CHART, forwardPort, get, helm, kubectl, type PortForward } from './support/cluster.ts';

const namespace = `gatehouse-try-${randomBytes(3).toString('hex')}`;
const name = 'gatehouse';
/** The ports of the documented address are taken on some machines: the host of a request names them, the connection another one. */
const PUBLIC_HOST = 'localhost:8443';
const TEAM_HOST = 'team.localhost:8443';
const NGINX = process.env['NGINX_IMAGE'];
const IMAGES = [
  ...['--set', `quickstartImages.postgres=${postgresImage()}`],
  ...(NGINX === undefined ? [] : ['--set', `quickstartImages.nginx=${NGINX}`]),
];

let forward: PortForward | undefined;
const clients: ApiClient[] = [];
afterAll(async () => {
  for (const client of clients) client.close();
  forward?.stop();
  await kubectl('delete', 'namespace', namespace, '--wait=false', '--ignore-not-found');
});

/** Sends requests to a host through the forwarded port. Its certificate is self-made, as the notes say. */
const clientOf = (host: string, port: number) => {
  const client = createApiClient({ port, host, scheme: 'https' });
  clients.push(client);
  return client;
};

describe('the quick try on an empty cluster, under the restricted Pod Security Standard', () => {
  test('one command installs it, and its notes lead to it', async () => {
    await apply({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
    });
    const startedAt = Date.now();
    const notes = await helm(
      ...['install', name, CHART, '--namespace', namespace, '--values', `${CHART}/ci/quickstart-values.yaml`],
      ...[...IMAGES, '--wait', '--timeout', '5m'],
    );
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const [, service = ''] = /port-forward service\/(\S+) 8443:8443/.exec(notes) ?? [];
    expect(notes).toContain(`https://${PUBLIC_HOST} `);
    expect(notes).toContain(`https://${TEAM_HOST} `);
    expect(notes).toContain(DEMO_PASSWORD);
    forward = await forwardPort(namespace, `service/${service}`, 8443);
    const { port } = forward;

    const visitor = clientOf(PUBLIC_HOST, port);
    const team = clientOf(TEAM_HOST, port);
    const page = await visitor.request('/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('A demonstration, not for production');
    const cookie = await signIn(visitor, 'owner@demo.test');
    const company = '/api/employer/companies/current';
    expect((await visitor.request(company, { cookie })).status).toBe(200);
    const change = { method: 'PATCH', body: { name: 'Olga of the quick try' }, cookie };
    expect((await visitor.request('/api/identities/users/current', change)).status).toBe(200);
    const document = await visitor.request('/employer', { cookie });
    expect(document.status).toBe(200);
    expect(document.text).toContain('Olga of the quick try');
    expect((await team.request('/login')).status).toBe(200);
    expect((await visitor.request('/_dev/mail')).status).toBe(200);
    recordFinding('A real cluster', {
      tried: 'the quick try: one command, its one port-forward, a sign-in, reads and a write',
      counted: { 'seconds until ready': seconds, 'answers other than expected': 0 },
    });
  });

  test('K4: `helm uninstall` leaves nothing of it', async () => {
    forward?.stop();
    await helm('uninstall', name, '--namespace', namespace, '--wait', '--timeout', '3m');
    const kinds = 'deployments,services,networkpolicies,configmaps,secrets,serviceaccounts,jobs,cronjobs';
    const { items } = await get(kinds, '-n', namespace, '-l', `app.kubernetes.io/instance=${name}`);
    expect(items.map(({ kind, metadata }: (typeof items)[number]) => `${kind}/${metadata.name}`)).toEqual([]);
  });
});
