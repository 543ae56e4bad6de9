import { describeEndpoints, type Endpoint, wholeContract } from '@gatehouse/contract';
import { type ApiAnswer, makeAdmin, makePerson, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { recordFinding } from '#support/assurance.ts';
import { waitFor } from '#support/wait-for.ts';

/** Cases for each endpoint, and for each question below; `FUZZ_CASES` makes a long run of it. */
const CASES = Number(process.env['FUZZ_CASES'] ?? 60);
const LONG = 3_600_000;

const endpoints = describeEndpoints(wholeContract);

let system: TestSystem;
let cookies: Record<'user' | 'admin', string>;
const lines: string[] = [];
beforeAll(async () => {
  const environment = {
    LOG_LEVEL: 'info',
    // What is tried here is the input; throttles have tests of their own.
    SIGN_IN_FAILURES_PER_ACCOUNT: '1000000',
    SIGN_IN_FAILURES_PER_ADDRESS: '1000000',
    SIGN_UPS_PER_ADDRESS: '1000000',
    PASSWORD_RESETS: '1000000',
    PUBLIC_READS_PER_ADDRESS: '1000000',
    SEARCHES_PER_ADDRESS: '1000000',
  };
  system = await startTestSystem({ environment, onOutput: (line) => lines.push(line) });
  const membership = { role: 'owner', status: 'active' } as const;
  cookies = {
    user: (await makePerson(system.database, { talent: 'active', membership })).cookie,
    admin: (await makeAdmin(system.database, 'operator')).cookie,
  };
});
let answers = 0;
afterAll(async () => {
  if (answers === CASES * endpoints.length) {
    recordFinding('Hostile input', {
      tried: 'garbled paths, queries, cookies and bodies at every endpoint',
      counted: { endpoints: endpoints.length, cases: answers, 'answers 5xx': 0 },
    });
  }
  await system.stop();
});

const PROTOTYPE_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '$ref',
  '@type',
];

const cursorOf = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');

/** What JavaScript or a pattern takes for a value and PostgreSQL refuses (F13). */
const IMPOSSIBLE_VALUES = [
  '2026-02-30T00:00:00.000000Z',
  '0000-01-01T00:00:00.000000Z',
  '2026-01-01T24:00:00.000000Z',
  '-infinity',
  'NaN',
  'Infinity',
  '1e999',
  '{00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-00000000000g',
  'a\u0000b',
  '\ud800',
];

/** Text that has broken things before. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\r\nSet-Cookie: x=1',
    '\u202e\u2066',
    '\ufeff',
    '../../etc/passwd',
    '%00',
    '%2e%2e%2f',
    "'; drop table identity.users; --",
    `${'$'}{jndi:ldap://x}`,
    '{{7*7}}',
    '<script>alert(1)</script>',
    '-1',
    '1e999',
    '9'.repeat(400),
    'a'.repeat(70_000),
    '00000000-0000-0000-0000-000000000000',
    ...PROTOTYPE_KEYS,
    ...IMPOSSIBLE_VALUES,
    ...IMPOSSIBLE_VALUES.flatMap((one) => [
      cursorOf(one),
      cursorOf(one, '00000000-0000-7000-8000-000000000000'),
    ]),
  ),
);
const leaf = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -1, 1e308, 2 ** 53, Number.MIN_VALUE),
  fc.double({ noNaN: true }),
);
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...PROTOTYPE_KEYS), text), tie('node'), { maxKeys: 4 }),
  ),
})).node;

const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

/** A body: JSON with the endpoint's own fields among others, and things that are no JSON. */
const bodyOf = ({ input }: Endpoint) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .dictionary(
          fc.oneof(
            fc.constantFrom(
              ...input.fields.map(({ name }) => name),
              'id',
              'role',
              'status',
              'user_id',
              'company_id',
            ),
            fc.constantFrom(...PROTOTYPE_KEYS),
          ),
          value,
          { maxKeys: 6 },
        )
        .map((body) => JSON.stringify(body)),
    },
    { weight: 1, arbitrary: value.map((body) => JSON.stringify(body) ?? 'null') },
    { weight: 1, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        '{"a":1,"a":2}',
        '{"__proto__":{"isAdmin":true}}',
        deep(5000, '[', ']'),
        deep(5000, '{"a":', '}'),
        '\ufeff{}',
        '{"title":"\ud800"}',
      ),
    },
  );

const queryOf = ({ input }: Endpoint) =>
  fc.array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(...input.fields.map(({ name }) => name), 'cursor', 'limit', '__proto__'),
        text,
      ),
      text,
    ),
    { maxLength: 4 },
  );

const cookieOf = (own: string) =>
  fc.oneof(
    fc.constant(own),
    fc.constant(`${own}; ${own}`),
    text.map((garbled) => `app_session_id=${garbled}`),
    text.map((garbled) => `team_session_id=${garbled}; ${own}`),
    fc.array(text, { maxLength: 20 }).map((all) => all.map((one) => `app_session_id=${one}`).join('; ')),
  );

/** As bytes that a header may hold: what Node's own client would refuse to send, no proxy passes on either. */
const asHeader = (header: string) => header.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 6000);
const encode = (part: string) => encodeURIComponent(part.toWellFormed()).slice(0, 2000);

function expectDecided(answer: ApiAnswer, what: string): void {
  if (answer.status >= 500) throw new Error(`${what} answers ${answer.status} ${answer.text}`);
  if (answer.status < 400) return;
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.body).toMatchObject({
    status: answer.status,
    code: expect.any(String),
    title: expect.any(String),
  });
}

describe('whatever comes in, the answer is decided', () => {
  test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (name, endpoint) => {
      const isAdmin = endpoint.rule.kind === 'admin' || endpoint.path.includes('admin');
      const client = isAdmin ? system.teamHost : system.publicHost;
      const own = cookies[isAdmin ? 'admin' : 'user'];
      // Signing the subject out would make every later case a 401.
      const ends = endpoint.session !== null || /sessions/.test(endpoint.path);
      await fc.assert(
        fc.asyncProperty(
          fc.array(text, { minLength: 3, maxLength: 3 }),
          queryOf(endpoint),
          bodyOf(endpoint),
          ends ? text.map((garbled) => `app_session_id=${garbled}`) : cookieOf(own),
          async (parts, query, body, cookie) => {
            let index = 0;
            const path = endpoint.path.replaceAll(/\{[a-z_]+\}/g, () => encode(parts[index++] || 'x'));
            const search = query
              .map(([key, one]) => `${encode(key)}=${encode(one)}`)
              .join('&')
              .slice(0, 4000);
            const answer = await client.request(`/api${path}${search === '' ? '' : `?${search}`}`, {
              method: endpoint.method,
              cookie: asHeader(cookie),
              ...(endpoint.method === 'GET'
                ? {}
                : { rawBody: Buffer.from(body), headers: { 'content-type': 'application/json' } }),
            });
            expectDecided(answer, name);
            answers += 1;
          },
        ),
        { numRuns: CASES, endOnFailure: true },
      );
    },
    LONG,
  );
});

describe('a cursor that no page has given', () => {
  const lists = endpoints.filter(({ input }) => input.fields.some(({ name }) => name === 'cursor'));
  const id = '01980000-0000-7000-8000-000000000000';
  // By role: PgBouncer gives a connection the name of the pool that used it last.
  const backends = async () =>
    (
      await system.database.query<{ pid: number }>(
        String.raw`select pid from pg_stat_activity
          where usename like '%\_service' and datname = current_database() order by pid`,
      )
    ).map(({ pid }) => pid);

  test('there are lists', () => {
    expect(lists.length).toBeGreaterThan(8);
  });

  let asked = 0;
  afterAll(() => {
    recordFinding('Hostile input', {
      tried: 'F13: cursors that no page has given, with impossible dates, ids and numbers',
      counted: { lists: lists.length, requests: asked, 'answers 5xx': 0, 'connections lost': 0 },
    });
  });

  test.each(lists.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'F13: is 400 at %s and costs no connection',
    async (_name, endpoint) => {
      const isAdmin = endpoint.rule.kind === 'admin';
      const client = isAdmin ? system.teamHost : system.publicHost;
      const post = await system.database.query<{ id: string }>(
        `select j.id from employer.job_posts j join employer.org_memberships m on m.company_id = j.company_id limit 1`,
      );
      const path = endpoint.path.replaceAll(/\{[a-z_]+\}/g, post[0]?.id ?? id);
      const ask = (query: string) =>
        client.request(`/api${path}?${query}`, { cookie: cookies[isAdmin ? 'admin' : 'user'] });
      await ask('');
      const before = await backends();
      for (const value of [...IMPOSSIBLE_VALUES, 1e308, null, {}, [], true]) {
        for (const key of [[value], [value, id], [id, value], ['2026-01-01T00:00:00.000000Z', value]]) {
          for (const search of ['', '&query=lamp']) {
            const isKnown = search === '' || endpoint.input.fields.some(({ name }) => name === 'query');
            if (!isKnown) continue;
            const answer = await ask(`cursor=${cursorOf(...key)}${search}`);
            asked += 1;
            // A number, or another text, can be the key of another list; what counts is that PostgreSQL never sees the rest.
            const isKey = value === 1e308 || (endpoint.path.includes('companies') && key[1] === id);
            if (!isKey) expect([key, answer.status]).toEqual([key, 400]);
            expect(answer.status).toBeLessThan(500);
          }
        }
      }
      expect(await backends()).toEqual(expect.arrayContaining(before));
    },
  );
});

describe('what a body may not say', () => {
  const isOwner = async (userId: string) =>
    (
      await system.database.query(
        "select 1 from employer.org_memberships where user_id = $1 and role = 'owner'",
        [userId],
      )
    ).length > 0;

  test('a field that the message does not have is refused by name, and changes nothing', async () => {
    const { cookie, userId } = await makePerson(system.database, { talent: 'active' });
    for (const extra of [
      { talent_access_state: 'active' },
      { role: 'owner' },
      { user_id: '00000000-0000-7000-8000-000000000000' },
      { email: 'other@made.test' },
      { is_admin: true },
    ]) {
      const [field = ''] = Object.keys(extra);
      const answer = await system.publicHost.request('/api/identities/users/current', {
        method: 'PATCH',
        cookie,
        body: { name: 'Somebody', ...extra },
      });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'input_invalid', errors: [{ field, code: 'unknown' }] });
    }
    expect(await isOwner(userId)).toBe(false);
  });

  test('keys of a prototype reach no object: later requests see none of them', async () => {
    await system.publicHost.request('/api/identities/user_sessions', {
      method: 'POST',
      rawBody:
        '{"__proto__":{"email":"talent@demo.test","password":"gatehouse-demo-1"},"constructor":{"prototype":{"polluted":1}}}',
      headers: { 'content-type': 'application/json' },
    });
    const answer = await system.publicHost.request('/api/identities/user_sessions', {
      method: 'POST',
      body: {},
    });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('polluted');
  });
});

describe('line breaks in input', () => {
  test('a line break in a request ends no log line and no header', async () => {
    lines.length = 0;
    const forged = '{"level":"info","msg":"forged"}';
    await system.publicHost.request('/api/identities/user_sessions', {
      method: 'POST',
      body: { email: `x\n${forged}\n@made.test`, password: `y\n${forged}` },
      headers: { 'user-agent': 'x', referer: 'x' },
    });
    const answer = await system.publicHost.request(
      `/api/talent/job_posts/${encode(`x\r\nSet-Cookie: a=b\r\n${forged}`)}`,
    );
    expect(answer.headers['set-cookie']).toBeUndefined();
    await waitFor(() => lines.find((line) => line.includes('/talent/job_posts/{id}')));
    const logged = lines.map((line) => line.slice(line.indexOf('{')));
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.filter((line) => line.startsWith('{') && JSON.parse(line).msg === 'forged')).toEqual([]);
  });

  test('every line of the log is one JSON object', () => {
    for (const line of lines) {
      const [, json = ''] = /^\w+ +(\{.*\})$/.exec(line) ?? [];
      expect(() => JSON.parse(json)).not.toThrow();
    }
  });
});
