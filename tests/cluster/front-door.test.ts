import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import selfsigned from 'selfsigned';
import { recordFinding } from '#support/assurance.ts';
import { waitFor } from '#support/wait-for.ts';
import { apply, get } from './support/cluster.ts';
import { FRONT_DOOR, LOAD_IMAGE } from './support/front-door.ts';
import { runInPod } from './support/node-pod.ts';
import { PUBLIC_HOST, prepareTestRelease, TEAM_HOST, type TestRelease } from './support/test-release.ts';

const EMAIL = 'ida@made.test';
const PASSWORD = 'a-password-of-ida';
const TLS_SECRET = 'front';
const GATEWAY = 'front';

/** What one client saw, request by request. */
interface Seen {
  readonly status: number;
  readonly cookie: string;
  readonly text: string;
}

/** Runs in a pod: signs in as a browser does and writes, each certificate checked against the authority and the host's name. */
async function signInAndWrite(input: {
  origin: string;
  publicHost: string;
  teamHost: string;
  ca: string;
  email: string;
  password: string;
  name: string;
}): Promise<Record<string, Seen>> {
  const https = process.getBuiltinModule('node:https');
  const url = new URL(input.origin);
  const send = (
    host: string,
    method: string,
    path: string,
    { body, cookie = '' }: { body?: object; cookie?: string | undefined } = {},
  ) =>
    new Promise<Seen>((resolve, reject) => {
      const payload = body === undefined ? '' : JSON.stringify(body);
      const headers = {
        host,
        origin: `https://${host}`,
        'sec-fetch-site': 'same-origin',
        ...(cookie === '' ? {} : { cookie }),
        ...(payload === ''
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      };
      const sending = https.request(
        {
          host: url.hostname,
          port: url.port || 443,
          servername: host,
          ca: input.ca,
          method,
          path,
          headers,
          timeout: 30_000,
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part) => {
            text += part;
          });
          answer.once('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              cookie: answer.headers['set-cookie']?.join('\n') ?? '',
              text: text.slice(0, 2000),
            }),
          );
        },
      );
      sending.once('timeout', () => sending.destroy(new Error(`${method} ${path}: no answer`)));
      sending.once('error', reject);
      sending.end(payload);
    });
  const users = '/api/identities/users/current';
  const page = await send(input.publicHost, 'GET', '/login');
  const signIn = await send(input.publicHost, 'POST', '/api/identities/user_sessions', {
    body: { email: input.email, password: input.password },
  });
  const cookie = signIn.cookie.split(';')[0];
  return {
    page,
    signIn,
    write: await send(input.publicHost, 'PATCH', users, { body: { name: input.name }, cookie }),
    read: await send(input.publicHost, 'GET', '/api/identities/user_sessions/current', { cookie }),
    document: await send(input.publicHost, 'GET', '/account', { cookie }),
    jobs: await send(input.publicHost, 'GET', '/api/talent/job_posts'),
    company: await send(input.publicHost, 'GET', '/api/employer/companies/current', { cookie }),
    teamPage: await send(input.teamHost, 'GET', '/login'),
    teamApi: await send(input.teamHost, 'GET', '/api/identities/admin_sessions/current'),
    otherSystem: await send(input.teamHost, 'GET', '/api/identities/user_sessions/current', { cookie }),
  };
}

let release: TestRelease;
let authority: string;
beforeAll(async () => {
  release = await prepareTestRelease({ values: 'minimal-values.yaml', postgres: 'one server' });
  const hosts = [PUBLIC_HOST, TEAM_HOST].map((value) => ({ type: 2 as const, value }));
  const pair = await selfsigned.generate([{ name: 'commonName', value: PUBLIC_HOST }], {
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: hosts }],
  });
  authority = pair.cert;
  await apply({
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'kubernetes.io/tls',
    metadata: { name: TLS_SECRET, namespace: release.namespace },
    stringData: { 'tls.crt': pair.cert, 'tls.key': pair.private },
  });
});
afterAll(() => release.remove());

/** One request to each part on each host. */
const LED = ['page', 'signIn', 'jobs', 'company', 'teamPage', 'teamApi'];

/** Waits until the front door uses the certificate and the routes, then returns what one client sees. */
async function visit(name: string): Promise<Record<string, Seen>> {
  const { loadNamespace: namespace, query } = release;
  await query(
    `with made as (insert into identity.users (email, name, email_verified_at) values ($1, 'Ida', now())
       on conflict (email) do update set name = 'Ida' returning id)
     insert into identity.credentials (user_id, password_hash) select id, $2 from made on conflict do nothing`,
    [EMAIL, await hash(PASSWORD)],
  );
  let attempt = 0;
  return waitFor(async () => {
    attempt += 1;
    try {
      const seen = await runInPod(
        { namespace, name: `visit-${name.toLowerCase()}-${attempt}`, image: LOAD_IMAGE },
        signInAndWrite,
        {
          origin: FRONT_DOOR.origin,
          publicHost: PUBLIC_HOST,
          teamHost: TEAM_HOST,
          ca: authority,
          email: EMAIL,
          password: PASSWORD,
          name: `Ida of ${name}`,
        },
      );
      // The controller takes one route after the other.
      return LED.some((what) => seen[what]?.status === 404) ? undefined : seen;
    } catch (error) {
      // The controller still has its own certificate.
      if (attempt > 10) throw error;
      return undefined;
    }
  }, 180_000);
}

function expectVisit(seen: Record<string, Seen>, name: string): void {
  const statuses = Object.fromEntries(Object.entries(seen).map(([what, { status }]) => [what, status]));
  expect(statuses).toEqual({
    page: 200,
    signIn: 201,
    write: 200,
    read: 200,
    document: 200,
    jobs: 200,
    company: 403,
    teamPage: 200,
    teamApi: 401,
    otherSystem: 404,
  });
  expect(seen['signIn']?.cookie).toMatch(/^app_session_id=[^;]+;.*HttpOnly.*Secure/is);
  expect(JSON.parse(seen['read']?.text ?? '').identities_user.name).toBe(`Ida of ${name}`);
  recordFinding('A real cluster', {
    tried: `a sign-in, a write and reads on both hosts through ${name}, over TLS`,
    counted: { requests: Object.keys(seen).length, 'answers other than expected': 0 },
  });
}

const onIngress = FRONT_DOOR.ingressClass === '' ? test.skip : test;
const onGateway = FRONT_DOOR.gatewayClass === '' ? test.skip : test;
if (FRONT_DOOR.gatewayClass === '')
  console.warn(
    '*** NOTHING GOES THROUGH A GATEWAY: set CLUSTER_GATEWAY_CLASS and CLUSTER_INGRESS_ORIGIN ***',
  );

describe('the front door of a release on a real cluster', () => {
  onIngress('G5: a sign-in and a write through an Ingress with the hosts’ certificate', async () => {
    await release.upgrade(
      ...[
        '--wait',
        '--timeout',
        '5m',
        '--set',
        'ingress.enabled=true',
        '--set',
        `tls.secretName=${TLS_SECRET}`,
      ],
      ...['--set', `ingress.public.className=${FRONT_DOOR.ingressClass}`],
      ...['--set', `ingress.team.className=${FRONT_DOOR.ingressClass}`],
    );
    expectVisit(await visit('Ingress'), 'Ingress');
  });

  onGateway(
    'G5: a sign-in and a write through an HTTPRoute of a Gateway with the same certificate',
    async () => {
      await apply({
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'Gateway',
        metadata: { name: GATEWAY, namespace: release.namespace },
        spec: {
          gatewayClassName: FRONT_DOOR.gatewayClass,
          listeners: [
            {
              name: 'https',
              port: 443,
              protocol: 'HTTPS',
              tls: { mode: 'Terminate', certificateRefs: [{ name: TLS_SECRET }] },
            },
          ],
        },
      });
      const parents = ['public', 'team'].flatMap((host) => [
        '--set',
        `httpRoute.${host}.parentRefs[0].name=${GATEWAY}`,
      ]);
      // The Ingress goes with this upgrade: only the routes lead to the hosts.
      await release.upgrade('--wait', '--timeout', '5m', '--set', 'httpRoute.enabled=true', ...parents);
      expect((await get('ingresses', '-n', release.namespace)).items).toEqual([]);
      expectVisit(await visit('HTTPRoute'), 'HTTPRoute');
    },
  );
});
