import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import {
  type ApiAnswer,
  type ApiClient,
  createApiClient,
  makePerson,
  startTestSystem,
  systemKind,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

let system: TestSystem;
let owner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ environment: { ALLOWED_ORIGINS: 'user=https://www.example.test' } });
  owner = await makePerson(system.database, {
    talent: 'active',
    membership: { role: 'owner', status: 'active' },
  });
});
afterAll(() => system.stop());

const JOB_POSTS = '/api/employer/job_posts';

describe('CSRF', () => {
  const own = () => `http://${system.local.publicHost}`;

  test.each([
    ['Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin' }, 'passes'],
    ['our own Origin', { 'sec-fetch-site': null, origin: 'own' }, 'passes'],
    ['our own Origin beside same-site', { 'sec-fetch-site': 'same-site', origin: 'own' }, 'passes'],
    ['a listed Origin', { 'sec-fetch-site': 'cross-site', origin: 'https://www.example.test' }, 'passes'],
    ['neither header, with the guard', { 'sec-fetch-site': null, 'x-csrf-guard': '1' }, 'passes'],
    ['neither header, without the guard', { 'sec-fetch-site': null }, 'csrf_guard_missing'],
    ['another value of the guard', { 'sec-fetch-site': null, 'x-csrf-guard': '0' }, 'csrf_guard_missing'],
    ['another Origin', { 'sec-fetch-site': null, origin: 'https://evil.test' }, 'csrf_origin_denied'],
    [
      'another Origin with the guard',
      { 'sec-fetch-site': null, origin: 'https://evil.test', 'x-csrf-guard': '1' },
      'csrf_origin_denied',
    ],
    ['Origin null', { 'sec-fetch-site': null, origin: 'null' }, 'csrf_origin_denied'],
    ['our host under another scheme', { 'sec-fetch-site': null, origin: 'scheme' }, 'csrf_origin_denied'],
    ['same-site without an Origin', { 'sec-fetch-site': 'same-site' }, 'csrf_origin_denied'],
    [
      'cross-site with the guard',
      { 'sec-fetch-site': 'cross-site', 'x-csrf-guard': '1' },
      'csrf_origin_denied',
    ],
    ['none without an Origin', { 'sec-fetch-site': 'none' }, 'csrf_origin_denied'],
  ] as const)('A3: the headers decide whether a write passes: %s', async (_name, headers, expected) => {
    const origin =
      'origin' in headers
        ? headers.origin.replace(/^own$/, own()).replace(/^scheme$/, own().replace('http:', 'https:'))
        : undefined;
    const sent = { ...headers, ...(origin === undefined ? {} : { origin }) };
    const body = { title: 'A job', kind: 'full_time' };
    const answer = await system.publicHost.request(JOB_POSTS, {
      method: 'POST',
      body,
      cookie: owner.cookie,
      headers: sent,
    });
    if (expected === 'passes') {
      expect(answer.status).toBe(201);
    } else {
      expect(answer.status).toBe(403);
      expect(answer.body.code).toBe(expected);
      // It ends no session.
      expect(answer.headers['set-cookie']).toBeUndefined();
      const after = await system.publicHost.request('/api/identities/user_sessions/current', {
        cookie: owner.cookie,
      });
      expect(after.status).toBe(200);
    }
  });

  test("A3: the team host's origin does not count for the user system, nor the user's for the admin system", async () => {
    const headers = { 'sec-fetch-site': null, origin: `http://${system.local.teamHost}` };
    const answer = await system.publicHost.request(JOB_POSTS, {
      method: 'POST',
      body: {},
      cookie: owner.cookie,
      headers,
    });
    expect(answer.body.code).toBe('csrf_origin_denied');
    const admin = await system.teamHost.request('/api/identities/admin_sessions', {
      method: 'POST',
      body: {},
      headers: { 'sec-fetch-site': null, origin: own() },
    });
    expect(admin.body.code).toBe('csrf_origin_denied');
  });

  test('reads need no proof of origin', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    const answer = await system.publicHost.request(JOB_POSTS, { cookie: owner.cookie, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('CORS with credentials is for the listed origin alone', async () => {
    const ask = (origin: string) =>
      system.publicHost.request(JOB_POSTS, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const listed = await ask('https://www.example.test');
    expect(listed.status).toBe(204);
    expect(listed.headers).toMatchObject({
      'access-control-allow-origin': 'https://www.example.test',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': expect.stringMatching(/\bX-Account-Id\b/),
    });
    expect((await ask('https://evil.test')).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('an endpoint is the same however it is found', () => {
  /** Past the ingress, which reads addresses in its own way. */
  let service: ApiClient;
  beforeAll(() => {
    const { port } = new URL(system.local.services.employer[0]?.url ?? '');
    service = createApiClient({ port: Number(port), host: system.local.publicHost });
  });
  afterAll(() => service.close());

  const shown = ({ status, headers }: ApiAnswer) => {
    const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...rest } = headers;
    return { status, headers: rest };
  };

  test.each([
    ['with a session', true, 200],
    ['without one', false, 401],
  ])('HEAD is GET without a body, %s', async (_name, hasSession, status) => {
    const as = hasSession ? { cookie: owner.cookie } : {};
    const [get, head] = await Promise.all([
      service.request(JOB_POSTS, as),
      service.request(JOB_POSTS, { ...as, method: 'HEAD' }),
    ]);
    expect(get.status).toBe(status);
    expect(head.text).toBe('');
    expect(shown(head)).toEqual(shown(get));
  });

  test('an absolute address in the request line is the same path, under the same rule', async () => {
    const address = `http://${system.local.publicHost}${JOB_POSTS}`;
    expect((await service.request(address)).body.code).toBe('session_required');
    const answer = await service.request(address, { cookie: owner.cookie });
    expect(answer).toMatchObject({ status: 200, body: { items: expect.any(Array) } });
  });

  test.each([
    '/api/employer/job_posts/',
    '/api/employer//job_posts',
    '/api/Employer/job_posts',
    '/api/employer/job%5Fposts',
    '/api/employer/./job_posts',
    '/api/employer/job_posts;x',
    '/api/employer/job_posts%3Flimit=1',
  ])('no other spelling is: %s', async (path) => {
    const answer = await service.request(path, { cookie: owner.cookie });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('refusals are problem details', () => {
  const write = (rawBody: string | Buffer, headers = {}) =>
    system.publicHost.request(JOB_POSTS, { method: 'POST', rawBody, headers, cookie: owner.cookie });

  test.each(['/api/talent/job_posts', '/api/talent/nothing/here', '/api/employer/job_posts'])(
    'C1: the answer of %s is data that nothing keeps, frames or runs',
    async (path) => {
      const { headers } = await system.publicHost.request(path);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
        'referrer-policy': 'no-referrer',
      });
    },
  );

  test('an unknown path is 404', async () => {
    const answer = await system.publicHost.request('/api/employer/nothing', { cookie: owner.cookie });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', status: 404 } });
  });

  test('a wrong method is 405 and says which are right', async () => {
    const answer = await system.publicHost.request(JOB_POSTS, { method: 'DELETE', cookie: owner.cookie });
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers['allow']).toBe('GET, HEAD, POST');
  });

  test.each([
    ['broken JSON', '{"title": ', ''],
    ['no object', '[]', ''],
    ['an unknown field', '{"title":"x","kind":"full_time","company_id":"x"}', 'company_id'],
    ['a prototype key', '{"__proto__":{"title":"x"},"kind":"full_time"}', '__proto__'],
    ['a doubled field', '{"title":"x","title":"y","kind":"full_time"}', 'title'],
    ['a wrong type', '{"title":5,"kind":"full_time"}', 'title'],
    ['an unknown enum value', '{"title":"x","kind":"forever"}', 'kind'],
    ['an enum by number', '{"title":"x","kind":1}', 'kind'],
    ['an enum by a number without a value', '{"title":"x","kind":99}', 'kind'],
    ['null for a field', '{"title":"x","kind":"full_time","location":null}', 'location'],
    ['an empty title', '{"title":"","kind":"full_time"}', 'title'],
    ['a blank title', '{"title":"   ","kind":"full_time"}', 'title'],
    ['a NUL', '{"title":"a\\u0000b","kind":"full_time"}', 'title'],
    ['a lone surrogate', '{"title":"a\\ud800b","kind":"full_time"}', 'title'],
    ['a missing kind', '{"title":"x"}', 'kind'],
    ['deep nesting', `{"title":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'title'],
  ])('%s is 400 and names the field', async (_name, rawBody, field) => {
    const answer = await write(rawBody);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('input_invalid');
    expect(answer.body.errors[0].field).toBe(field);
  });

  test('a body that is missing is 400: nothing is replaced by nothing', async () => {
    for (const headers of [{}, { 'content-length': '0' }]) {
      const answer = await system.publicHost.request('/api/talent/profiles/current', {
        method: 'PUT',
        headers,
        cookie: owner.cookie,
      });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: '', code: 'required' }] } });
    }
  });

  test('bytes that are not UTF-8 are 400', async () => {
    expect((await write(Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'multipart/form-data',
  ])('a body of %s is 415', async (type) => {
    const answer = await write('{}', { 'content-type': type });
    expect(answer).toMatchObject({ status: 415, body: { code: 'media_type_unsupported' } });
  });

  test('a body that is too large is 413', async () => {
    const answer = await write(
      JSON.stringify({ title: 'x', kind: 'full_time', description: 'x'.repeat(300_000) }),
    );
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  });

  test('headers that are too large are 431', async () => {
    const { url } = system.local.services.employer[0] ?? { url: '' };
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(
        `${url}${JOB_POSTS}`,
        { headers: { 'x-large': 'x'.repeat(20_000) } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      request.on('error', reject);
      request.end();
    });
    expect(status).toBe(431);
  });

  test('bytes that are no HTTP are answered with problem details', async () => {
    const { url } = system.local.services.employer[0] ?? { url: '' };
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('application/problem+json');
  });

  test('a path that cannot be decoded is 400', async () => {
    // nginx, in front of the containers, refuses it with a page of its own.
    const expected = systemKind() === 'containers' ? {} : { body: { code: 'input_invalid' } };
    const answer = await system.publicHost.request('/api/employer/job_posts/%zz', { cookie: owner.cookie });
    expect(answer).toMatchObject({ status: 400, ...expected });
  });

  test.each([
    '/api/employer/job_posts/not-an-id',
    '/api/employer/job_posts?limit=1000',
    '/api/employer/job_posts?cursor=x',
    '/api/employer/job_posts?x=1',
    '/api/employer/job_posts?limit=1&limit=2',
  ])('%s is 400', async (path) => {
    const answer = await system.publicHost.request(path, { cookie: owner.cookie });
    expect(answer).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });

  test('a refused caller learns nothing from a body: the rule comes before it', async () => {
    const stranger = await makePerson(system.database);
    const answer = await system.publicHost.request(JOB_POSTS, {
      method: 'POST',
      rawBody: '{',
      cookie: stranger.cookie,
    });
    expect(answer.body.code).toBe('org_membership_required');
  });
});

describe('A1: a session is found through the cookie and nothing else', () => {
  const CURRENT = '/api/identities/user_sessions/current';
  test.each([
    ['the Authorization header', (token: string) => ({ headers: { authorization: `Bearer ${token}` } })],
    [
      'Basic credentials',
      (token: string) => ({ headers: { authorization: `Basic ${btoa(`app_session_id:${token}`)}` } }),
    ],
    [
      'a header of that name',
      (token: string) => ({ headers: { app_session_id: token, 'x-session': token } }),
    ],
    ['the other system’s cookie', (token: string) => ({ cookie: `team_session_id=${token}` })],
  ])('A1: %s gives no session', async (_name, options) => {
    expect((await system.publicHost.request(CURRENT, options(owner.token))).status).toBe(401);
  });

  test('A1: the cookie gives the session, and a query parameter is refused as unknown', async () => {
    expect((await system.publicHost.request(CURRENT, { cookie: owner.cookie })).status).toBe(200);
    const answer = await system.publicHost.request(`${CURRENT}?app_session_id=${owner.token}`);
    expect(answer.status).toBe(401);
  });
});

describe('what an endpoint hides', () => {
  test("another company's job post is 404, and cannot be changed", async () => {
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const made = await system.publicHost.request(JOB_POSTS, {
      method: 'POST',
      body: { title: 'Theirs', kind: 'contract' },
      cookie: other.cookie,
    });
    const path = `${JOB_POSTS}/${made.body.id}`;
    expect((await system.publicHost.request(path, { cookie: owner.cookie })).status).toBe(404);
    const change = await system.publicHost.request(path, {
      method: 'PATCH',
      body: { title: 'Mine' },
      cookie: owner.cookie,
    });
    expect(change.status).toBe(404);
    expect((await system.publicHost.request(path, { cookie: other.cookie })).body.title).toBe('Theirs');
  });

  test('drafts and the posts of a disabled company are not in the catalogue', async () => {
    const off = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const made = await system.publicHost.request(JOB_POSTS, {
      method: 'POST',
      body: {
        title: 'Hidden',
        kind: 'contract',
        location: 'Porto',
        description: 'Keep it hidden. '.repeat(10),
      },
      cookie: off.cookie,
    });
    const path = `/api/talent/job_posts/${made.body.id}`;
    expect((await system.publicHost.request(path)).status).toBe(404);
    const publish = await system.publicHost.request(`${JOB_POSTS}/${made.body.id}`, {
      method: 'PATCH',
      body: { state: 'published' },
      cookie: off.cookie,
    });
    expect(publish.body.state).toBe('published');
    expect((await system.publicHost.request(path)).status).toBe(200);
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      off.companyId,
    ]);
    expect((await system.publicHost.request(path)).status).toBe(404);
  });
});
