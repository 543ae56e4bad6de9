import { clientNetworks, WIDE_NETWORK_FACTOR } from '@gatehouse/runtime';
import type { MakeLimiter } from './limiters.ts';

/** Limits uses of something by the client's address. */
export interface AddressThrottle {
  /** Counts one use, before it happens. @returns seconds to wait when there were too many, else null. */
  use(address: string): Promise<number | null>;
  /** Uncounts one use. */
  uncount(address: string): Promise<void>;
}

/** @param limit uses of one IPv4 address or IPv6 /64; a /56 has four times as many, and a /48 sixteen times. */
export function createAddressThrottle(
  limiter: MakeLimiter,
  { name, limit, seconds }: { name: string; limit: number; seconds: number },
): AddressThrottle {
  const narrowLimiter = limiter(`${name}:address`, limit, seconds);
  const wideLimiter = limiter(`${name}:network`, limit * WIDE_NETWORK_FACTOR, seconds);
  const widestLimiter = limiter(`${name}:widest-network`, limit * WIDE_NETWORK_FACTOR ** 2, seconds);
  return {
    use: async (address) => {
      const { narrow, wide, widest } = clientNetworks(address);
      const wait = await narrowLimiter.use(narrow);
      // A refused use does not count for the next wider network.
      if (wait !== null || wide === narrow) return wait;
      return (await wideLimiter.use(wide)) ?? (await widestLimiter.use(widest));
    },
    uncount: async (address) => {
      const { narrow, wide, widest } = clientNetworks(address);
      const ofNetworks = wide === narrow ? [] : [wideLimiter.uncount(wide), widestLimiter.uncount(widest)];
      await Promise.all([narrowLimiter.uncount(narrow), ...ofNetworks]);
    },
  };
}
