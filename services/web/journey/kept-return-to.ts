import { keptForADay } from './kept-for-a-day.ts';
import { safeReturnTo } from './return-to.ts';

const kept = keptForADay('gatehouse-return-to');

/** Remembers, in this browser alone, where the user of a sign-up or of a password reset wants to go: the mail's link opens another tab (U14). */
export function keepReturnTo(returnTo: string | null): void {
  if (returnTo === null) kept.forget();
  else kept.keep(returnTo);
}

/** What the last of these in this browser has kept; null: nothing, or it is more than 24 hours old. */
export function keptReturnTo(): string | null {
  return safeReturnTo(kept.read());
}
