import { randomBytes } from 'node:crypto';
import { request } from 'node:https';
import { DEMO_PASSWORD } from '@gatehouse/demo-data/staff';
import { postgresImage } from '@gatehouse/testkit';
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
afterAll(async () => {
  forward?.stop();
  await kubectl('delete', 'namespace', namespace, '--wait=false', '--ignore-not-found');
});

/** One request as a browser sends it. Its certificate is self-made, as the notes say. */
function send(host: string, method: string, path: string, body?: object, cookie = '') {
  return new Promise<{ status: number; cookie: string; text: string }>((resolve, reject) => {
    const payload = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      host,
      origin: `https://${host}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      ...(cookie === '' ? {} : { cookie }),
    };
    request(
      { host: '127.0.0.1', port: forward?.port, method, path, headers, rejectUnauthorized: false },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
            text,
          }),
        );
      },
    )
      .once('error', reject)
      .end(payload);
  });
}

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
    forward = await forwardPort(namespace, service, 8443);

    const page = await send(PUBLIC_HOST, 'GET', '/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('A demonstration, not for production');
    const signIn = await send(PUBLIC_HOST, 'POST', '/api/identities/user_sessions', {
      email: 'owner@demo.test',
      password: DEMO_PASSWORD,
    });
    expect(signIn.status).toBe(201);
    const company = '/api/employer/companies/current';
    const read = await send(PUBLIC_HOST, 'GET', company, undefined, signIn.cookie);
    expect(read.status).toBe(200);
    const users = '/api/identities/users/current';
    const write = await send(PUBLIC_HOST, 'PATCH', users, { name: 'Olga of the quick try' }, signIn.cookie);
    expect(write.status).toBe(200);
    const document = await send(PUBLIC_HOST, 'GET', '/employer', undefined, signIn.cookie);
    expect(document.status).toBe(200);
    expect(document.text).toContain('Olga of the quick try');
    expect((await send(TEAM_HOST, 'GET', '/login')).status).toBe(200);
    expect((await send(PUBLIC_HOST, 'GET', '/_dev/mail')).status).toBe(200);
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
