/** Of the storage of a tab whose visitor wants to save a job post: the early script keeps it until a user has signed in. */
export const KEPT_SAVE = 'gatehouse-save-job';

/** As long as a sign-up with its mail may take. */
const MAX_AGE_MILLIS = 30 * 60_000;

/** What was kept, once. Null: nothing, or too long ago. */
export function takeSave(): string | null {
  const kept = sessionStorage.getItem(KEPT_SAVE);
  if (kept === null) return null;
  sessionStorage.removeItem(KEPT_SAVE);
  const { jobPostId, at } = JSON.parse(kept) as { jobPostId: string; at: number };
  return Date.now() - at < MAX_AGE_MILLIS ? jobPostId : null;
}
