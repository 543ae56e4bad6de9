import { safeReturnTo } from './return-to.ts';

const KEY = 'gatehouse-sign-up-return-to';
/** As long as the link in the sign-up's mail. */
const MAX_AGE_MILLIS = 86_400_000;

/** Remembers, in this browser alone, where a new user wants to go: the mail's link opens another tab (U14). */
export function keepSignUpReturnTo(returnTo: string | null): void {
  if (returnTo === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify({ returnTo, at: Date.now() }));
}

/** What the last sign-up in this browser has kept; null: nothing, or it is older than the mail's link. */
export function keptSignUpReturnTo(): string | null {
  const { returnTo = null, at = 0 } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
  return Date.now() - at > MAX_AGE_MILLIS ? null : safeReturnTo(returnTo);
}
