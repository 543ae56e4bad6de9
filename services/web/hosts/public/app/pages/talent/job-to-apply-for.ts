/**
 * The id of the job that the user came to apply for, of a `return_to`; null: there is none.
 * Its page is `/talent/apply/<id>`.
 */
export function jobToApplyFor(returnTo: string | null): string | null {
  return /^\/talent\/apply\/([\da-f-]{36})$/.exec(returnTo ?? '')?.[1] ?? null;
}
