import { randomBytes } from 'node:crypto';
import { type IncomingTrace, newTraceId, startServerSpan } from '@gatehouse/runtime';
import { isSpanContextValid, type Span, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('@gatehouse/web');
const SPAN_ID_BYTES = 8;

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
  const traceId = isOwn ? own.traceId : (parent?.traceId ?? newTraceId());
  const spanId = isOwn ? own.spanId : randomBytes(SPAN_ID_BYTES).toString('hex');
  const flags = isOwn ? own.traceFlags : (parent?.traceFlags ?? 0);
  return { span, traceId, traceparent: `00-${traceId}-${spanId}-0${flags & 1}` };
}
