import type { Endpoint } from '@gatehouse/contract';
import { Refusal, refuse } from '../refusal.ts';
import { delayRefusal } from '../refusal-delay.ts';
import type { Service } from '../service.ts';
import { accountIdOf, type Caller } from './caller.ts';

/**
 * Reads of one account in one process. Those that have to wait start one after the other, at most 200 in a second: others notice
 * little of that, and a page that reads seven things at once waits for 15 milliseconds longer.
 */
export const READS_PER_ACCOUNT = { maxRunning: 4, maxWaiting: 200, pauseMillis: 5 } as const;

/** For how long a request that writes, and then has not, holds a slot of its account's reads: as long as a short read. */
const HOLD_MILLIS = 5;

/** A request, as far as the limits of its account depend on it. */
export interface LimitedRequest<T> {
  /**
   * Carries it out.
   * @param hasWaited whether it had to wait: the facts may have changed meanwhile.
   * @param markAsWrite is called when it opens a transaction.
   */
  run(hasWaited: boolean, markAsWrite: () => void): Promise<T>;
  /** @throws {Refusal} when the facts have changed since `run` began. */
  decideAgain(): Promise<void>;
}

/**
 * Every request of an account passes one of its limits (G6): a read this one, before it runs, and a write the queues of its
 * transaction. What could write and has opened no transaction, such as a change to what is so already, counts as a read before it
 * is answered: at its start it is not known yet, and reads that wait must not keep a revocation waiting.
 *
 * At most four reads of one account run at once, so that the connections of one user, however many, take a bounded share. The
 * others wait in order without a slot of the process.
 * @throws {Refusal} rate_limited after one to two seconds, when too many reads of the account wait.
 */
export async function limitPerAccount<T>(
  { isRead }: Endpoint,
  { facts }: Caller,
  service: Pick<Service, 'readsPerAccount' | 'work'>,
  request: LimitedRequest<T>,
): Promise<T> {
  const accountId = accountIdOf(facts);
  if (accountId === null) return request.run(false, () => undefined);
  if (!isRead) return countUnlessWritten(accountId, service, request);
  const hasWaited = await takeSlot(accountId, service);
  try {
    return await request.run(hasWaited, () => undefined);
  } finally {
    service.readsPerAccount.release(accountId);
  }
}

async function countUnlessWritten<T>(
  accountId: string,
  service: Pick<Service, 'readsPerAccount' | 'work'>,
  { run, decideAgain }: LimitedRequest<T>,
): Promise<T> {
  let isWrite = false;
  const running = run(false, () => {
    isWrite = true;
  });
  // A defect and a client that has gone end it as they are: nothing is answered that would have to wait.
  await running.catch((error) => {
    if (!(error instanceof Refusal)) throw error;
  });
  if (!isWrite) {
    const hasWaited = await takeSlot(accountId, service);
    setTimeout(() => service.readsPerAccount.release(accountId), HOLD_MILLIS);
    if (hasWaited) await decideAgain();
  }
  return running;
}

/** @returns whether it had to wait. @throws {Refusal} rate_limited. */
async function takeSlot(
  accountId: string,
  { readsPerAccount, work }: Pick<Service, 'readsPerAccount' | 'work'>,
): Promise<boolean> {
  if (readsPerAccount.tryAcquire(accountId)) return false;
  const slot = readsPerAccount.acquire(accountId);
  if (slot === null) {
    await delayRefusal(work);
    refuse('rate_limited', {
      detail: 'Too many of your requests wait for an answer. Try again in a moment.',
      retryAfterSeconds: 1,
    });
  }
  await work.releaseWhile(() => slot);
  return true;
}

/** @throws {Refusal} rate_limited when the visitor's address has read too much from public endpoints. */
export function limitPublicReads(
  { isRead, rule }: Endpoint,
  requester: { readonly visitorAddress: string | null },
  { publicReads }: Pick<Service, 'publicReads'>,
): void {
  if (rule.kind !== 'public' || !isRead) return;
  const address = requester.visitorAddress;
  const waitSeconds = address === null ? null : publicReads.use(address);
  if (waitSeconds === null) return;
  refuse('rate_limited', {
    detail: 'Too many requests from this address in a minute. Try again in a moment.',
    retryAfterSeconds: waitSeconds,
  });
}
