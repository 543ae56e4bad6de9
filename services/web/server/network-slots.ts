import { ConcurrencyLimit, clientNetworks, KeyedConcurrencyLimit } from '@gatehouse/runtime';

/**
 * Limits what a process does at once for all visitors, and for those of one IPv4 address or IPv6 /48: however slow theirs is, others
 * still get a slot (G6).
 */
export class NetworkSlots {
  readonly #all: ConcurrencyLimit;
  readonly #networks: KeyedConcurrencyLimit;

  constructor({ ofProcess, ofNetwork }: { readonly ofProcess: number; readonly ofNetwork: number }) {
    this.#all = new ConcurrencyLimit(ofProcess);
    this.#networks = new KeyedConcurrencyLimit({ maxRunning: ofNetwork, maxWaiting: 0 });
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
