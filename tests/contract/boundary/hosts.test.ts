import {
  type ApiService,
  byService,
  describeEndpoints,
  type Endpoint,
  serviceOfPath,
  wholeContract,
} from '@gatehouse/contract';
import {
  type ApiAnswer,
  type ApiClient,
  type ApiRequest,
  createApiClient,
  makeAdmin,
  makePerson,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';

/** Every endpoint of the contract; one that is declared tomorrow is tried tomorrow. */
const endpoints = describeEndpoints(wholeContract);
const rows = endpoints.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }));

type System = 'user' | 'admin';
const OTHER = { user: 'admin', admin: 'user' } as const;
const PAGES = 'https://www.example.test';
const STAFF_PAGES = 'https://staff.example.test';

/**
 * The identity system of an endpoint, worked out from its path: apart from the contract's own word for it.
 * The staff's endpoints are those of admins; everything else is of users.
 */
const systemOf = ({ path }: Endpoint): System => (/^\/identities\/admin(_|\/)/.test(path) ? 'admin' : 'user');

let system: TestSystem;
let services: Readonly<Record<ApiService, ApiClient>>;
let cookie: string;
/** A row that the endpoints of visitors find, by a part of their path. */
let publicIds: Readonly<Record<string, string>>;
let publicLogo: string;
let attacks = 0;
beforeAll(async () => {
  system = await startTestSystem({
    withWeb: true,
    environment: { ALLOWED_ORIGINS: `user=${PAGES},admin=${STAFF_PAGES}` },
  });
  services = byService((name) => {
    const { hostname, port } = new URL(system.local.services[name][0]?.url ?? '');
    return createApiClient({ port: Number(port), host: `${hostname}:${port}` });
  });
  const owner = await makePerson(system.database, {
    talent: 'active',
    membership: { role: 'owner', status: 'active' },
  });
  const admin = await makeAdmin(system.database, 'operator');
  cookie = `${owner.cookie}; ${admin.cookie}`;
  const [post] = await system.database.query<{ id: string; company_id: string; logo_hash: string }>(
    `select p.id, p.company_id, c.logo_hash from employer.job_posts p join employer.companies c on c.id = p.company_id
      where p.state = 'published' and c.condition = 'active' and c.logo_hash <> '' order by p.id limit 1`,
  );
  publicLogo = post?.logo_hash ?? '';
  publicIds = { '/job_posts/': post?.id ?? '', '/talent/companies/': post?.company_id ?? '' };
});
afterAll(async () => {
  for (const client of Object.values(services)) client.close();
  await system.stop();
});

const hostOf = (of: System) => (of === 'user' ? system.local.publicHost : system.local.teamHost);
const nameOf = (of: System) => hostOf(of).replace(/:\d+$/, '');
const pathOf = ({ path }: Endpoint) => {
  const [, id = '01900000-0000-7000-8000-000000000000'] =
    Object.entries(publicIds).find(([part]) => path.includes(part)) ?? [];
  return `/api${path.replace('{hash}', publicLogo).replaceAll(/\{[a-z_]+\}/g, id)}`;
};
const serviceOf = ({ path }: Endpoint) => services[serviceOfPath(path)];

/** Asks the endpoint's service itself. */
const send = (endpoint: Endpoint, headers: ApiRequest['headers'] = {}, method: string = endpoint.method) =>
  serviceOf(endpoint).request(pathOf(endpoint), {
    method,
    headers,
    ...(endpoint.hasBody && method === endpoint.method ? { body: {} } : {}),
  });

/** What tells answers apart: nothing of it may tell a hidden endpoint from a path that never was. */
function faceOf({ status, headers, body }: ApiAnswer) {
  const { date: _, ...others } = headers;
  return { status, headers: others, body: { ...body, trace_id: '' } };
}

/** The ways to name the host of `of` in a request to a service. */
function spellingsOf(of: System): Readonly<Record<string, Record<string, string>>> {
  const name = nameOf(of);
  return {
    'as configured': { host: hostOf(of) },
    'without a port': { host: name },
    'with another port': { host: `${name}:9999` },
    'in upper case': { host: hostOf(of).toUpperCase() },
    'with a trailing dot': { host: `${name}.` },
    'with a trailing dot and a port': { host: `${name}.:443` },
    'behind a proxy that names its own Host': { 'x-forwarded-host': hostOf(of) },
    'behind two proxies': { 'x-forwarded-host': `${hostOf(of)}, inner.example.test` },
    'beside an X-Forwarded-Host of the other system': {
      host: hostOf(of),
      'x-forwarded-host': hostOf(OTHER[of]),
    },
    'beside an X-Forwarded-Host of an inner name': { host: hostOf(of), 'x-forwarded-host': 'identity:8080' },
  };
}

describe("G5 F12: an endpoint does not exist on the other identity system's host", () => {
  test.each(rows)('$name', async ({ endpoint }) => {
    expect(endpoint.system).toBe(systemOf(endpoint));
    for (const [spelling, headers] of Object.entries(spellingsOf(OTHER[systemOf(endpoint)]))) {
      const nothing = faceOf(
        await serviceOf(endpoint).request('/api/no/such/path', { method: endpoint.method, headers }),
      );
      expect(nothing).toMatchObject({ status: 404, body: { code: 'not_found' } });
      const tried: (readonly [string, Promise<ApiAnswer>])[] = [
        ['as declared', send(endpoint, headers)],
        ['signed in', send(endpoint, { ...headers, cookie })],
        ['from another site', send(endpoint, { ...headers, 'sec-fetch-site': 'cross-site' })],
        ['by a method that it does not have', send(endpoint, headers, 'PROPFIND')],
      ];
      for (const [how, answer] of tried)
        expect([spelling, how, faceOf(await answer)]).toEqual([spelling, how, nothing]);
      attacks += tried.length;
      // A HEAD has no body to compare.
      expect([spelling, (await send(endpoint, headers, 'HEAD')).status]).toEqual([spelling, 404]);
      for (const origin of [PAGES, STAFF_PAGES]) {
        const asked = { ...headers, origin, 'access-control-request-method': endpoint.method };
        const preflight = await send(endpoint, asked, 'OPTIONS');
        expect(preflight.status).toBe(404);
        expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
        expect(preflight.headers['allow']).toBeUndefined();
      }
      attacks += 3;
    }
  });

  test('the attacks are counted', () => {
    recordFinding('Hosts', {
      tried: "F12: an endpoint is called on the other identity system's host, in every spelling of its name",
      counted: { endpoints: endpoints.length, requests: attacks, 'answers other than 404': 0 },
    });
    expect(attacks).toBeGreaterThan(endpoints.length * 60);
  });
});

describe('G5: an endpoint answers on the host of its own identity system, on an API host and on an internal address', () => {
  test.each(rows)('$name', async ({ endpoint }) => {
    const own = systemOf(endpoint);
    const names: readonly Record<string, string>[] = [
      ...Object.values(spellingsOf(own)).filter(
        (headers) => headers['x-forwarded-host'] !== hostOf(OTHER[own]),
      ),
      { host: 'api.example.test' },
      { host: 'identity.gatehouse.svc.cluster.local:8080' },
      {},
    ];
    for (const headers of names) {
      const answer = await send(endpoint, headers);
      expect([headers, answer.body?.code]).not.toEqual([headers, 'not_found']);
      if (endpoint.rule.kind !== 'public') expect(answer.status).toBe(401);
      expect((await send(endpoint, headers, 'PROPFIND')).status).toBe(405);
    }
  });

  test.each(rows.filter(({ endpoint: { method } }) => method === 'GET'))(
    'the web tier’s way, with the Cookie header alone: $name',
    async ({ endpoint }) => {
      const answer = await send(endpoint, { 'sec-fetch-site': null, cookie });
      expect([endpoint.status, 400, 404]).toContain(answer.status);
      if (answer.status === 404) expect(endpoint.refusals).toContain('not_found');
      // The decision allowed the request: only then does a read miss the query that it requires.
      if (answer.status === 400) expect(answer.body.code).toBe('input_invalid');
    },
  );
});

describe('G5: through the ingress', () => {
  test.each(rows)('$name', async ({ endpoint }) => {
    const own = systemOf(endpoint);
    const clients = { user: system.publicHost, admin: system.teamHost };
    const ask = (client: ApiClient) =>
      client.request(pathOf(endpoint), {
        method: endpoint.method,
        ...(endpoint.hasBody ? { body: {} } : {}),
      });
    const [here, elsewhere] = [await ask(clients[own]), await ask(clients[OTHER[own]])];
    expect(here.body?.code).not.toBe('not_found');
    expect(elsewhere).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(elsewhere.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });
});

describe('A3: the origins of an endpoint are those of its own identity system', () => {
  const enrol = (origin: string, host: string) =>
    services.identity.request('/api/identities/admin_enrolments/open', {
      method: 'POST',
      body: { token: 'unknown' },
      headers: { host, origin, 'sec-fetch-site': 'cross-site' },
    });

  test('a page of users may not send an enrolment of the staff, nor the reverse', async () => {
    const signUp = (origin: string) =>
      services.identity.request('/api/identities/users', {
        method: 'POST',
        body: {},
        headers: { origin, 'sec-fetch-site': 'cross-site' },
      });
    expect((await enrol(PAGES, 'api.example.test')).body.code).toBe('csrf_origin_denied');
    expect((await enrol(STAFF_PAGES, 'api.example.test')).body.code).toBe('token_invalid');
    expect((await signUp(STAFF_PAGES)).body.code).toBe('csrf_origin_denied');
    expect((await signUp(PAGES)).body.code).toBe('input_invalid');
  });

  test('a listed page reads with credentials what is of its own identity system alone', async () => {
    const headersOf = async (path: string, origin: string, method = 'GET') => {
      const headers = { host: 'api.example.test', origin, 'access-control-request-method': 'GET' };
      const answer = await services.identity.request(`/api/identities/${path}`, { method, headers });
      return [answer.status, answer.headers['access-control-allow-origin']];
    };
    expect(await headersOf('admin_sessions/current', PAGES)).toEqual([401, undefined]);
    expect(await headersOf('admin_sessions/current', PAGES, 'OPTIONS')).toEqual([405, undefined]);
    expect(await headersOf('admin_sessions/current', STAFF_PAGES)).toEqual([401, STAFF_PAGES]);
    expect(await headersOf('admin_sessions/current', STAFF_PAGES, 'OPTIONS')).toEqual([204, STAFF_PAGES]);
    expect(await headersOf('user_sessions/current', STAFF_PAGES, 'OPTIONS')).toEqual([405, undefined]);
    expect(await headersOf('user_sessions/current', PAGES, 'OPTIONS')).toEqual([204, PAGES]);
  });
});
