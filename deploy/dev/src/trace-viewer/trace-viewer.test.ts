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
      links: [{ spanId: '3'.repeat(16) }],
    };
    const shared = {
      traceId: 'b'.repeat(32),
      links: [{ spanId: '2'.repeat(16) }],
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

  test('refuses what is no JSON', async () => {
    expect((await fetch(`${viewer.url}/v1/traces`, { method: 'POST', body: 'x' })).status).toBe(400);
  });
});
