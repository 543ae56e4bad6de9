/**
 * A value that is always there, where its type does not say so.
 * @param what names it in the error.
 * @throws {Error} if it is null or undefined: a bug, not a refusal.
 */
export function required<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
