/** Of the storage of a tab whose visitor wants to save something: the early script keeps it until a user has signed in. */
export const KEPT_SAVE = 'gatehouse-save-job';

/** What a visitor wants to save: a job post, or the search of an address. */
export type KeptSave = { readonly jobPostId: string } | { readonly searchAddress: string };

/** As long as a sign-up with its mail may take. */
const MAX_AGE_MILLIS = 30 * 60_000;

/** What was kept, once. Null: nothing, or too long ago. */
export function takeSave(): KeptSave | null {
  const kept = sessionStorage.getItem(KEPT_SAVE);
  if (kept === null) return null;
  sessionStorage.removeItem(KEPT_SAVE);
  const { at, ...save } = JSON.parse(kept) as KeptSave & { readonly at: number };
  return Date.now() - at < MAX_AGE_MILLIS ? save : null;
}
