import {
  type ApiClient,
  type ApiRequest,
  createInstanceClient,
  type StoppablePart,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Behaviour, type StandInApi, startStandInApi } from '#support/stand-in-api.ts';
import { startWebOnStandIn } from '#support/web-on-stand-in.ts';

let api: StandInApi;
const web: StoppablePart[] = [];
let visitor: ApiClient;
let team: ApiClient;
let stranger: ApiClient;
let second: ApiClient;

beforeAll(async () => {
  api = await startStandInApi();
  for (let instance = 0; instance < 2; instance += 1) {
    web.push(await startWebOnStandIn(api));
  }
  const [first, other] = web as [StoppablePart, StoppablePart];
  visitor = createInstanceClient(first, 'public.test');
  second = createInstanceClient(other, 'public.test');
  team = createInstanceClient(first, 'team.test');
  stranger = createInstanceClient(first, 'other.test');
});
afterAll(async () => {
  for (const client of [visitor, second, team, stranger]) client.close();
  for (const service of web) await service.stop();
  await api.stop();
});
beforeEach(() => api.reset());

const COOKIE = 'app_session_id=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const TEAM_COOKIE = 'team_session_id=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
const signedIn = (path: string, options: ApiRequest = {}) =>
  visitor.request(path, { cookie: COOKIE, ...options });

describe('the session read', () => {
  test('W1: without a session cookie the session is null and the API is not called', async () => {
    const answer = await visitor.request('/', { cookie: 'other=1; app_session_id_2=x; team_session_id=x' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Sign in');
    expect(api.sessionCalls()).toBe(0);
  });

  test.each(['/talent', '/account', '/', '/talent/profile', '/no/such/page'])(
    'B4 W2: a document at %s makes exactly one session call',
    async (path) => {
      await signedIn(path);
      expect(api.sessionCalls()).toBe(1);
    },
  );

  test('W2: a data request that runs no root loader and no policy makes none', async () => {
    await signedIn('/jobs/x.data?_routes=pages%2Fjobs%2Fjob');
    expect(api.sessionCalls()).toBe(0);
  });

  test('W6 W8: on a protected document the session is asked before the page data, once, and the page carries both', async () => {
    const answer = await signedIn('/talent');
    expect(answer.status).toBe(200);
    const [first, ...pageData] = api.calls.map(({ path }) => path);
    expect(first).toBe('/api/identities/user_sessions/current');
    // All at the same time, on several connections.
    expect(pageData.toSorted()).toEqual([
      '/api/talent/applications?limit=4',
      '/api/talent/applications?limit=50&is_waiting=true',
      '/api/talent/job_posts?limit=4',
      '/api/talent/profiles/current',
      '/api/talent/saved_job_posts?limit=10',
    ]);
    expect(answer.text).toContain('In the first paint');
    expect(answer.text).toContain('Stand In');
  });

  test('W6: a policy that redirects runs before every loader', async () => {
    api.session = { ...api.session, talent_access: { state: 'suspended' } };
    const answer = await signedIn('/talent');
    expect(answer.status).toBe(302);
    expect(answer.headers['location']).toBe('/talent/suspended');
    expect(api.calls.map(({ path }) => path)).toEqual(['/api/identities/user_sessions/current']);
  });

  test('W3: 401 is signed out', async () => {
    api.behaviour = 401;
    const home = await signedIn('/');
    expect(home.status).toBe(200);
    expect(home.text).toContain('Sign in');
    const area = await signedIn('/talent/profile?x=1');
    expect(area.status).toBe(302);
    expect(area.headers['location']).toBe('/login?return_to=%2Ftalent%2Fprofile%3Fx%3D1');
  });

  const failures: readonly (readonly [Behaviour, number])[] = [
    [403, 502],
    [500, 503],
    [503, 503],
    ['drop', 503],
    ['hang', 503],
    ['garbage', 503],
  ];
  test.each(failures)(
    'W3 E4: %s reaches the error display and is never taken for signed out',
    async (behaviour, status) => {
      // A hanging API holds each of these until the web tier's patience ends.
      const paths = ['/talent', '/talent.data?_routes=policies%2Ftalent', '/', '/login'];
      for (const path of behaviour === 'hang' ? paths.slice(0, 2) : paths) {
        api.behaviour = behaviour;
        const answer = await signedIn(path);
        expect(answer.status).toBe(status);
        expect(answer.headers['location']).toBeUndefined();
        expect(answer.headers['set-cookie']).toBeUndefined();
        expect(answer.headers['cache-control']).toBe('private, no-store');
        if (status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        if (!path.includes('.data')) {
          expect(answer.text).toContain('You have not been signed out');
          expect(answer.text).not.toContain('href="/login"');
        }
      }
    },
  );

  test('W4: no instance keeps a session: what one has read, neither uses for the next request', async () => {
    expect((await signedIn('/talent')).status).toBe(200);
    api.behaviour = 401;
    expect((await signedIn('/talent')).status).toBe(302);
    expect((await second.request('/talent', { cookie: COOKIE })).status).toBe(302);
    api.behaviour = 'live';
    expect((await second.request('/talent', { cookie: COOKIE })).status).toBe(200);
  });

  test('W7: the Cookie header goes to the API and no other header of the visitor does; no Set-Cookie comes back', async () => {
    api.behaviour = 'set-cookie';
    const cookie = `theme=dark; ${COOKIE}; x=y`;
    const headers = {
      authorization: 'Bearer secret',
      'x-forwarded-for': '6.6.6.6',
      'x-custom': 'custom',
      'user-agent': 'Visitor/1.0',
      referer: 'https://a.test/',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    const answer = await visitor.request('/', { cookie, headers });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const [call] = api.calls.filter(({ path }) => path.includes('current'));
    expect(call?.headers['cookie']).toBe(cookie);
    for (const name of ['authorization', 'x-forwarded-for', 'x-custom', 'referer'])
      expect(call?.headers[name]).toBeUndefined();
    // A header of our own, in a trace of our own (F19).
    expect(call?.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
    expect(call?.headers['traceparent']).not.toContain('0af7651916cd43dd8448eb211c80319c');
    expect(call?.headers['user-agent']).not.toBe('Visitor/1.0');
    expect(answer.text).not.toContain('aaaaaaaaaaaaaaaaaaaa');
  });

  test('S6 B6: each host looks at its own cookie and asks its own session', async () => {
    const wrong = await team.request('/', { cookie: COOKIE });
    expect(wrong.status).toBe(302);
    expect(api.sessionCalls()).toBe(0);
    await visitor.request('/', { cookie: TEAM_COOKIE });
    expect(api.sessionCalls()).toBe(0);
    api.reset();
    api.session = {
      identities_admin: { id: 'x', name: 'Ada Stand', email: 'a@b.test', role: 'viewer' },
      session: {},
    };
    const right = await team.request('/', { cookie: TEAM_COOKIE });
    expect(right.status).toBe(200);
    expect(right.text).toContain('identitiesAdminSession');
    expect(right.text).not.toContain('identitiesUserSession');
    expect(api.calls.map(({ path }) => path)).toEqual(['/api/identities/admin_sessions/current']);
  });

  test('S4: a live admin session opens the team host, under its own key; without one the value is null', async () => {
    api.session = {
      identities_admin: { id: 'x', name: 'Ada Stand', email: 'a@b.test', role: 'viewer' },
      session: {},
    };
    const signedInTeam = await team.request('/_root.data?_routes=root', { cookie: TEAM_COOKIE });
    expect(signedInTeam.text).toContain('identitiesAdminSession');
    expect(signedInTeam.text).toContain('Ada Stand');
    api.behaviour = 401;
    const signedOut = await team.request('/login', { cookie: TEAM_COOKIE });
    expect(signedOut.status).toBe(200);
    expect(signedOut.text).not.toContain('Ada Stand');
  });

  test('S1 R1: a document request runs the root loader, and its route data holds the session', async () => {
    expect((await signedIn('/')).text).toContain('identitiesUserSession');
    const data = await signedIn('/_root.data?_routes=root');
    expect(data.status).toBe(200);
    expect(data.text).toContain('identitiesUserSession');
  });
});

describe('policies', () => {
  const journeys = [
    ['none', 'none', '/talent', '/talent/welcome'],
    ['pending', 'none', '/talent', null],
    ['active', 'none', '/talent', null],
    ['suspended', 'none', '/talent/profile', '/talent/suspended?return_to=%2Ftalent%2Fprofile'],
    ['active', 'none', '/talent/welcome', '/talent'],
    ['active', 'none', '/talent/suspended', '/talent'],
    ['none', 'none', '/employer', '/employer/start'],
    ['none', 'active', '/employer/start', '/employer'],
    ['none', 'membership_inactive', '/employer/jobs', '/employer/inactive?return_to=%2Femployer%2Fjobs'],
    ['none', 'company_disabled', '/employer', '/employer/disabled'],
    ['none', 'company_disabled', '/employer/disabled', null],
    ['active', 'none', '/login', '/talent'],
    ['none', 'active', '/login', '/employer'],
    ['none', 'none', '/signup', '/'],
    ['none', 'none', '/login?return_to=%2Faccount', '/account'],
    ['none', 'none', '/login?return_to=%2F%2Fevil.test', '/'],
  ] as const;

  test.each(journeys)('B3: talent %s, employer %s, at %s: goes to %s', async (talent, employer, path, to) => {
    api.session = { ...api.session, talent_access: { state: talent }, employer_access: { state: employer } };
    const answer = await signedIn(path);
    expect(answer.headers['location'] ?? null).toBe(to);
    expect(answer.status).toBe(to === null ? 200 : 302);
    // P4: the policy's null loader answers a click as well, by a data request.
    expect(api.sessionCalls()).toBe(1);
  });

  test('P4: a click into an area asks the web tier, and the policy answers it', async () => {
    api.behaviour = 401;
    const answer = await signedIn('/talent.data?_routes=policies%2Ftalent');
    expect(answer.status).toBe(202);
    expect(answer.text).toContain('/login?return_to=%2Ftalent');
  });

  test('B2: leaving the policy out of the request gives no data that the API would not give', async () => {
    api.behaviour = 401;
    const answer = await signedIn('/talent.data?_routes=pages%2Ftalent%2Fhome');
    expect(answer.status).toBe(202);
    expect(answer.text).not.toContain('In the first paint');
  });

  test('B5: the web tier proxies nothing', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await signedIn('/api/identities/user_sessions/current', {
        method,
        ...(method === 'POST' ? { body: {} } : {}),
      });
      // G5: the web tier's own refusal of an API path that the ingress sent here.
      expect({ status: answer.status, body: JSON.parse(answer.text) }).toEqual({
        status: 404,
        body: expect.objectContaining({ status: 404, code: 'not_found' }),
      });
    }
    expect(api.calls.filter(({ path }) => path !== '/api/identities/user_sessions/current')).toEqual([]);
  });
});

describe('the outer headers', () => {
  const kinds: readonly (readonly [string, string, ApiRequest, number])[] = [
    ['a document', '/', {}, 200],
    ['a protected document', '/talent', {}, 200],
    ['a data response', '/_root.data?_routes=root', {}, 200],
    ['HEAD', '/', { method: 'HEAD' }, 200],
    ['a redirect thrown by a policy', '/employer', {}, 302],
    ['a redirect of a data request', '/employer.data?_routes=policies%2Femployer', {}, 202],
    ['a 404', '/no/such/page', {}, 404],
    ['a 404 that looks like a file', '/no/such.css', {}, 404],
    ['a wrong method', '/', { method: 'POST', body: {} }, 405],
    ['the manifest', '/__manifest?p=/&version=1', {}, 404],
    ['an address that cannot be decoded', '/%zz', {}, 404],
    ['robots.txt', '/robots.txt', {}, 200],
    ['the sitemap', '/sitemap.xml', {}, 200],
    ['a file of the sitemap', '/sitemap.xml?file=1', {}, 200],
    ['a file that the sitemap has not', '/sitemap.xml?file=2', {}, 404],
    ['a feed', '/jobs/feed.xml', {}, 200],
  ];

  test.each(kinds)(
    'C2: %s may not be stored while a session cookie is there, live or dead',
    async (_name, path, options, status) => {
      const live = await signedIn(path, options);
      expect(live.status).toBe(status);
      for (const cookie of [COOKIE, TEAM_COOKIE, `${COOKIE}; ${TEAM_COOKIE}`]) {
        api.behaviour = cookie === COOKIE ? 'live' : 401;
        const answer = await visitor.request(path, { ...options, cookie });
        expect(answer.headers['cache-control']).toBe('private, no-store');
        expect(answer.headers['vary']).toContain('Cookie');
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    },
  );

  test.each(kinds)(
    'C2: %s without a cookie is never private data, and varies by the cookie',
    async (_name, path, options) => {
      const answer = await visitor.request(path, options);
      expect(answer.headers['vary']).toContain('Cookie');
      expect(['public, max-age=0, s-maxage=30', 'no-store', 'no-cache']).toContain(
        answer.headers['cache-control'],
      );
      if (answer.status !== 200) expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test('C2: an error thrown while rendering may not be stored', async () => {
    api.behaviour = 500;
    expect((await signedIn('/')).headers['cache-control']).toBe('private, no-store');
  });

  test('P1: a public page holds its content, and a shared cache may keep it for those without a cookie', async () => {
    const answer = await visitor.request('/');
    expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=30');
    expect(answer.text).toContain('<h1>Work worth walking to</h1>');
  });

  test('scripts run by nonce alone, and every answer has the security headers', async () => {
    for (const [path, client] of [
      ['/', visitor],
      ['/login', team],
      ['/no/such.css', visitor],
    ] as const) {
      const { headers, text } = await client.request(path);
      const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
      expect(nonce).toMatch(/^[\w+/]{22}==$/);
      for (const [script] of text.matchAll(/<script(?![^>]*ld\+json)[^>]*>/g))
        expect(script).toContain(`nonce="${nonce}"`);
      expect(text).not.toMatch(/ style="| on\w+="/);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
      expect(headers['strict-transport-security']).toContain('max-age=');
    }
    const nonces = await Promise.all(
      [1, 2].map(async () => (await visitor.request('/')).headers['content-security-policy']),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('C2: an unknown host is misdirected, and that answer may not be stored either', async () => {
    const answer = await stranger.request('/', { cookie: COOKIE });
    expect(answer.status).toBe(421);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(api.calls).toEqual([]);
  });

  test('the host is taken from Host alone while no proxy is trusted', async () => {
    const answer = await stranger.request('/', { headers: { 'x-forwarded-host': 'public.test' } });
    expect(answer.status).toBe(421);
  });

  test('probes respond on any host, and call no other part', async () => {
    for (const client of [visitor, team, stranger]) {
      for (const path of ['/livez', '/readyz']) {
        api.behaviour = 'drop';
        expect((await client.request(path)).status).toBe(200);
      }
    }
    expect(api.calls).toEqual([]);
  });

  test('static files, probes and misdirected requests have the security headers as well', async () => {
    for (const [client, path] of [
      [visitor, '/favicon.ico'],
      [visitor, '/assets/missing.js'],
      [stranger, '/'],
      [stranger, '/livez'],
    ] as const) {
      const { headers } = await client.request(path);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
      expect(headers['strict-transport-security']).toContain('max-age=');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  });

  test('search engines are sent away from the team host, without a session call', async () => {
    const answer = await team.request('/robots.txt', { cookie: TEAM_COOKIE });
    expect(answer.text).toBe('User-agent: *\nDisallow: /\n');
    expect(api.calls).toEqual([]);
  });

  test('static files are immutable and need no session', async () => {
    const path = /\/assets\/[\w-]+\.js/.exec((await visitor.request('/')).text)?.[0] ?? '';
    api.reset();
    const answer = await signedIn(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await signedIn('/favicon.ico')).status).toBe(200);
    expect(api.calls).toEqual([]);
  });
});
