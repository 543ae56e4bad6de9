import { clientNetworks } from '@gatehouse/runtime';

/** Called once. True: the waiter has a thread; false: it has lost its place to another one. */
type Waiter = (hasThread: boolean) => void;

/** What waits of one IPv4 address or IPv6 /48, in a queue for each /56 of it. */
interface Block {
  readonly name: string;
  waiting: number;
  readonly networks: Map<string, Waiter[]>;
}

interface Limits {
  readonly threads: number;
  /** Of one IPv4 address or IPv6 /56. */
  readonly maxWaitingOfNetwork: number;
  /** Beyond it the block with most waiters loses its last one to another block: one that sends much keeps no other out. */
  readonly maxWaiting: number;
}

/**
 * Distributes the threads that hash passwords. IPv4 addresses and the /48s of IPv6 alternate, and so do the /56s of each /48: what
 * waits of one of them delays another one by a single hash (G6).
 */
export class HashQueue {
  readonly #limits: Limits;
  /** The first one is served next, then becomes the last. */
  readonly #blocks = new Map<string, Block>();
  #running = 0;
  #waiting = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Resolves with a thread, which the caller must `release`. False: too many wait. */
  acquire(address: string): Promise<boolean> {
    if (this.#running < this.#limits.threads) {
      this.#running += 1;
      return Promise.resolve(true);
    }
    const { wide, widest } = clientNetworks(address);
    if (!this.#makeRoom(widest, wide)) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const block = this.#blocks.get(widest) ?? { name: widest, waiting: 0, networks: new Map() };
    const queue = block.networks.get(wide) ?? [];
    this.#blocks.set(widest, block);
    block.networks.set(wide, queue);
    queue.push(resolve);
    block.waiting += 1;
    this.#waiting += 1;
    return promise;
  }

  release(): void {
    const [block] = this.#blocks.values();
    if (block === undefined) {
      this.#running -= 1;
      return;
    }
    this.#blocks.delete(block.name);
    this.#blocks.set(block.name, block);
    const [network = ''] = block.networks.keys();
    const queue = block.networks.get(network) ?? [];
    block.networks.delete(network);
    block.networks.set(network, queue);
    this.#end(block, network, 'shift');
  }

  /** @returns false: no other waiter gives way to one of the network. */
  #makeRoom(widest: string, wide: string): boolean {
    const own = this.#blocks.get(widest);
    const ofNetwork = own?.networks.get(wide)?.length ?? 0;
    if (ofNetwork >= this.#limits.maxWaitingOfNetwork) return false;
    if (this.#waiting < this.#limits.maxWaiting) return true;
    const longest = longestOf([...this.#blocks.values()], ({ waiting }) => waiting);
    const isOwn = longest === undefined || longest.waiting <= (own?.waiting ?? 0) + 1;
    const block = isOwn ? own : longest;
    if (block === undefined) return false;
    const [network = '', { length } = []] = longestOf([...block.networks], ([, queue]) => queue.length) ?? [];
    if (isOwn && length <= ofNetwork + 1) return false;
    this.#end(block, network, 'pop');
    return true;
  }

  /** Gives a thread to the first waiter of a queue, or takes the place of the last one, and forgets what is empty then. */
  #end(block: Block, network: string, which: 'shift' | 'pop'): void {
    const queue = block.networks.get(network) ?? [];
    queue[which]()?.(which === 'shift');
    block.waiting -= 1;
    this.#waiting -= 1;
    if (queue.length === 0) block.networks.delete(network);
    if (block.waiting === 0) this.#blocks.delete(block.name);
  }
}

function longestOf<Item>(items: readonly Item[], length: (item: Item) => number): Item | undefined {
  const longest = Math.max(...items.map(length));
  return items.find((item) => length(item) === longest);
}
