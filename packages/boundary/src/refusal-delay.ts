import { setTimeout as delay } from 'node:timers/promises';
import type { ConcurrencyLimit } from '@gatehouse/runtime';

/** As long as `Retry-After` says, so that clients which ignore it retry no sooner than others. */
const REFUSAL_DELAY_MILLIS = 1000;
/** At random, up to so much longer: those that were refused together would come back together, and hold up others. */
const SPREAD_MILLIS = 1000;

/**
 * Waits before an account's request is refused because too many of its requests wait already: clients that retry at once
 * would otherwise take all processor time.
 * @param work is released meanwhile.
 */
export function delayRefusal(work: Pick<ConcurrencyLimit, 'releaseWhile'>): Promise<unknown> {
  return work.releaseWhile(() => delay(REFUSAL_DELAY_MILLIS + Math.random() * SPREAD_MILLIS));
}
