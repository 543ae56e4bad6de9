import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { QueryConfig } from 'pg';
import { statement } from './statement.ts';
import { tracedQuery } from './traced-query.ts';

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
beforeAll(() => {
  trace.setGlobalTracerProvider(provider);
});
afterEach(() => exporter.reset());

const FIND = statement<{ id: string }>('find_lantern', 'select id from lanterns where keeper = $1');
const UNSAMPLED = trace.wrapSpanContext({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 0 });

/** A connection that answers with what `answer` returns, and the queries that it has got. */
function connectionTo(answer: () => readonly object[]) {
  const queries: QueryConfig[] = [];
  const query = async (config: QueryConfig) => {
    queries.push(config);
    return { rows: answer() } as never;
  };
  return { queries, query };
}

describe('a statement', () => {
  test('runs under a client span of its name within the request’s, and no value enters it', async () => {
    const parent = provider.getTracer('test').startSpan('request');
    const connection = connectionTo(() => [{ id: 'one' }]);
    expect(await tracedQuery(connection, FIND, ['Ada'], parent)).toEqual([{ id: 'one' }]);
    expect(connection.queries).toEqual([{ name: FIND.name, text: FIND.text, values: ['Ada'] }]);
    const [span, ...others] = exporter.getFinishedSpans();
    expect(others).toEqual([]);
    expect(span).toMatchObject({
      name: 'find_lantern',
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': 'find_lantern' },
      status: { code: SpanStatusCode.UNSET },
      parentSpanContext: { spanId: parent.spanContext().spanId },
    });
    expect(JSON.stringify([span?.attributes, span?.events])).not.toContain('Ada');
  });

  test.each([
    ['an error of PostgreSQL', Object.assign(new Error('out of memory'), { code: '53200' }), '53200'],
    ['another error', new TypeError('the socket has closed'), 'TypeError'],
    ['what is no error', { code: '53200' }, 'object'],
  ])('that fails with %s rejects with it, and its span says so', async (_what, error, type) => {
    const parent = provider.getTracer('test').startSpan('request');
    const connection = connectionTo(() => {
      throw error;
    });
    await expect(tracedQuery(connection, FIND, [], parent)).rejects.toBe(error);
    expect(exporter.getFinishedSpans()).toMatchObject([
      { attributes: { 'error.type': type }, status: { code: SpanStatusCode.ERROR } },
    ]);
  });

  test('of a request that is not sampled has no span', async () => {
    const connection = connectionTo(() => [{ id: 'one' }]);
    expect(await tracedQuery(connection, FIND, [], UNSAMPLED)).toEqual([{ id: 'one' }]);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});
