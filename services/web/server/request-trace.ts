import { randomBytes } from 'node:crypto';
import {
  context,
  isSpanContextValid,
  type Span,
  type SpanContext,
  SpanKind,
  trace,
} from '@opentelemetry/api';

const tracer = trace.getTracer('@gatehouse/web');
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The SERVER span of a request, with what the API calls of the request carry. */
export interface RequestTrace {
  readonly span: Span;
  /** 32 lower-case hex digits: what to quote for this request. */
  readonly traceId: string;
  /** Our own W3C header: the trace of whoever called us, and a span of ours. The caller's header itself stays here (W7). */
  readonly traceparent: string;
}

/** Starts the span of a request, within the trace of the ingress when a `traceparent` came with it. */
export function startRequestTrace(name: string, header: string | undefined): RequestTrace {
  const parent = parseTraceparent(header);
  const active = parent === null ? context.active() : trace.setSpanContext(context.active(), parent);
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, active);
  const own = span.spanContext();
  const isOwn = isSpanContextValid(own) && own.spanId !== parent?.spanId;
  const traceId = isOwn ? own.traceId : (parent?.traceId ?? randomBytes(16).toString('hex'));
  const spanId = isOwn ? own.spanId : randomBytes(8).toString('hex');
  const flags = isOwn ? own.traceFlags : (parent?.traceFlags ?? 0);
  return { span, traceId, traceparent: `00-${traceId}-${spanId}-0${flags & 1}` };
}

function parseTraceparent(header: string | undefined): SpanContext | null {
  const match = TRACEPARENT.exec(header ?? '');
  if (match === null) return null;
  const [, traceId = '', spanId = '', flags = ''] = match;
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? parent : null;
}
