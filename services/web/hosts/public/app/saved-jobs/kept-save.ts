const KEY = 'gatehouse-save-job';

/** As long as a sign-up with its mail may take. */
const MAX_AGE_MILLIS = 30 * 60_000;

/** Keeps for this tab that its visitor wants to save a job post, until a user has signed in. */
export function keepSave(jobPostId: string): void {
  sessionStorage.setItem(KEY, JSON.stringify({ jobPostId, at: Date.now() }));
}

/** What was kept, once. Null: nothing, or too long ago. */
export function takeSave(): string | null {
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return null;
  sessionStorage.removeItem(KEY);
  const { jobPostId, at } = JSON.parse(kept) as { jobPostId: string; at: number };
  return Date.now() - at < MAX_AGE_MILLIS ? jobPostId : null;
}
