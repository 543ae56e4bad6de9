import type { ConcurrencyLimit, KeyedConcurrencyLimit } from '@gatehouse/runtime';
import { refuse } from '../refusal.ts';

/** Reads of one person that a process works on at once, and that may wait. */
export const READS_OF_ONE_PERSON = { maxRunning: 4, maxWaiting: 200 } as const;

/**
 * Runs a read of a person when fewer than four of the same person run; others wait, in order, and hold no place among the
 * requests that the process works on. So one person's connections, however many, take a fixed share from others (G6).
 * @param atOnce the read, where it need not wait.
 * @param afterWaiting the read after a wait, which decides anew: its answer follows the facts of that moment.
 * @throws {Refusal} rate_limited when too many of the person's reads wait.
 */
export async function readInTurn<T>(
  { reads, work }: { reads: KeyedConcurrencyLimit; work: ConcurrencyLimit },
  personId: string,
  { atOnce, afterWaiting }: { atOnce: () => Promise<T>; afterWaiting: () => Promise<T> },
): Promise<T> {
  let run = atOnce;
  if (!reads.tryAcquire(personId)) {
    const turn = reads.acquire(personId);
    if (turn === null) {
      refuse('rate_limited', {
        detail: 'Too many of your requests wait for an answer. Try again in a moment.',
        retryAfterSeconds: 1,
      });
    }
    await work.releaseWhile(() => turn);
    run = afterWaiting;
  }
  try {
    return await run();
  } finally {
    reads.release(personId);
  }
}
