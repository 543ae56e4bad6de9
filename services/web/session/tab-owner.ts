/** The key, in the storage of a tab, of the id of the account to which all of that storage belongs. */
export const TAB_OWNER = 'gatehouse-account';

/**
 * Gives the storage of this tab to an account, and empties it if it was another one's: a tab that is on another site receives no
 * message of a sign-out (C2). What a visitor has kept goes to the account that signs in. It also runs as text, in the early script: it may
 * name nothing outside itself.
 * @param key `TAB_OWNER`.
 * @param id empty: signed out.
 */
export function giveTabTo(key: string, id: string): void {
  try {
    const owner = sessionStorage.getItem(key) ?? id;
    if (owner !== id) sessionStorage.clear();
    if (id !== '') sessionStorage.setItem(key, id);
  } catch {
    // A browser that refuses storage keeps nothing.
  }
}
