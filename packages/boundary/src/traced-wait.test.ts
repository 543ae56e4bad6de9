import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { SpanKind, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { startWait } from './traced-wait.ts';

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
beforeAll(() => {
  trace.setGlobalTracerProvider(provider);
});
afterEach(() => {
  exporter.reset();
  jest.restoreAllMocks();
});

/** Waits from one time of the clock to another, in milliseconds. */
function wait(
  { from, to }: { from: number; to: number },
  parent = provider.getTracer('test').startSpan('request'),
) {
  jest.spyOn(performance, 'now').mockReturnValueOnce(from).mockReturnValueOnce(to);
  return { seconds: startWait('wait for turn', parent)(), parent };
}

test('a wait of a millisecond has a span within the request’s, and says its seconds', () => {
  const { seconds, parent } = wait({ from: 5, to: 6 });
  expect(seconds).toBe(0.001);
  expect(exporter.getFinishedSpans()).toMatchObject([
    {
      name: 'wait for turn',
      kind: SpanKind.INTERNAL,
      parentSpanContext: { spanId: parent.spanContext().spanId },
    },
  ]);
});

test('a shorter one has none', () => {
  expect(wait({ from: 5, to: 5.5 }).seconds).toBe(0.0005);
  expect(exporter.getFinishedSpans()).toEqual([]);
});

test('one of a request whose trace is not kept has none', () => {
  const unsampled = trace.wrapSpanContext({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 0 });
  expect(wait({ from: 0, to: 2000 }, unsampled).seconds).toBe(2);
  expect(exporter.getFinishedSpans()).toEqual([]);
});
