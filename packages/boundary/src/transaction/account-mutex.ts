import { type ClientConnection, ClientDisconnected } from '@gatehouse/runtime';
import { Refusal } from '../refusal.ts';

interface Waiter {
  readonly caller: ClientConnection;
  readonly start: () => void;
  readonly drop: (reason: ClientDisconnected) => void;
}

/** Whose work it is: `person` has one slot, `source` a bounded queue for it. */
export interface PersonQueuePlace {
  readonly person: string;
  /** The sources of one person, such as their sessions, take turns. */
  readonly source: string;
}

const QUEUE_FULL = {
  detail: 'Too many of your changes wait already. Try again once they are saved.',
  retryAfterSeconds: 1,
};

/**
 * Runs one piece of work per person at a time, so that one person never takes more than one connection (G6). What comes
 * meanwhile waits in a bounded queue; the sources of a person take turns, so that one of them cannot starve another.
 */
export class PersonQueues {
  readonly #waitingLimit: number;
  readonly #refusalDelay: () => Promise<unknown>;
  /** A person is in it while work of theirs runs; by source, the next to have a turn first. */
  readonly #waiting = new Map<string, Map<string, Waiter[]>>();

  /**
   * @param waitingLimit how many may wait for each source of a person.
   * @param refusalDelay what a refusal waits for: a client that tries again at once would otherwise take all processor time.
   */
  constructor(waitingLimit: number, refusalDelay: () => Promise<unknown>) {
    this.#waitingLimit = waitingLimit;
    this.#refusalDelay = refusalDelay;
  }

  /**
   * @throws {Refusal} `rate_limited`, after the delay, when the queue of the source is full.
   * @throws {ClientDisconnected} when the caller hung up while waiting: the work does not start.
   */
  async run<T>(
    { person, source }: PersonQueuePlace,
    caller: ClientConnection,
    work: () => Promise<T>,
  ): Promise<T> {
    const waiting = this.#waiting.get(person);
    if (waiting === undefined) this.#waiting.set(person, new Map());
    else await this.#wait(waiting, source, caller);
    try {
      if (caller.destroyed) throw new ClientDisconnected();
      return await work();
    } finally {
      this.#startNext(person);
    }
  }

  async #wait(sources: Map<string, Waiter[]>, source: string, caller: ClientConnection): Promise<void> {
    const queue = sources.get(source) ?? [];
    sources.set(source, queue);
    if (queue.length >= this.#waitingLimit) dropGone(queue);
    if (queue.length >= this.#waitingLimit) {
      await this.#refusalDelay();
      throw new Refusal('rate_limited', QUEUE_FULL);
    }
    await new Promise<void>((start, drop) => {
      queue.push({ caller, start, drop });
    });
  }

  #startNext(person: string): void {
    const sources = this.#waiting.get(person);
    const [next] = sources ?? [];
    if (sources === undefined || next === undefined) {
      this.#waiting.delete(person);
      return;
    }
    const [source, queue] = next;
    const waiter = queue.shift();
    sources.delete(source);
    if (queue.length > 0) sources.set(source, queue);
    waiter?.start();
  }
}

/** Makes room: callers that have hung up wait no longer. */
function dropGone(queue: Waiter[]): void {
  const gone = queue.filter(({ caller }) => caller.destroyed);
  queue.splice(0, queue.length, ...queue.filter(({ caller }) => !caller.destroyed));
  for (const { drop } of gone) drop(new ClientDisconnected());
}
