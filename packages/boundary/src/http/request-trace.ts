import { type IncomingTrace, randomHex, startServerSpan } from '@gatehouse/runtime';
import { type Attributes, INVALID_TRACEID, type Span, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('@gatehouse/boundary');
const TRACE_ID_DIGITS = 32;

/** The SERVER span of a request and the id to quote for it. */
export interface RequestTrace {
  readonly span: Span;
  /** What the span will say; given to it at its end, in one step. */
  readonly attributes: Attributes;
  /** 32 lower-case hex digits: the span's, else that of a trusted caller, else a new one; never a client's (F19). */
  readonly traceId: string;
}

/** Starts the SERVER span of a request. */
export function startRequestTrace(name: string, incoming: IncomingTrace): RequestTrace {
  const { span, parent } = startServerSpan(tracer, name, incoming);
  const own = span.spanContext();
  return {
    span,
    attributes: {},
    traceId: own.traceId !== INVALID_TRACEID ? own.traceId : (parent?.traceId ?? randomHex(TRACE_ID_DIGITS)),
  };
}
