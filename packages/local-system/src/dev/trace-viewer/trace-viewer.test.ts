import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTraceViewer, type TraceViewer } from './trace-viewer.ts';

let viewer: TraceViewer;
beforeAll(async () => {
  viewer = await startTraceViewer();
});
afterAll(() => viewer.stop());

const span = (spanId: string, more: object) => ({
  traceId: 'a'.repeat(32),
  spanId,
  name: 'GET /employer/companies/current',
  startTimeUnixNano: '1760000000000000000',
  endTimeUnixNano: '1760000000004500000',
  ...more,
});
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

async function send(spans: readonly object[]): Promise<number> {
  const resource = { attributes: [text('service.name', 'gatehouse-employer')] };
  const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });
  return (await fetch(`${viewer.url}/v1/traces`, { method: 'POST', body })).status;
}

describe('the local trace page', () => {
  test('shows who was refused by which rule, and how many shared the query', async () => {
    const decision = [
      text('access.rule', 'employer'),
      text('access.decision', 'org_company_disabled'),
      { key: 'http.response.status_code', value: { intValue: 403 } },
    ];
    const wait = {
      parentSpanId: '1'.repeat(16),
      name: 'SELECT identity.user_sessions',
      links: [{ traceId: 'b'.repeat(32), spanId: '3'.repeat(16) }],
    };
    const shared = {
      traceId: 'b'.repeat(32),
      links: [{ traceId: 'a'.repeat(32), spanId: '2'.repeat(16) }],
      attributes: [{ key: 'db.operation.batch.size', value: { intValue: '7' } }],
    };
    expect(
      await send([
        span('1'.repeat(16), { attributes: decision }),
        span('2'.repeat(16), wait),
        span('3'.repeat(16), shared),
      ]),
    ).toBe(200);
    const page = await (await fetch(viewer.url)).text();
    expect(page).toContain('org_company_disabled');
    expect(page).toContain('access.rule=employer');
    expect(page).toContain('shared by 7');
    expect(page).toContain('4.50 ms');
    const [trace] = (await (await fetch(viewer.url, { headers: { accept: 'application/json' } })).json()) as {
      spans: unknown[];
    }[];
    expect(trace?.spans).toHaveLength(2);
  });

  test('shows what has the words that are asked for, and puts nothing on the page as it came', async () => {
    await send([span('4'.repeat(16), { traceId: 'c'.repeat(32), name: '<script>alert(1)</script>' })]);
    const found = await (await fetch(`${viewer.url}/?has=${'c'.repeat(32)}`)).text();
    expect(found).toContain('&lt;script&gt;');
    expect(found).not.toContain('<script>');
    expect(found).not.toContain('org_company_disabled</span>');
  });

  test('keeps the newest two hundred', async () => {
    const many = Array.from({ length: 250 }, (_, n) => {
      const id = n.toString(16).padStart(32, '0');
      return span(id.slice(16), { traceId: id });
    });
    await send(many);
    const list = await (await fetch(viewer.url, { headers: { accept: 'application/json' } })).json();
    expect(list).toHaveLength(200);
  });

  const post = async (body: string, headers: Record<string, string> = {}) =>
    (await fetch(`${viewer.url}/v1/traces`, { method: 'POST', body, headers })).status;
  const bad = (more: object) =>
    JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span('5'.repeat(16), more)] }] }] });

  test.each([
    'x',
    '',
    'null',
    '[]]',
    '"spans"',
    '{"resourceSpans":null}',
    '{"resourceSpans":[null]}',
    '{"resourceSpans":[{"scopeSpans":{}}]}',
    '{"resourceSpans":[{"scopeSpans":[{"spans":[null]}]}]}',
    bad({ traceId: '<script>alert(1)</script>' }),
    bad({ traceId: undefined }),
    bad({ spanId: 7 }),
    bad({ parentSpanId: '<b>' }),
    bad({ startTimeUnixNano: 'soon' }),
    bad({ startTimeUnixNano: '9'.repeat(400) }),
    bad({ endTimeUnixNano: null }),
    bad({ name: { toString: 1 } }),
    bad({ attributes: 'many' }),
    bad({ attributes: [{ key: 'a', value: null }] }),
    bad({ links: [{}] }),
    bad({ status: 3 }),
  ])('F16: refuses %j, and goes on', async (body) => {
    expect(await post(body)).toBe(400);
    expect((await fetch(viewer.url)).status).toBe(200);
  });

  test('F16: shows spans that are their own parents, from the last of days, without end in their words', async () => {
    const [one, two] = ['6'.repeat(16), '7'.repeat(16)];
    const traceId = 'd'.repeat(32);
    const times = { startTimeUnixNano: '18446744073709551615', endTimeUnixNano: '0' };
    expect(
      await send([
        span(one, { traceId, parentSpanId: two, ...times }),
        span(two, { traceId, parentSpanId: one, attributes: [text('__proto__', '\'"><script>')] }),
        span('8'.repeat(16), { traceId, parentSpanId: '8'.repeat(16) }),
      ]),
    ).toBe(200);
    const page = await fetch(`${viewer.url}/?has=${traceId}`);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('<script>');
  });

  /** As `fetch` cannot send it: another name, or a target that is no path. */
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const { port, host } = new URL(viewer.url);
    const sending = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host, ...headers },
    }).end();
    const [answer]: IncomingMessage[] = await once(sending, 'response');
    answer?.resume();
    return answer?.statusCode;
  };

  test('F16: answers no name that a stranger points at this machine', async () => {
    expect(await ask('/', { host: 'rebound.example' })).toBe(421);
    expect(await ask('/', { host: `rebound.example:${new URL(viewer.url).port}` })).toBe(421);
    expect(await ask('http://rebound.example/')).toBe(421);
    expect(await ask('/')).toBe(200);
  });

  test("F16: takes no spans from another origin's page", async () => {
    const spans = JSON.stringify({ resourceSpans: [] });
    expect(await post(spans, { origin: 'https://evil.example' })).toBe(403);
    expect(await post(spans, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await post(spans, { 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await post(spans, { origin: viewer.url, 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  test('F16: no target ends it', async () => {
    for (const path of ['//', '/%', '/?has=%E0%A4%A', '//x:99999/', '/v1/traces']) await ask(path);
    expect(await ask('*', {}, 'OPTIONS')).toBe(404);
    expect(await ask('/')).toBe(200);
  });
});
