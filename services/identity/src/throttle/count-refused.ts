import { Refusal } from '@gatehouse/boundary';
import { ClientDisconnected } from '@gatehouse/runtime';
import type { AddressThrottle } from './address-throttle.ts';
import { countAddressUse } from './count-address-use.ts';

/**
 * Runs what costs much and may be refused, counted for the client's address first. What succeeds is uncounted, and what a failure of
 * this system ended; a client that disconnects has used it.
 * @throws {Refusal} rate_limited, with nothing run, when there were too many.
 */
export async function countRefused<Result>(
  context: Parameters<typeof countAddressUse>[0],
  throttle: AddressThrottle,
  run: () => Promise<Result>,
): Promise<Result> {
  await countAddressUse(context, throttle);
  const { address } = context.client;
  try {
    const result = await run();
    await throttle.uncount(address);
    return result;
  } catch (error) {
    const isUse =
      error instanceof ClientDisconnected || (error instanceof Refusal && error.code === 'token_invalid');
    if (!isUse) await throttle.uncount(address);
    throw error;
  }
}
