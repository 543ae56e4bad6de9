import { clientNetworks, WIDE_NETWORK_FACTOR } from '@gatehouse/runtime';
import type { MakeLimiter } from './limiters.ts';

/** Counts every use of something by the client's address. */
export interface AddressThrottle {
  /** Counts one use, before it happens; seconds to wait when there were too many, else null. */
  use(address: string): Promise<number | null>;
  /** Takes one use back. */
  takeBack(address: string): Promise<void>;
}

/** @param limit uses of one address, or of one IPv6 /64; all of a /56 have four times as many together. */
export function createAddressThrottle(
  limiter: MakeLimiter,
  { name, limit, seconds }: { name: string; limit: number; seconds: number },
): AddressThrottle {
  const narrowLimiter = limiter(`${name}:address`, limit, seconds);
  const wideLimiter = limiter(`${name}:network`, limit * WIDE_NETWORK_FACTOR, seconds);
  return {
    use: async (address) => {
      const { narrow, wide } = clientNetworks(address);
      const wait = await narrowLimiter.use(narrow);
      // A refused address spends nothing of what its neighbours share.
      if (wait !== null || wide === null) return wait;
      return wideLimiter.use(wide);
    },
    takeBack: async (address) => {
      const { narrow, wide } = clientNetworks(address);
      await Promise.all([narrowLimiter.takeBack(narrow), wide === null ? null : wideLimiter.takeBack(wide)]);
    },
  };
}
