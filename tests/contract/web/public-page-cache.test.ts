import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiAnswer, type ApiClient, createApiClient, type StoppablePart } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type StandInApi, startStandInApi } from '#support/stand-in-api.ts';
import { waitFor } from '#support/wait-for.ts';
import { startWebOnStandIn } from '#support/web-on-stand-in.ts';

/** Long enough for what a test asks one after the other, on a busy machine. */
const SECONDS = 5;

const post = (title: string) => ({
  id: '01900000-0000-7000-8000-000000000003',
  title,
  description: '',
  kind: 'full_time',
  location: '',
  published_at: '2026-01-01T00:00:00.000Z',
  company: { id: '01900000-0000-7000-8000-000000000004', name: 'Harbour', about: '', website: '' },
});

let api: StandInApi;
const web: StoppablePart[] = [];
let port: number;
let visitor: ApiClient;
let uncached: ApiClient;
let proxied: ApiClient;

beforeAll(async () => {
  api = await startStandInApi();
  const start = async (environment: Record<string, string>) => {
    const part = await startWebOnStandIn(api, {
      TRUST_PROXY: 'loopback,uniquelocal',
      // These tests poll a search many times more often than a visitor may.
      SEARCHES_PER_ADDRESS: '1000000',
      ...environment,
    });
    web.push(part);
    return Number(new URL(part.url).port);
  };
  port = await start({ PUBLIC_PAGE_SECONDS: String(SECONDS) });
  visitor = createApiClient({ port, host: 'public.test' });
  proxied = createApiClient({ port, host: '10.0.0.7:4000' });
  uncached = createApiClient({ port: await start({ PUBLIC_PAGE_SECONDS: '0' }), host: 'public.test' });
});
afterAll(async () => {
  for (const client of [visitor, uncached, proxied]) client.close();
  for (const part of web) await part.stop();
  await api.stop();
});
beforeEach(() => {
  api.reset();
  // A search that finds nothing reads the newest job posts, too.
  api.jobPosts = [post('Found')];
});

const COOKIE = 'app_session_id=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

let searches = 0;
/** A page that is not in the cache. */
function newSearch(): string {
  searches += 1;
  return `/jobs?query=search-${searches}`;
}

const nonceOf = ({ headers }: ApiAnswer) =>
  /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
const traceOf = ({ text }: ApiAnswer) => /<meta name="traceparent" content="([^"]+)"/.exec(text)?.[1] ?? '';
/** A document without what is its own. */
const commonOf = (answer: ApiAnswer) =>
  answer.text.replaceAll(nonceOf(answer), '').replaceAll(traceOf(answer), '');

describe('a public page for visitors without a session', () => {
  test('W1: is rendered once, and each answer has its own nonce, in header and scripts alike, and its own trace', async () => {
    const path = newSearch();
    const answers = [await visitor.request(path), await visitor.request(path), await visitor.request(path)];
    expect(api.calls).toHaveLength(1);
    for (const answer of answers) {
      const nonce = nonceOf(answer);
      expect(nonce).toMatch(/^[\w+/]{22}==$/);
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=30');
      expect(answer.headers.vary).toContain('Cookie');
      const nonces = [...answer.text.matchAll(/ nonce="([^"]*)"/g)].map((match) => match[1]);
      expect(new Set(nonces)).toEqual(new Set([nonce]));
      for (const [script] of answer.text.matchAll(/<script(?![^>]*ld\+json)[^>]*>/g))
        expect(script).toContain(`nonce="${nonce}"`);
    }
    expect(new Set(answers.map(nonceOf)).size).toBe(3);
    expect(new Set(answers.map(traceOf)).size).toBe(3);
    expect(new Set(answers.map(commonOf)).size).toBe(1);
  });

  test('is byte for byte the one that is rendered without a cache', async () => {
    for (const path of ['/', newSearch()]) {
      const [kept, own] = [await visitor.request(path), await uncached.request(path)];
      expect(commonOf(kept)).toBe(commonOf(own));
      const { date: _, ...headers } = own.headers;
      for (const name of Object.keys(headers).filter((one) => !/^(content-security|transfer-)/.test(one)))
        expect([name, kept.headers[name]]).toEqual([name, own.headers[name]]);
    }
  });

  test('PUBLIC_PAGE_SECONDS=0: each request has its own rendering', async () => {
    const path = newSearch();
    for (const _ of [1, 2]) expect((await uncached.request(path)).headers.age).toBeUndefined();
    expect(api.calls).toHaveLength(2);
  });

  test('what changes is seen after the time', async () => {
    const path = newSearch();
    api.jobPosts = [post('Before the change')];
    expect((await visitor.request(path)).text).toContain('Before the change');
    api.jobPosts = [post('After the change')];
    await waitFor(async () => {
      const { text, headers } = await visitor.request(path);
      if (text.includes('After the change')) return true;
      expect(Number(headers.age)).toBeLessThanOrEqual(SECONDS + 1);
      return undefined;
    });
  });

  test('a text that looks like a nonce or a placeholder stays as it is', async () => {
    const title = ` nonce="${nonceOf(await visitor.request('/'))}" ${'0'.repeat(32)} <script nonce="x">`;
    api.jobPosts = [post(title)];
    const path = newSearch();
    await visitor.request(path);
    const { text } = await visitor.request(path);
    const escaped = title.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(text).toContain(escaped);
  });

  test('many who ask at once wait for one rendering, which is not given up with its first visitor', async () => {
    const path = newSearch();
    const { promise, resolve } = Promise.withResolvers<readonly object[]>();
    api.jobPosts = promise;
    const first = httpRequest({ host: '127.0.0.1', port, path, headers: { host: 'public.test' } });
    first.on('error', () => undefined).end();
    await waitFor(() => (api.calls.length === 1 ? true : undefined));
    const others = Array.from({ length: 20 }, () => visitor.request(path));
    await pause(100);
    first.destroy();
    await pause(100);
    resolve([post('Rendered for all')]);
    for (const answer of await Promise.all(others)) expect(answer.text).toContain('Rendered for all');
    expect(api.calls).toHaveLength(1);
  });

  test('an error is not kept', async () => {
    const path = newSearch();
    api.jobPosts = [{}];
    expect((await visitor.request(path)).status).toBe(500);
    api.jobPosts = [];
    expect((await visitor.request(path)).status).toBe(200);
  });
});

describe('a visitor with a session cookie', () => {
  const cookies = [
    COOKIE,
    'app_session_id=',
    'team_session_id=x',
    `theme=dark; ${COOKIE}; app_session_id=b`,
    ' ;app_session_id = %zz',
  ];

  test.each(cookies)('W4 C2: neither gets nor leaves what is kept: %s', async (cookie) => {
    const path = newSearch();
    const own = await visitor.request(path, { cookie });
    expect(own.headers['cache-control']).toBe('private, no-store');
    const kept = await visitor.request(path);
    expect(kept.text).not.toContain('Stand In');
    expect(kept.headers.age).toBeUndefined();
    api.calls.length = 0;
    const again = await visitor.request(path, { cookie });
    expect(api.calls.some((call) => call.path.startsWith('/api/talent/job_posts'))).toBe(true);
    expect(again.headers.age).toBeUndefined();
    expect(again.headers['cache-control']).toBe('private, no-store');
    expect(again.text.includes('Stand In')).toBe(cookie.includes('app_session_id'));
  });

  test('W4: people and visitors at once each get their own', async () => {
    const path = newSearch();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        visitor.request(path, index % 3 === 0 ? { cookie: COOKIE } : {}),
      ),
    );
    for (const [index, { text, headers }] of answers.entries()) {
      expect(text.includes('Stand In')).toBe(index % 3 === 0);
      expect(headers['cache-control']?.startsWith('public')).toBe(index % 3 !== 0);
    }
  });

  test('an Authorization header gets nothing that is kept', async () => {
    const path = newSearch();
    await visitor.request(path);
    await visitor.request(path, { headers: { authorization: 'Bearer x' } });
    expect(api.calls).toHaveLength(2);
  });
});

describe('F8: a feed', () => {
  const feed = () => newSearch().replace('/jobs', '/jobs/feed.xml');

  test('F8: is made once for all who ask, whatever else their address says, with a session and without', async () => {
    const path = feed();
    const first = await visitor.request(path);
    expect(first.status).toBe(200);
    expect(first.headers.age).toBeUndefined();
    const etag = String(first.headers['etag']);
    const others = Array.from({ length: 20 }, (_, n) =>
      visitor.request(`${path}&n=${n}&order=pay&query=evil`),
    );
    others.push(visitor.request(path, { cookie: COOKIE }));
    for (const answer of await Promise.all(others)) {
      expect(answer.text).toBe(first.text);
      expect(answer.headers['etag']).toBe(etag);
    }
    const known = await visitor.request(`${path}&known`, { headers: { 'if-none-match': etag } });
    expect([known.status, known.text]).toEqual([304, '']);
    expect(Number(known.headers.age)).toBeLessThanOrEqual(30);
    expect(api.calls).toHaveLength(1);
    expect(api.calls[0]?.headers.cookie).toBeUndefined();
  });

  test('F8: is made once for all who ask while it is made', async () => {
    const path = feed();
    const { promise, resolve } = Promise.withResolvers<readonly object[]>();
    api.jobPosts = promise;
    const answers = Array.from({ length: 20 }, (_, n) => visitor.request(`${path}&n=${n}`));
    await waitFor(() => (api.calls.length > 0 ? true : undefined));
    await pause(100);
    resolve([post('Made for all')]);
    for (const { text } of await Promise.all(answers)) expect(text).toContain('<title>Made for all</title>');
    expect(api.calls).toHaveLength(1);
  });

  test('that fails is made again for the next', async () => {
    const path = feed();
    api.jobPosts = [{}];
    expect((await visitor.request(path)).status).toBe(500);
    api.jobPosts = [post('Made again')];
    expect((await visitor.request(path)).text).toContain('<title>Made again</title>');
  });

  test('of another search is another feed', async () => {
    const [one, other] = [feed(), feed()];
    await visitor.request(one);
    api.jobPosts = [post('Of the other')];
    expect((await visitor.request(other)).text).toContain('<title>Of the other</title>');
  });
});

describe('no client can put anything into a page that others get', () => {
  const attempts: readonly Record<string, string>[] = [
    { 'x-forwarded-host': 'public.test', 'x-forwarded-proto': 'evil' },
    { 'x-original-url': '/talent', 'x-rewrite-url': '/talent' },
    { 'accept-language': 'evil', accept: 'evil/evil' },
    { 'user-agent': 'Googlebot/2.1 evil' },
    { cookie: 'evil=<script>; APP_SESSION_ID=evil; app_session_id_2=evil' },
    { range: 'bytes=0-10' },
    { 'if-none-match': '*', 'if-modified-since': 'Tue, 01 Jan 2036 00:00:00 GMT' },
    { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'evil=1' },
    { 'x-react-router-spa-mode': 'yes', 'x-react-router-prerender-data': 'evil' },
  ];
  test.each(attempts)('%j', async (headers) => {
    const path = newSearch();
    const client = 'x-forwarded-host' in headers ? proxied : visitor;
    const poisoned = await client.request(path, { headers });
    const next = await visitor.request(path);
    expect([poisoned.status, next.status]).toEqual([200, 200]);
    expect(next.text).not.toMatch(/evil|0af7651916cd43dd8448eb211c80319c/);
    expect(commonOf(next)).toBe(commonOf(await uncached.request(path)));
    expect(commonOf(poisoned)).toBe(commonOf(next));
  });

  test('another query is another page', async () => {
    const path = newSearch();
    const first = await visitor.request(path);
    for (const other of [`/jobs?query=evil&${path.slice(6)}`, `${path}%20evil`, `${path}&location=evil`]) {
      await visitor.request(other);
      expect(commonOf(await visitor.request(path))).toBe(commonOf(first));
    }
    expect(api.calls).toHaveLength(4);
  });

  test('F8: what a page does not read of its address makes no other page, and is in none that others get', async () => {
    const path = newSearch();
    const others = [
      `${path}&evil=1`,
      `/jobs?evil=2&${path.slice(6)}`,
      `${path}&query=evil`,
      `${path}&kind=evil&minimum_pay=evil&cursor=`,
      `${path}&evil=${'x'.repeat(5000)}`,
    ];
    for (const other of [...others, path]) {
      const { status, text } = await visitor.request(other);
      expect(status).toBe(200);
      expect(text).not.toContain('evil');
    }
    expect(api.calls).toHaveLength(1);
  });

  test('a page of the other host, data and pages that are not public are not kept', async () => {
    for (const path of ['/login', '/jobs.data', '/robots.txt', '/no/such/page'])
      for (const _ of [1, 2]) expect((await visitor.request(path)).headers.age).toBeUndefined();
    const team = createApiClient({ port, host: 'team.test' });
    expect((await team.request('/jobs')).headers.age).toBeUndefined();
    team.close();
  });
});
