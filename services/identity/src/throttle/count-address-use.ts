import type { AddressThrottle } from './address-throttle.ts';

/** Counts one use from the client's address. @throws {Refusal} rate_limited, with the seconds to wait, when there were too many. */
export async function countAddressUse(
  context: {
    readonly client: { readonly address: string };
    refuse(code: 'rate_limited', options: { retryAfterSeconds: number }): never;
  },
  throttle: AddressThrottle,
): Promise<void> {
  const wait = await throttle.use(context.client.address);
  if (wait !== null) context.refuse('rate_limited', { retryAfterSeconds: wait });
}
