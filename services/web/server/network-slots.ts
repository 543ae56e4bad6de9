import { ConcurrencyLimit, clientNetworks, KeyedConcurrencyLimit } from '@gatehouse/runtime';

/**
 * Limits how many documents a process renders at once. Visitors of one IPv4 address or IPv6 /48 have half of the slots at most: however
 * slow their documents are, others still get theirs (G6).
 */
export class RenderSlots {
  readonly #all: ConcurrencyLimit;
  readonly #networks: KeyedConcurrencyLimit;

  constructor(count: number) {
    this.#all = new ConcurrencyLimit(count);
    this.#networks = new KeyedConcurrencyLimit({ maxRunning: Math.ceil(count / 2), maxWaiting: 0 });
  }

  /** @param address the visitor's. @returns releases the slot, when it is first called. Null: none is free. */
  take(address: string): (() => void) | null {
    const network = clientNetworks(address).widest;
    if (!this.#networks.tryAcquire(network)) return null;
    if (!this.#all.tryAcquire()) {
      this.#networks.release(network);
      return null;
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#all.release();
      this.#networks.release(network);
    };
  }
}
