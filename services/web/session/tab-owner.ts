import { LINK_TOKENS } from '#journey/link-tokens.ts';

/**
 * In the storage of the browser: when a user last signed out. A tab that is on another site receives no message of it. In the storage of
 * a tab: the last sign-out before its account.
 */
export const LAST_SIGN_OUT = 'gatehouse-signed-out';

/** Sent to the window with the id of the page's account, whenever the page gets another one; empty: signed out. */
export const ACCOUNT_EVENT = 'gatehouse:account';

/** In the storage of a tab: the id of the account to which all of that storage belongs. */
export const OWNER = 'gatehouse-account';

/** In the storage of a tab: everything that an account has left whose session has ended. No page reads it. */
const LEFT = 'gatehouse-left';

/**
 * Gives the storage of this tab to an account. What another one has kept there is set aside while its session has merely ended, which
 * loses nothing (G8). It is deleted when another account signs in, and when a user has signed out since (C2). What a visitor has
 * kept goes to the account that signs in.
 * @param id empty: signed out.
 * @throws {DOMException} if the browser refuses storage.
 */
export function giveTabTo(id: string): void {
  const signOut = localStorage.getItem(LAST_SIGN_OUT) ?? '';
  const stored: Record<string, string> = { ...sessionStorage };
  if (OWNER in stored && (stored[OWNER] !== id || stored[LAST_SIGN_OUT] !== signOut)) {
    for (const key of LINK_TOKENS) delete stored[key];
    for (const key of Object.keys(stored)) sessionStorage.removeItem(key);
    sessionStorage.setItem(LEFT, JSON.stringify(stored));
  }
  const former: Record<string, string> = JSON.parse(sessionStorage.getItem(LEFT) ?? '{}');
  const isSignedOut = former[LAST_SIGN_OUT] !== signOut;
  if (id !== '' || isSignedOut) sessionStorage.removeItem(LEFT);
  if (id === '') return;
  const returned = former[OWNER] === id && !isSignedOut ? former : {};
  const own: Record<string, string> = { ...returned, ...sessionStorage };
  own[OWNER] = id;
  own[LAST_SIGN_OUT] = signOut;
  for (const [key, text] of Object.entries(own)) sessionStorage.setItem(key, text);
}
