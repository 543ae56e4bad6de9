import { type ApiClient, createInstanceClient, type StoppablePart } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { type Behaviour, type StandInApi, startStandInApi } from '#support/stand-in-api.ts';
import { startWebOnStandIn } from '#support/web-on-stand-in.ts';

let api: StandInApi;
let web: StoppablePart;
const clients: ApiClient[] = [];
let visitor: ApiClient;
let team: ApiClient;
let proxied: ApiClient;

beforeAll(async () => {
  api = await startStandInApi();
  web = await startWebOnStandIn(api, {
    API_BASE_URL: 'https://api.public.test/api',
    TRUST_PROXY: 'loopback,uniquelocal',
  });
  const clientOf = (host: string) => {
    const client = createInstanceClient(web, host);
    clients.push(client);
    return client;
  };
  visitor = clientOf('public.test');
  team = clientOf('team.test');
  proxied = clientOf('10.0.0.7:4000');
});
afterAll(async () => {
  for (const client of clients) client.close();
  await web.stop();
  await api.stop();
});
beforeEach(() => api.reset());

const COOKIE = 'app_session_id=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const ORIGIN = 'https://public.test';

function userSession({ name = 'Stand In', talent = 'active', employer = 'none' } = {}): object {
  return {
    identities_user: { id: `id of ${name}`, name, email: 'x@in.test' },
    talent_access: { state: talent },
    employer_access: { state: employer },
    session: { id: 's', created_at: '2026-01-01T00:00:00.000Z', expires_at: '2036-01-01T00:00:00.000Z' },
  };
}

describe('an API that answers what it should not', () => {
  const body = (session: unknown): Behaviour => ({ status: 200, body: JSON.stringify(session) });
  const answers: readonly (readonly [string, Behaviour, number])[] = [
    ['an empty 200', { status: 200, body: '' }, 502],
    ['a 204', { status: 204, body: '' }, 502],
    ['null', body(null), 502],
    ['an empty object', body({}), 502],
    ['a list', body([]), 502],
    ['a session without a person', body({ ...userSession(), identities_user: null }), 502],
    ['an unknown talent access', body(userSession({ talent: 'frozen' })), 502],
    ['an unknown employer access', body(userSession({ employer: 'frozen' })), 502],
    ['a 304', { status: 304, body: '' }, 502],
    ['a 401 that is not the API’s own', { status: 401, body: '<html>' }, 503],
    ['a redirect', 'redirect', 503],
    ['half a body', 'cut body', 503],
    ['a body that never ends', 'slow body', 503],
  ];

  test.each(answers)(
    'W3 E4: %s is an error within seconds, and never taken for signed out',
    async (_name, behaviour, status) => {
      api.behaviour = behaviour;
      const startedAt = performance.now();
      const [area, home] = await Promise.all(
        ['/talent/profile', '/'].map((path) => visitor.request(path, { cookie: COOKIE })),
      );
      expect(performance.now() - startedAt).toBeLessThan(15_000);
      for (const answer of [area, home]) {
        expect([answer?.status, answer?.headers.location]).toEqual([status, undefined]);
        expect(answer?.text).toContain('You have not been signed out');
        expect(answer?.text).not.toContain('href="/login"');
        expect(answer?.headers['cache-control']).toBe('private, no-store');
      }
    },
  );

  test('E4: while the API hangs, those without a session are served at once', async () => {
    api.behaviour = 'hang';
    let hasAnswered = false;
    const waiting = visitor.request('/account', { cookie: COOKIE }).finally(() => {
      hasAnswered = true;
    });
    expect((await visitor.request('/login')).status).toBe(200);
    expect(hasAnswered).toBe(false);
    expect((await waiting).status).toBe(503);
  });
});

describe('many people at once', () => {
  test('W4 W7: two hundred mixed requests in flight, and each person gets their own page', async () => {
    const people = ['Alva Arnd', 'Bela Bonn', 'Cleo Cray', 'Dara Dunn'];
    api.session = (cookie) => userSession({ name: people[Number(/token-(\d)/.exec(cookie)?.[1])] ?? '' });
    const requests = Array.from({ length: 200 }, (_, index) => index % (people.length + 1));
    const pages = await Promise.all(
      requests.map((person) =>
        visitor.request('/', person < people.length ? { cookie: `app_session_id=token-${person}` } : {}),
      ),
    );
    for (const [index, page] of pages.entries()) {
      const own = people[requests[index] ?? -1];
      expect(people.filter((name) => page.text.includes(name))).toEqual(own === undefined ? [] : [own]);
      expect(page.headers['cache-control']?.startsWith('public')).toBe(own === undefined);
      expect(page.text).not.toContain('token-');
    }
    recordFinding('Caches', {
      tried: 'many users and visitors at once, without a cache',
      counted: { requests: requests.length, people: people.length, 'pages of another user': 0 },
    });
  });
});

describe('the journey, over HTTP', () => {
  const PAGES = [
    '/login',
    '/signup',
    '/account',
    '/talent',
    '/talent/profile',
    '/talent/welcome',
    '/talent/suspended',
    '/employer',
    '/employer/jobs',
    '/employer/start',
    '/employer/inactive',
    '/employer/disabled',
    '/sign-out',
  ];
  const TALENT = ['none', 'pending', 'active', 'suspended'];
  const EMPLOYER = ['none', 'active', 'membership_inactive', 'company_disabled'];
  const visitors = [
    ...TALENT.flatMap((talent) => EMPLOYER.map((employer) => [talent, employer] as const)),
    ['signed-out', 'signed-out'] as const,
  ];

  test.each(visitors)(
    'B3: talent %s, employer %s: from every page, and from the sign-in page with every wish, the redirects end',
    async (talent, employer) => {
      api.session = userSession({ talent, employer });
      if (talent === 'signed-out') api.behaviour = 401;
      const wishes = PAGES.map((path) => `/login?return_to=${encodeURIComponent(path)}`);
      for (const start of [...PAGES, ...wishes, '/login?return_to=/LOGIN?return_to=/login/']) {
        const seen: string[] = [];
        for (let path: string | undefined = start; path !== undefined; ) {
          expect(seen.length).toBeLessThan(4);
          seen.push(path);
          const answer = await visitor.request(path, { cookie: COOKIE });
          expect(answer.status).toBe(answer.headers.location === undefined ? 200 : 302);
          path = answer.headers.location;
        }
        expect(new Set(seen).size).toBe(seen.length);
      }
    },
  );

  test.each([
    '//evil.test',
    '/\\evil.test',
    '/%5cevil.test',
    '/%2fevil.test',
    '/%2F%2Fevil.test',
    '/%09/evil.test',
    '/.//evil.test',
    '/%2e%2e//evil.test',
    '/x/..//evil.test',
    'https:evil.test',
    'https://public.test@evil.test',
    '\\\\evil.test',
    'javascript:alert(1)',
    '/;@evil.test',
    '/a\r\nLocation: https://evil.test',
  ])('return_to=%j never leads off this site', async (wish) => {
    for (const value of [wish, encodeURIComponent(wish), encodeURIComponent(encodeURIComponent(wish))]) {
      const path = `/login?return_to=${value.replaceAll(/[\r\n\t ]/g, '')}`;
      const { status, headers } = await visitor.request(path, { cookie: COOKIE });
      expect(status).toBe(302);
      const location = headers.location ?? '';
      expect(new URL(location, ORIGIN).origin).toBe(ORIGIN);
      // Nor does a proxy between us that decodes once more.
      expect(new URL(decodeURIComponent(location), ORIGIN).origin).toBe(ORIGIN);
    }
  });
});

describe('requests that no browser makes', () => {
  const requests = [
    ['GET', '/assets/entry.client-00000000.js', 404],
    ['GET', '/assets/no-ending', 404],
    ['GET', '/assets/%zz', 404],
    ['GET', '/assets/..%2f..%2fserver%2findex.js', 404],
    ['POST', '/assets/entry.client-00000000.js', 404],
    ['TRACE', '/talent', 405],
    ['OPTIONS', '/talent', 405],
    ['PUT', '/talent', 405],
    ['DELETE', '/account', 405],
    ['POST', '/talent.data', 405],
    ['HEAD', '/account', 200],
    ['HEAD', '/no/such/page', 404],
    ['GET', '/talent/profile/x.css', 404],
    ['GET', '/talent/profile;.css', 404],
    ['GET', '/talent%2fprofile.css', 404],
    ['GET', '/account%2f..%2fassets%2fx.js', 404],
  ] as const;

  test.each(requests)('C2: %s %s is %d, and nothing may keep it', async (method, path, status) => {
    const answer = await visitor.request(path, { method, cookie: COOKIE });
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers.vary).toContain('Cookie');
    expect(answer.text).not.toContain('x@in.test');
  });

  const onFiles = [
    ['GET', { range: 'bytes=99999999-' }, 416],
    ['GET', { 'if-match': '"x"' }, 412],
    ['HEAD', { 'if-match': '"x"' }, 412],
    ['GET', { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 412],
    ['POST', {}, 404],
    ['PUT', {}, 404],
  ] as const;

  test.each(onFiles)(
    'C2: %s of a static file with %j is %d, and nothing may keep it',
    async (method, headers, status) => {
      const script = /\/assets\/[\w.-]+\.js/.exec((await visitor.request('/')).text)?.[0] ?? '';
      const paths = method === 'POST' || method === 'PUT' ? [script] : [script, '/favicon.ico'];
      for (const path of paths) {
        for (const [cookie, control] of [
          [COOKIE, 'private, no-store'],
          ['theme=dark', 'no-store'],
        ] as const) {
          const answer = await visitor.request(path, {
            method,
            cookie,
            headers: { ...headers, 'accept-encoding': 'br' },
          });
          expect([path, answer.status]).toEqual([path, status]);
          expect(answer.headers['cache-control']).toBe(control);
          expect(answer.headers['vary']).toContain('Cookie');
          expect(answer.headers['content-type']).toMatch(/^text\/plain/);
          for (const name of ['content-encoding', 'etag', 'last-modified', 'accept-ranges'])
            expect(answer.headers[name]).toBeUndefined();
        }
      }
    },
  );

  test('F17: a target in absolute form is read as host and path, whatever the Host header says', async () => {
    const strange = await visitor.request('http://strange.host/jobs', { cookie: COOKIE });
    expect(strange.status).toBe(421);
    const own = await proxied.request('http://public.test/robots.txt');
    expect(own).toMatchObject({ status: 200, text: expect.stringContaining('Sitemap:') });
  });

  test.each([
    ['OPTIONS', '*', 405],
    ['GET', '*', 400],
    ['GET', 'ftp://public.test/jobs', 400],
    ['GET', 'http://user@public.test/jobs', 400],
    ['GET', 'http:///jobs', 400],
    ['OPTIONS', '/jobs', 405],
  ])('F17: %s %s is %i', async (method, path, status) => {
    const answer = await visitor.request(path, { method, cookie: COOKIE });
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    if (status === 405) expect(answer.headers['allow']).toBe('GET, HEAD');
  });

  test('a file that is missing costs neither a rendering nor a session call', async () => {
    await visitor.request('/assets/entry.client-00000000.js', { cookie: COOKIE });
    await visitor.request('/talent/profile/x.css', { cookie: COOKIE });
    expect(api.calls).toEqual([]);
  });
});

describe('behind a proxy, with the API on a host of its own', () => {
  test('the host is taken from a trusted proxy', async () => {
    const answer = await proxied.request('/', { headers: { 'x-forwarded-host': 'team.test' } });
    expect(answer.headers.location).toBe('/login?return_to=%2F');
    expect((await proxied.request('/')).status).toBe(421);
  });

  test('B5: the document tells the browser where the API is, and lets it call that origin and no other', async () => {
    for (const client of [visitor, team]) {
      const { text, headers } = await client.request('/login');
      expect(text).toContain('data-api-base-url="https://api.public.test/api"');
      expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.public.test;");
    }
  });
});
