import type { DataStrategyResult, MiddlewareFunction } from 'react-router';
import { hasChangedForm } from '#api/changed-forms.ts';
import { hasNoAnswer, isReloadWanted, noteFailedReload, shownUrl } from './reload.ts';
import { currentAccount, staysInLoad } from './sign-in-again.ts';

/**
 * Client middleware of a host's root: a reload of route data that fails in an outage keeps the data of before under a user's page,
 * because the root's error display would replace what is being read. A requested reload does so only while a form of the page has
 * text that is not saved (G8): the session may have changed. It stays requested.
 * So it does when a policy redirects to the sign-in page, and a read has asked for the sign-in within the page.
 */
export const keepShown: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next();
  // A load of a fetcher has no result of the root, and a page that is left has another address.
  const { root } = results;
  if (!root || request.url !== shownUrl()) return results;
  noteFailedReload(null);
  const isChanged = hasChangedForm();
  if (!isChanged && (isReloadWanted() || currentAccount() === null)) return results;
  if (hasNoAnswer(root)) noteFailedReload(request.url);
  const stays = isChanged && staysInLoad(request.signal);
  return Object.fromEntries(
    Object.entries(results).filter(([, result]) => !hasNoAnswer(result) && !(stays && isRedirect(result))),
  );
};

function isRedirect({ result }: DataStrategyResult): boolean {
  return result instanceof Response && result.headers.has('Location');
}
