import type { DataStrategyResult, MiddlewareFunction } from 'react-router';
import { UNREACHABLE } from '#api/api-answer.ts';
import { hasNoAnswer } from '#session/reload.ts';

/**
 * Client middleware of a page whose list the web tier loads: a further page of the shown one that has no answer is a refusal beside
 * its button, as where the browser loads it. Thrown, it would replace the page, with all rows.
 */
export const keepRows: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ url }, next) => {
  const results = await next();
  const after = url.searchParams.get('cursor');
  // A navigation of the history has changed the address already.
  if (after === null || url.pathname !== location.pathname || url.search === location.search) return results;
  for (const failed of Object.values(results).filter(hasNoAnswer)) {
    const refusal = { ...UNREACHABLE, status: Object(failed.result).status ?? 0 };
    Object.assign(failed, { type: 'data', result: { answer: { ok: false, refusal }, after } });
  }
  return results;
};
