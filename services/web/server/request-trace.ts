import { type IncomingTrace, randomHex, startServerSpan } from '@gatehouse/runtime';
import { isSpanContextValid, type Span, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('@gatehouse/web');
const TRACE_ID_DIGITS = 32;
const SPAN_ID_DIGITS = 16;

/** The SERVER span of a request, with what the API calls of the request carry. */
export interface RequestTrace {
  readonly span: Span;
  /** 32 lower-case hex digits: what to quote for this request. */
  readonly traceId: string;
  /** Our own W3C header for the API, with a span of ours. The caller's header itself stays here (W7). */
  readonly traceparent: string;
}

/** Starts the span of a request: in the trace of an ingress that sets `traceparent` itself, else in a trace of its own. */
export function startRequestTrace(name: string, incoming: IncomingTrace): RequestTrace {
  const { span, parent } = startServerSpan(tracer, name, incoming);
  const own = span.spanContext();
  const isOwn = isSpanContextValid(own) && own.spanId !== parent?.spanId;
  const traceId = isOwn ? own.traceId : (parent?.traceId ?? randomHex(TRACE_ID_DIGITS));
  const spanId = isOwn ? own.spanId : randomHex(SPAN_ID_DIGITS);
  const flags = isOwn ? own.traceFlags : (parent?.traceFlags ?? 0);
  return { span, traceId, traceparent: `00-${traceId}-${spanId}-0${flags & 1}` };
}
