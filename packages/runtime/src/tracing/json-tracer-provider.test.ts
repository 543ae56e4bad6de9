import { describe, expect, test } from '@jest/globals';
import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  InMemorySpanExporter,
  ParentBasedSampler,
  type Sampler,
  TracerProvider as SdkTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace';
import { JsonTracerProvider } from './json-tracer-provider.ts';

const always = new ParentBasedSampler({ root: new AlwaysOnSampler() });
const REMOTE = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isRemote: true };
const within = (span: Span) => trace.setSpan(ROOT_CONTEXT, span);

function own(sampler: Sampler = always) {
  const spans: { scope: string; text: string }[] = [];
  return { spans, provider: new JsonTracerProvider(sampler, (scope, text) => spans.push({ scope, text })) };
}

/** Everything that a span of ours can be told. */
function tellSpans(provider: TracerProvider): void {
  const tracer = provider.getTracer('scope');
  const caller = trace.setSpanContext(ROOT_CONTEXT, { ...REMOTE, traceFlags: 1 });
  const server = tracer.startSpan('GET /"quoted"/ü', { kind: SpanKind.SERVER }, caller);
  const wait = tracer.startSpan('wait', { kind: SpanKind.CLIENT }, within(server));
  const shared = tracer.startSpan(
    'shared',
    {
      kind: SpanKind.CLIENT,
      links: [{ context: wait.spanContext() }],
      attributes: { first: 1, 'b"c': 'x"\n☃' },
    },
    within(wait),
  );
  wait.addLink({ context: shared.spanContext() }).addLinks([{ context: { ...REMOTE, traceFlags: 0 } }]);
  shared.setAttribute('first', 2.5).setAttribute('list', ['a', 'b']).updateName('renamed');
  shared.setStatus({ code: SpanStatusCode.ERROR, message: 'why' }).setStatus({ code: SpanStatusCode.UNSET });
  wait.setAttributes({ yes: true, long: 'l'.repeat(500), absent: undefined });
  server.setAttributes({ status: 200, rule: 'user' });
  server.setAttributes({ status: 201 });
  for (const span of [shared, wait, server]) span.end();
}

// biome-ignore lint/suspicious/noExplicitAny: OTLP/JSON as it is.
type Json = any;

/** What OTLP's defaults say anyway left out; ids by the order in which they come, for they are random. */
function comparable(spans: Json[]): Json[] {
  const ids = new Map<string, number>();
  const nameOf = (id: string | undefined) => {
    if (id !== undefined && !ids.has(id)) ids.set(id, ids.size);
    return id === undefined ? undefined : ids.get(id);
  };
  const idsOf = ({ traceId, spanId }: Json) => ({ traceId: nameOf(traceId), spanId: nameOf(spanId) });
  return spans.map((span) => ({
    ...idsOf(span),
    parent: nameOf(span.parentSpanId),
    name: span.name,
    kind: span.kind,
    flags: span.flags,
    attributes: span.attributes ?? [],
    links: (span.links ?? []).map((link: Json) => ({ ...idsOf(link), flags: link.flags })),
    status: { code: 0, ...span.status },
  }));
}

describe('a span of ours', () => {
  test('says in OTLP what one of the SDK says', () => {
    const exporter = new InMemorySpanExporter();
    tellSpans(
      new SdkTracerProvider({ sampler: always, spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
    );
    const request = JsonTraceSerializer.serializeRequest(exporter.getFinishedSpans());
    const [{ scopeSpans }] = JSON.parse(new TextDecoder().decode(request)).resourceSpans;
    const { spans, provider } = own();
    tellSpans(provider);
    expect(spans.map(({ scope }) => scope)).toEqual(['scope', 'scope', 'scope']);
    expect(comparable(spans.map(({ text }) => JSON.parse(text)))).toEqual(comparable(scopeSpans[0].spans));
  });

  test('begins and ends by the wall clock, in nanoseconds', async () => {
    const { spans, provider } = own();
    const before = Date.now();
    const span = provider.getTracer('scope').startSpan('x');
    await new Promise((resolve) => setTimeout(resolve, 5));
    span.end();
    const { startTimeUnixNano, endTimeUnixNano } = JSON.parse(spans[0]?.text ?? '');
    const [start, end] = [Number(startTimeUnixNano) / 1e6, Number(endTimeUnixNano) / 1e6];
    expect(startTimeUnixNano).toMatch(/^\d{19}$/);
    expect(start).toBeGreaterThan(before - 100);
    expect(end - start).toBeGreaterThan(3);
    expect(end).toBeLessThan(Date.now() + 100);
  });

  test('ends once, records until then, and keeps no event', () => {
    const { spans, provider } = own();
    const span = provider.getTracer('scope').startSpan('x');
    expect(span.isRecording()).toBe(true);
    span.addEvent('secret');
    span.recordException(new Error('secret'));
    span.end();
    span.end();
    expect(span.isRecording()).toBe(false);
    expect(spans).toHaveLength(1);
    expect(spans[0]?.text).not.toContain('secret');
  });
});

test.each([
  ['a name alone', (tracer: Tracer, work: (span: Span) => string) => tracer.startActiveSpan('x', work)],
  ['options', (tracer: Tracer, work: (span: Span) => string) => tracer.startActiveSpan('x', {}, work)],
  [
    'a context',
    (tracer: Tracer, work: (span: Span) => string) => tracer.startActiveSpan('x', {}, ROOT_CONTEXT, work),
  ],
] as const)('a span is made active by %s, and what the work gives comes back', (_name, start) => {
  const { spans, provider } = own();
  const given = start(provider.getTracer('scope'), (span) => {
    span.end();
    return 'done';
  });
  expect(given).toBe('done');
  expect(spans.map(({ scope }) => scope)).toEqual(['scope']);
});

describe('which traces are kept', () => {
  const none = new ParentBasedSampler({ root: new AlwaysOffSampler() });
  test.each([
    ['the sampler says so', always, null, true],
    ['the sampler says no', none, null, false],
    ['the caller keeps it', none, 1, true],
    ['the caller does not', always, 0, false],
    ['the sampler does not ask the caller', new AlwaysOffSampler(), 1, false],
  ] as const)('%s', (_, sampler, callersFlags, isKept) => {
    const { spans, provider } = own(sampler);
    const around =
      callersFlags === null
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { ...REMOTE, traceFlags: callersFlags });
    const tracer = provider.getTracer('scope');
    const span = tracer.startSpan('x', {}, around);
    const child = tracer.startSpan('y', {}, within(span));
    for (const one of [span, child]) {
      const { traceId, spanId, traceFlags } = one.spanContext();
      expect(one.isRecording()).toBe(isKept);
      expect(traceFlags).toBe(isKept ? 1 : 0);
      expect(spanId).toMatch(/^[0-9a-f]{16}$/);
      expect(traceId).toMatch(callersFlags === null ? /^[0-9a-f]{32}$/ : /^a{32}$/);
      one.end();
    }
    expect(spans).toHaveLength(isKept ? 2 : 0);
  });

  test('a root begins a trace of its own, and so does a caller with an invalid id', () => {
    const tracer = own().provider.getTracer('scope');
    const outer = tracer.startSpan('x');
    const root = tracer.startSpan('y', { root: true }, within(outer));
    expect(root.spanContext().traceId).not.toBe(outer.spanContext().traceId);
    const invalid = trace.setSpanContext(ROOT_CONTEXT, { traceId: 'no', spanId: 'no', traceFlags: 1 });
    expect(tracer.startSpan('z', {}, invalid).spanContext().traceId).toMatch(/^[0-9a-f]{32}$/);
  });
});
