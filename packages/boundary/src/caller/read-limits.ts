import type { Endpoint } from '@gatehouse/contract';
import { refuse } from '../refusal.ts';
import { delayRefusal } from '../refusal-delay.ts';
import type { Service } from '../service.ts';
import { accountIdOf, type Caller } from './caller.ts';

/**
 * Reads of one account in one process. Those that have to wait start one after the other, at most 200 in a second: others notice
 * little of that, and a page that reads seven things at once waits for 15 milliseconds longer.
 */
export const READS_PER_ACCOUNT = { maxRunning: 4, maxWaiting: 200, pauseMillis: 5 } as const;

/**
 * Runs at most four reads of one account at once, so that the connections of one user, however many, take a bounded share
 * (G6). Other reads of the account wait in order without a slot of the process. Writes have queues of their own.
 * @param read receives whether it had to wait: the facts may have changed meanwhile.
 * @throws {Refusal} rate_limited after one to two seconds, when too many reads of the account wait.
 */
export async function limitReadsPerAccount<T>(
  { method }: Endpoint,
  { facts }: Caller,
  { readsPerAccount, work }: Pick<Service, 'readsPerAccount' | 'work'>,
  read: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const accountId = accountIdOf(facts);
  if (method !== 'GET' || accountId === null) return read(false);
  const hasWaited = !readsPerAccount.tryAcquire(accountId);
  if (hasWaited) {
    const slot = readsPerAccount.acquire(accountId);
    if (slot === null) {
      await delayRefusal(work);
      refuse('rate_limited', {
        detail: 'Too many of your requests wait for an answer. Try again in a moment.',
        retryAfterSeconds: 1,
      });
    }
    await work.releaseWhile(() => slot);
  }
  try {
    return await read(hasWaited);
  } finally {
    readsPerAccount.release(accountId);
  }
}

/** @throws {Refusal} rate_limited when the visitor's address has read too much from public endpoints. */
export function limitPublicReads(
  { method, rule }: Endpoint,
  requester: { readonly visitorAddress: string | null },
  { publicReads }: Pick<Service, 'publicReads'>,
): void {
  if (rule.kind !== 'public' || method !== 'GET') return;
  const address = requester.visitorAddress;
  const waitSeconds = address === null ? null : publicReads.use(address);
  if (waitSeconds === null) return;
  refuse('rate_limited', {
    detail: 'Too many requests from this address in a minute. Try again in a moment.',
    retryAfterSeconds: waitSeconds,
  });
}
