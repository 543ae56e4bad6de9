import { describe, expect, test } from '@jest/globals';
import { startRequestTrace } from './request-trace.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('the trace of a request', () => {
  test('W7: the API gets a header of our own, in the trace of a trusted ingress', () => {
    const header = `00-${TRACE}-${SPAN}-01`;
    const { traceId, traceparent } = startRequestTrace('GET', { header, isTrusted: true });
    expect(traceId).toBe(TRACE);
    expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(traceparent).not.toContain(SPAN);
  });

  test("F19: a client's header neither names the trace nor samples it", () => {
    const header = `00-${TRACE}-${SPAN}-01`;
    const { traceId, traceparent } = startRequestTrace('GET', { header, isTrusted: false });
    expect(traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    expect(traceparent).not.toContain(TRACE);
    expect(traceparent).not.toContain(SPAN);
  });

  test.each([
    undefined,
    '',
    'garbage',
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `01-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  ])('%j starts a new trace', (header) => {
    const { traceId, traceparent } = startRequestTrace('GET', { header, isTrusted: true });
    expect(traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    expect(traceId).not.toBe(TRACE);
  });
});
