import { randomBytes } from 'node:crypto';
import {
  context,
  isSpanContextValid,
  type Span,
  type SpanContext,
  SpanKind,
  type Tracer,
  trace,
} from '@opentelemetry/api';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A W3C `traceparent` as it came with a request. */
export interface IncomingTrace {
  readonly header: string | undefined;
  /** Whether a part of ours set it. A client's forces no sampling and names no trace of ours (F19). */
  readonly isTrusted: boolean;
}

/** The SERVER span of a request, and the span of the caller that it continues; null: it begins a trace. */
export interface ServerSpan {
  readonly span: Span;
  readonly parent: SpanContext | null;
}

/** The id of a request without a trace: 32 lower-case hex digits. */
export function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

/** Starts the SERVER span of a request: in the caller's trace where that is trusted, else in a new one that links to it. */
export function startServerSpan(tracer: Tracer, name: string, incoming: IncomingTrace): ServerSpan {
  const caller = parseTraceparent(incoming.header);
  const kind = SpanKind.SERVER;
  if (caller === null) return { span: tracer.startSpan(name, { kind, root: true }), parent: null };
  if (!incoming.isTrusted) {
    return { span: tracer.startSpan(name, { kind, root: true, links: [{ context: caller }] }), parent: null };
  }
  const around = trace.setSpanContext(context.active(), caller);
  return { span: tracer.startSpan(name, { kind }, around), parent: caller };
}

function parseTraceparent(header: string | undefined): SpanContext | null {
  const match = TRACEPARENT.exec(header ?? '');
  if (match === null) return null;
  const [, traceId = '', spanId = '', flags = ''] = match;
  const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(caller) ? caller : null;
}
