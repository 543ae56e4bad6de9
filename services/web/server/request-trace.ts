import { type IncomingTrace, randomHex, startServerSpan } from '@gatehouse/runtime';
import { isSpanContextValid, type Span, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('@gatehouse/web');
const TRACE_ID_DIGITS = 32;
const SPAN_ID_DIGITS = 16;

/** The SERVER span of a request, and the trace of its API calls. */
export interface RequestTrace {
  readonly span: Span;
  /** 32 lower-case hex digits: what to quote for this request. */
  readonly traceId: string;
  /** W3C header for the API, with a span of ours; the client's header is not forwarded (W7). */
  readonly traceparent: string;
}

/** Starts the span of a request: in the trace of a trusted ingress, else in a new trace. */
export function startRequestTrace(name: string, incoming: IncomingTrace): RequestTrace {
  const { span, parent } = startServerSpan(tracer, name, incoming);
  const own = span.spanContext();
  const isOwn = isSpanContextValid(own) && own.spanId !== parent?.spanId;
  const traceId = isOwn ? own.traceId : (parent?.traceId ?? randomHex(TRACE_ID_DIGITS));
  const spanId = isOwn ? own.spanId : randomHex(SPAN_ID_DIGITS);
  const flags = isOwn ? own.traceFlags : (parent?.traceFlags ?? 0);
  return { span, traceId, traceparent: `00-${traceId}-${spanId}-0${flags & 1}` };
}
