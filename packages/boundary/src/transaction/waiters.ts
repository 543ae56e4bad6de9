import { type ClientConnection, ClientDisconnected } from '@gatehouse/runtime';

/** Work that waits. Each function ends its wait at once, wherever it is counted. */
export interface Waiter {
  readonly client: ClientConnection;
  start(): void;
  refuse(reason: Error): void;
}

/** What waits, in a queue for each source. The first source is served next, then becomes the last. */
export class Waiters {
  readonly #queues = new Map<string, Waiter[]>();
  #size = 0;

  /** How many wait in all. */
  get size(): number {
    return this.#size;
  }

  /** How many of a source wait. */
  sizeOf(source: string): number {
    return this.#queues.get(source)?.length ?? 0;
  }

  add(source: string, waiter: Waiter): void {
    const queue = this.#queues.get(source) ?? [];
    this.#queues.set(source, queue);
    queue.push(waiter);
    this.#size += 1;
  }

  remove(source: string, waiter: Waiter): void {
    const queue = this.#queues.get(source) ?? [];
    const index = queue.indexOf(waiter);
    if (index < 0) return;
    queue.splice(index, 1);
    this.#size -= 1;
    if (queue.length === 0) this.#queues.delete(source);
  }

  /** Starts what is next. @returns false: nothing waits. */
  startNext(): boolean {
    const [next] = this.#queues;
    if (next === undefined) return false;
    const [source, queue] = next;
    this.#queues.delete(source);
    this.#queues.set(source, queue);
    queue[0]?.start();
    return true;
  }

  /** Refuses the waiters whose clients have disconnected. */
  refuseDisconnected(): void {
    for (const waiter of [...this.#queues.values()].flat()) {
      if (waiter.client.destroyed) waiter.refuse(new ClientDisconnected());
    }
  }

  /**
   * Makes room for a waiter of a source: refuses the last waiter of the source with most of them.
   * @returns false: the source would then have as many as that one had, so its own new waiter is refused.
   */
  giveWayTo(source: string, reason: Error): boolean {
    const longest = [...this.#queues.values()].reduce<readonly Waiter[]>(
      (one, other) => (other.length > one.length ? other : one),
      [],
    );
    if (longest.length <= this.sizeOf(source) + 1) return false;
    longest.at(-1)?.refuse(reason);
    return true;
  }
}
