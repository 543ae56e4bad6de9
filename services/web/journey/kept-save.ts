import { readStored, removeStored } from './browser-storage.ts';

/** Of the storage of a tab whose visitor wants to save something: the early script keeps it until a user has signed in. */
export const KEPT_SAVE = 'gatehouse-save';

/** What a visitor wants to save: a job post, or the search of an address. */
export type KeptSave = { readonly jobPostId: string } | { readonly searchAddress: string };

/** As long as a sign-up with its mail may take. */
const MAX_AGE_MILLIS = 30 * 60_000;

/**
 * What was kept, once. A search waits for its own page, to which the sign-in leads: another user who signs in here gets no mail for it.
 * @param address path and query of the page. Null: nothing for it, or too long ago.
 */
export function takeSave(address: string): KeptSave | null {
  const kept = readStored('sessionStorage', KEPT_SAVE);
  if (kept === '') return null;
  const { at, ...save } = JSON.parse(kept) as KeptSave & { readonly at: number };
  if ('searchAddress' in save && save.searchAddress !== address) return null;
  removeStored('sessionStorage', KEPT_SAVE);
  return Date.now() - at < MAX_AGE_MILLIS ? save : null;
}
