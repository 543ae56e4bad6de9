import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The hashes of common passwords, written by `generators/common-passwords.ts`. */
export const PASSWORD_FILTER_FILE = new URL('./common-passwords.bin', import.meta.url);

/**
 * Sorted hashes of passwords, 8 bytes each. Another password has one of these hashes by chance once in 10¹⁴.
 * @param passwords in lower case.
 */
export function buildPasswordFilter(passwords: Iterable<string>): BigUint64Array {
  return BigUint64Array.from(new Set(Array.from(passwords, hash))).sort();
}

/** Reads a stored filter. Throws an error of the file system. */
export function readPasswordFilter(file: URL): BigUint64Array {
  const stored = readFileSync(file);
  return new BigUint64Array(Uint8Array.from(stored).buffer);
}

/**
 * Whether the filter holds the password.
 * @param password in lower case.
 */
export function holdsPassword(filter: BigUint64Array, password: string): boolean {
  const sought = hash(password);
  let first = 0;
  let end = filter.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if ((filter[middle] as bigint) < sought) first = middle + 1;
    else end = middle;
  }
  return filter[first] === sought;
}

function hash(password: string): bigint {
  return createHash('sha256').update(password).digest().readBigUInt64LE();
}
