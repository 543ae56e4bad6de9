import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { isReloadWanted } from './reload.ts';

/**
 * When the root loaders and the policies run again; the same rule for all of them:
 * a reload that was asked for (R5), a route action that succeeded (R3) or was refused with 401 or 403 (R4). A click into
 * an area is none of these: there the policy runs because it is new to the page, and the root loader does not (R2), and
 * a click inside an area asks the web tier nothing (P6).
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
