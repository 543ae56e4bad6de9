/** How many bytes one holder, and all of them, may hold. */
export interface HeldBytesLimits {
  readonly bytesPerHolder: number;
  readonly bytesInProcess: number;
}

interface Share {
  readonly holder: string;
  readonly bytes: number;
}

/**
 * Limits the memory that clients hold while they take their time (G6). Beyond the limit the oldest one of the holder is cut off, or
 * the oldest one of who holds most: no request is refused, so a stolen session cannot keep its owner out.
 */
export class HeldBytes<Held extends object> {
  readonly #limits: HeldBytesLimits;
  readonly #cut: (held: Held) => void;
  /** The oldest first. */
  readonly #shares = new Map<Held, Share>();
  readonly #bytesOfHolders = new Map<string, number>();
  #bytes = 0;

  /** @param cut ends what is beyond the limit. */
  constructor(limits: HeldBytesLimits, cut: (held: Held) => void) {
    this.#limits = limits;
    this.#cut = cut;
  }

  /**
   * Says how much something holds now.
   * @param holder an account, or the network of a visitor.
   */
  set(held: Held, holder: string, bytes: number): void {
    this.#count(holder, bytes - (this.#shares.get(held)?.bytes ?? 0));
    this.#shares.set(held, { holder, bytes });
    const { bytesPerHolder, bytesInProcess } = this.#limits;
    while (this.#bytesOf(holder) > bytesPerHolder && this.#cutOldest(holder, held));
    while (this.#bytes > bytesInProcess && this.#cutOfLargest(held));
  }

  remove(held: Held): void {
    const share = this.#shares.get(held);
    if (share === undefined) return;
    this.#shares.delete(held);
    this.#count(share.holder, -share.bytes);
  }

  /** Cuts off a holder's oldest; never the one that has just grown: a single large one may take its time. @returns whether. */
  #cutOldest(holder: string, newest: Held): boolean {
    for (const [held, share] of this.#shares) {
      if (share.holder !== holder || held === newest) continue;
      this.remove(held);
      this.#cut(held);
      return true;
    }
    return false;
  }

  /** Of the holder with most bytes that has an older one than the newest. @returns whether. */
  #cutOfLargest(newest: Held): boolean {
    const holders = [...this.#bytesOfHolders].toSorted(([, one], [, other]) => other - one);
    return holders.some(([holder]) => this.#cutOldest(holder, newest));
  }

  #bytesOf(holder: string): number {
    return this.#bytesOfHolders.get(holder) ?? 0;
  }

  #count(holder: string, bytes: number): void {
    this.#bytes += bytes;
    const ofHolder = this.#bytesOf(holder) + bytes;
    if (ofHolder === 0) this.#bytesOfHolders.delete(holder);
    else this.#bytesOfHolders.set(holder, ofHolder);
  }
}
