import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { isReloadWanted } from './reload.ts';

/**
 * When the root loaders and the policies run again: after a requested reload (R5), and after a route action that succeeded
 * (R3) or was refused with 401 or 403 (R4). On a click into an area only its policy runs, because it is new to the page
 * (R2); a click inside an area sends the web tier no request (P6).
 */
export function shouldRevalidate({
  actionStatus,
  formMethod,
  currentUrl,
  nextUrl,
}: Pick<ShouldRevalidateFunctionArgs, 'actionStatus' | 'formMethod' | 'currentUrl' | 'nextUrl'>): boolean {
  if (isReloadWanted()) return true;
  if (actionStatus === 401 || actionStatus === 403) return true;
  const isAction = formMethod !== undefined && formMethod !== 'GET';
  if (isAction) return actionStatus === undefined || actionStatus < 400;
  return currentUrl.href === nextUrl.href;
}
