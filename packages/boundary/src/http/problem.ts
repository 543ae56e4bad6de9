import { type Problem, type RefusalCode, refusalKindOf } from '@gatehouse/contract';
import { SharedQueryOverload } from '@gatehouse/membership-resolver';
import { isDatabaseUnavailable } from '@gatehouse/runtime/database';
import { Refusal } from '../refusal.ts';

/** A refusal on the wire. */
export interface ProblemAnswer {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The one translator from errors to HTTP: a refusal keeps its code, a database that does not answer is 503 and never 401
 * (A2, E4), every other error is 500 and reveals nothing internal.
 */
export function problemOf(error: unknown, traceId: string): ProblemAnswer {
  const { code, options } = refusalOf(error);
  const { status, title } = refusalKindOf(code);
  const headers: Record<string, string> = {};
  if (options.retryAfterSeconds !== undefined)
    headers['Retry-After'] = String(Math.ceil(options.retryAfterSeconds));
  if (status === 401) headers['WWW-Authenticate'] = 'Session';
  return {
    problem: {
      type: `/problems/${code}`,
      title,
      status,
      code,
      detail: options.detail ?? title,
      trace_id: traceId,
      errors: options.errors ?? [],
      ...(options.conflict === undefined ? {} : { conflict: options.conflict }),
    },
    headers,
  };
}

function refusalOf(error: unknown): Pick<Refusal, 'code' | 'options'> {
  if (error instanceof Refusal) return error;
  if (isDatabaseUnavailable(error) || error instanceof SharedQueryOverload) {
    return unavailable(
      'dependency_unavailable',
      'The service is temporarily unavailable. Try again in a moment.',
    );
  }
  if (error instanceof URIError)
    return { code: 'input_invalid', options: { detail: 'The address cannot be decoded.' } };
  return { code: 'internal_error', options: {} };
}

function unavailable(code: RefusalCode, detail: string): Pick<Refusal, 'code' | 'options'> {
  return { code, options: { detail, retryAfterSeconds: 2 } };
}
