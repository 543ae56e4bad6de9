import { newTraceId, startServerSpan } from '@gatehouse/runtime';
import { INVALID_TRACEID, type Span, trace } from '@opentelemetry/api';
import type { Request } from 'express';
import type { Service } from '../service.ts';
import { trustsTraceparent } from './trace-trust.ts';

const tracer = trace.getTracer('@gatehouse/boundary');

/** The SERVER span of a request and the id to quote for it. */
export interface RequestTrace {
  readonly span: Span;
  /** 32 lower-case hex digits: the span's, else that of a trusted caller, else a new one; never a client's (F19). */
  readonly traceId: string;
}

/** Starts the SERVER span of a request. */
export function startRequestTrace(
  request: Request,
  { hostNames, trustTraceparent }: Pick<Service, 'hostNames' | 'trustTraceparent'>,
): RequestTrace {
  const header = request.headers['traceparent'] as string | undefined;
  const trustsHop = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const isTrusted =
    header !== undefined &&
    trustsTraceparent(request, {
      hostNames,
      ingressSetsTraceparent: trustTraceparent,
      trustsPeer: (address) => trustsHop(address, 0),
    });
  const { span, parent } = startServerSpan(tracer, request.method, { header, isTrusted });
  const own = span.spanContext();
  return {
    span,
    traceId: own.traceId !== INVALID_TRACEID ? own.traceId : (parent?.traceId ?? newTraceId()),
  };
}
