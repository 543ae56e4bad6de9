import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(6144);
let digits = '';
let used = 0;

/**
 * So many random hex digits, lower case, for the ids of traces and spans. They are fetched for many at once: asking each
 * time costs a tenth of a session read.
 */
export function randomHex(length: number): string {
  if (used + length > digits.length) {
    digits = randomFillSync(pool).toString('hex');
    used = 0;
  }
  used += length;
  return digits.slice(used - length, used);
}
