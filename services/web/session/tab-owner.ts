/** In the storage of the browser: when a user last signed out. A tab that is on another site receives no message of it. */
export const LAST_SIGN_OUT = 'gatehouse-signed-out';

/** Sent to the window with the id of the page's account, whenever the page gets another one; empty: signed out. */
export const ACCOUNT_EVENT = 'gatehouse:account';

/** Keys of the storage of a tab. */
export interface TabKeys {
  /** Of the id of the account to which all of that storage belongs. */
  readonly owner: string;
  /** Of the last sign-out before that. The storage of the browser has the last one of all under the same key. */
  readonly lastSignOut: string;
  /** Of everything that an account has left whose session has ended: no page reads it. */
  readonly left: string;
  /** Of what stays for any account. */
  readonly forAll: readonly string[];
}

/**
 * Gives the storage of this tab to an account. What another one has kept there is set aside while its session has merely ended, which
 * loses nothing (G8). It is deleted when another account signs in, and when a user has signed out since (C2). What a visitor has
 * kept goes to the account that signs in.
 * @param id empty: signed out.
 * @throws {DOMException} if the browser refuses storage.
 */
export function giveTabTo({ owner, lastSignOut, left, forAll }: TabKeys, id: string): void {
  const signOut = localStorage.getItem(lastSignOut) ?? '';
  const stored: Record<string, string> = { ...sessionStorage };
  if (owner in stored && (stored[owner] !== id || stored[lastSignOut] !== signOut)) {
    for (const key of forAll) delete stored[key];
    for (const key of Object.keys(stored)) sessionStorage.removeItem(key);
    sessionStorage.setItem(left, JSON.stringify(stored));
  }
  const former: Record<string, string> = JSON.parse(sessionStorage.getItem(left) ?? '{}');
  const isSignedOut = former[lastSignOut] !== signOut;
  if (id !== '' || isSignedOut) sessionStorage.removeItem(left);
  if (id === '') return;
  const returned = former[owner] === id && !isSignedOut ? former : {};
  const own = { ...returned, ...sessionStorage, [owner]: id, [lastSignOut]: signOut };
  for (const [key, text] of Object.entries(own)) sessionStorage.setItem(key, text);
}
