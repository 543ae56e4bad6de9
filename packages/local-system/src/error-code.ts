/**
 * The `code` that Node and `pg` give their errors, for example `ENOENT` or an SQLSTATE; null where there is none.
 * Asks for the property and not for the class: an error of Node's own is of another realm than a test's `Error`.
 */
export function findCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
