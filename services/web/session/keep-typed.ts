import type { DataStrategyResult, MiddlewareFunction } from 'react-router';
import { isOutage } from '#api/api-answer.ts';
import { hasChangedForm } from '#api/changed-forms.ts';
import { staysInLoad } from './sign-in-again.ts';

type Results = Record<string, DataStrategyResult>;

/**
 * Client middleware of a host's root: a reload of route data that fails in an outage keeps the data of before while a form of
 * the page has text that is not saved, because the root's error display would replace the form (G8). It stays requested.
 * So it does when a policy redirects to the sign-in page, and a read has asked for the sign-in within the page.
 */
export const keepTyped: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  // A load of a fetcher has no result of the root, and a page that is left has another address.
  if (!results['root'] || request.url !== location.href.split('#')[0] || !hasChangedForm()) return results;
  const stays = staysInLoad(request.signal);
  return Object.fromEntries(
    Object.entries(results).filter(([, result]) => !hasNoAnswer(result) && !(stays && isRedirect(result))),
  );
};

function isRedirect({ result }: DataStrategyResult): boolean {
  return result instanceof Response && result.headers.has('Location');
}

/** Whether the web tier could not be reached or could not answer; what the framework throws for the first has no status. */
function hasNoAnswer({ type, result }: DataStrategyResult): boolean {
  const { status = 0, name } = Object(result) as { readonly status?: number; readonly name?: string };
  return type === 'error' && name !== 'AbortError' && isOutage({ status });
}
