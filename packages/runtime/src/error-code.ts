/**
 * The `code` that Node and `pg` give their errors, for example `ENOENT` or an SQLSTATE; empty where there is none, and for the numbers of
 * DOMExceptions. Asks for the property and not for the class: an error of Node's own is of another realm than a test's `Error`.
 */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** For `error.type` and `error_type`: an error's code, which is the SQLSTATE of a PostgreSQL error, or its name. */
export function errorType(error: unknown): string {
  return error instanceof Error ? codeOf(error) || error.name : typeof error;
}
