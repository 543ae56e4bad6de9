import type { ApiAnswer } from '@gatehouse/testkit';
import { expect } from '@jest/globals';
import { percentile } from './percentile.ts';

/** Revocations of each kind under a flood; `REVOCATION_ATTEMPTS` makes a longer run of it. */
const ATTEMPTS = Number(process.env['REVOCATION_ATTEMPTS'] ?? 3);

const IS_LONG_RUN = ATTEMPTS >= 100;

/** G1's second, for 99 of 100 in the long run; a short one on a busy machine has slack. */
const [MAX_MILLIS, JUDGED_SHARE] = IS_LONG_RUN ? [1000, 0.99] : [3000, 0];

/**
 * Revokes again and again under a flood of writes. A short run ends with the first revocation that is answered in time: a busy
 * machine may make one late, and one that has to wait for the flood always is.
 * @param revoke one revocation, with its checks; gives the time of its answer, as `timeRevocation` does.
 * @returns the times of all answers, in milliseconds.
 * @throws {Error} when they are late.
 */
export async function timeRevocations(revoke: () => Promise<number>): Promise<readonly number[]> {
  const times: number[] = [];
  const areInTime = () => percentile(times, JUDGED_SHARE) < MAX_MILLIS;
  do times.push(await revoke());
  while (times.length < ATTEMPTS && (IS_LONG_RUN || !areInTime()));
  if (!areInTime()) throw new Error(`revocations were answered after ${times.map(Math.round).join(', ')} ms`);
  return times;
}

/**
 * Revokes once under a flood.
 * @param check what holds after the revocation was answered. @param restore gives the access back, for the next revocation.
 * @returns how long the answer took, in milliseconds. Infinite for 503: it came later than the database lets it wait, and has
 * changed nothing.
 */
export async function timeRevocation(
  revoke: () => Promise<ApiAnswer>,
  { check, restore }: { check: () => Promise<void>; restore: () => Promise<unknown> },
): Promise<number> {
  const startedAt = performance.now();
  const { status, text } = await revoke();
  const took = performance.now() - startedAt;
  const isAnswered = status !== 503;
  if (isAnswered) {
    expect([text, status]).toEqual([text, status === 200 ? 200 : 204]);
    await check();
  }
  await restore();
  return isAnswered ? took : Number.POSITIVE_INFINITY;
}
