import { randomHex } from '@gatehouse/runtime';
import {
  type Attributes,
  context,
  INVALID_TRACEID,
  isSpanContextValid,
  type Span,
  type SpanContext,
  SpanKind,
  trace,
} from '@opentelemetry/api';

const tracer = trace.getTracer('@gatehouse/boundary');
const TRACE_ID_DIGITS = 32;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The SERVER span of a request and the id to quote for it. */
export interface RequestTrace {
  readonly span: Span;
  /** What the span will say; given to it at its end, in one step. */
  readonly attributes: Attributes;
  /** 32 lower-case hex digits: the span's, else the caller's, else a new one. */
  readonly traceId: string;
}

/** Starts the SERVER span of a request, as a child of the caller's span when a W3C `traceparent` came with it. */
export function startRequestTrace(name: string, traceparent: string | undefined): RequestTrace {
  const parent = parseTraceparent(traceparent);
  const active = parent === null ? context.active() : trace.setSpanContext(context.active(), parent);
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, active);
  const own = span.spanContext();
  return {
    span,
    attributes: {},
    traceId: own.traceId !== INVALID_TRACEID ? own.traceId : (parent?.traceId ?? randomHex(TRACE_ID_DIGITS)),
  };
}

function parseTraceparent(header: string | undefined): SpanContext | null {
  const match = TRACEPARENT.exec(header ?? '');
  if (match === null) return null;
  const [, traceId = '', spanId = '', flags = ''] = match;
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? parent : null;
}
