import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from 'react-router';
import { isOutage } from '#api/api-answer.ts';
import { hasChangedForm } from '#api/changed-forms.ts';

type Results = Record<string, DataStrategyResult>;

/**
 * Client middleware of a host's root: a reload of route data that fails in an outage keeps the data of before while a form of
 * the page has text that is not saved, because the root's error display would replace the form (G8). It stays requested.
 */
export const keepTyped: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  // A load of a fetcher has no result of the root, and a page that is left has another address.
  if (!('root' in results) || !isShown(request.url) || !hasChangedForm()) return results;
  return Object.fromEntries(Object.entries(results).filter(([, result]) => !hasNoAnswer(result)));
};

function isShown(url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname === location.pathname && search === location.search;
}

/** Whether the web tier could not be reached or could not answer; the framework throws a plain error for the first. */
function hasNoAnswer({ type, result }: DataStrategyResult): boolean {
  if (type !== 'error') return false;
  if (isRouteErrorResponse(result)) return isOutage(result);
  return result instanceof Error && result.name !== 'AbortError';
}
