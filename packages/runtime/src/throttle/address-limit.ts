import { clientNetworks } from './client-networks.ts';
import { observedCounters } from './observed-counters.ts';

/** How many times the limit of one IPv6 /64 all addresses of a /56 have together, and those of a /48 that of a /56. */
export const WIDE_NETWORK_FACTOR = 4;

/** Counts uses by the client's address, in this process: for reads that cost something and give nothing away. */
export class AddressLimit {
  readonly #limit: number;
  readonly #narrow: ReturnType<typeof observedCounters>;
  readonly #wide: ReturnType<typeof observedCounters>;
  readonly #widest: ReturnType<typeof observedCounters>;

  /**
   * @param name of the limit, for the metric, for example `search`.
   * @param limit uses of one address in `windowSeconds`; a /56 of IPv6 has four times as many, and a /48 sixteen times.
   */
  constructor({
    name,
    limit,
    windowSeconds,
    maxKeys,
  }: {
    name: string;
    limit: number;
    windowSeconds: number;
    maxKeys: number;
  }) {
    this.#limit = limit;
    const options = { windowMillis: windowSeconds * 1000, maxKeys };
    this.#narrow = observedCounters(`${name}:address`, options);
    this.#wide = observedCounters(`${name}:network`, options);
    this.#widest = observedCounters(`${name}:widest-network`, options);
  }

  /** Counts one use; seconds to wait when there were too many, else null. */
  use(address: string): number | null {
    const { narrow, wide, widest } = clientNetworks(address);
    const wait = secondsOf(this.#narrow.add(narrow), this.#limit);
    // What is refused spends nothing of what its neighbours share.
    if (wait !== null || wide === narrow) return wait;
    return (
      secondsOf(this.#wide.add(wide), this.#limit * WIDE_NETWORK_FACTOR) ??
      secondsOf(this.#widest.add(widest), this.#limit * WIDE_NETWORK_FACTOR ** 2)
    );
  }
}

/** Seconds to wait beyond the limit, else null. */
function secondsOf(
  { count, millisLeft }: { readonly count: number; readonly millisLeft: number },
  limit: number,
): number | null {
  return count > limit ? Math.max(1, Math.ceil(millisLeft / 1000)) : null;
}
