import type { DataStrategyResult, MiddlewareFunction } from 'react-router';
import { UNREACHABLE } from '#api/api-answer.ts';

/**
 * Client middleware of a host's root, the innermost: a load that does not reach the web tier fails with the refusal of a call that
 * does not reach the API. The framework throws what `fetch` throws, which a component's own mistake could be, too.
 */
export const markUnreachable: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  _args,
  next,
) => {
  const results = await next();
  for (const failed of Object.values(results)) if (isUnreachable(failed)) failed.result = UNREACHABLE;
  return results;
};

/** `fetch` throws a `TypeError`; where the connection ends within the answer, it is the cause. */
function isUnreachable({ type, result }: DataStrategyResult): boolean {
  return type === 'error' && result instanceof Error && (result.cause ?? result) instanceof TypeError;
}
