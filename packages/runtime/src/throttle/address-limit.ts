import { clientNetworks } from './client-networks.ts';
import { observedCounters } from './observed-counters.ts';

/** How many times the limit of one /64 all addresses of an IPv6 /56 have together. */
export const WIDE_NETWORK_FACTOR = 4;

/** Counts uses by the client's address, in this process: for reads that cost something and give nothing away. */
export class AddressLimit {
  readonly #limit: number;
  readonly #narrow: ReturnType<typeof observedCounters>;
  readonly #wide: ReturnType<typeof observedCounters>;

  /**
   * @param name of the limit, for the metric, for example `search`.
   * @param limit uses of one address in `windowSeconds`; a /56 of IPv6 has four times as many.
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
  }

  /** Counts one use; seconds to wait when there were too many, else null. */
  use(address: string): number | null {
    const { narrow, wide } = clientNetworks(address);
    const byAddress = this.#narrow.add(narrow);
    // A refused address spends nothing of what its neighbours share.
    if (byAddress.count > this.#limit) return secondsOf(byAddress.millisLeft);
    if (wide === narrow) return null;
    const byNetwork = this.#wide.add(wide);
    return byNetwork.count > this.#limit * WIDE_NETWORK_FACTOR ? secondsOf(byNetwork.millisLeft) : null;
  }
}

function secondsOf(millis: number): number {
  return Math.max(1, Math.ceil(millis / 1000));
}
