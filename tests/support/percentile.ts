/** The smallest value that at least this share of the values does not exceed, for example 0.99. @throws when there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('no values');
  return value;
}
