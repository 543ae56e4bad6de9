import { type ClientConnection, ClientDisconnected } from '@gatehouse/runtime';
import { Refusal } from '../refusal.ts';

/** Work that waits in a queue. */
interface Waiter {
  readonly client: ClientConnection;
  readonly start: () => void;
  readonly reject: (reason: Error) => void;
}

/** Whose work it is. */
export interface AccountSource {
  /** The id of a user or an admin; the network of a visitor; or any other key whose work runs one after another. */
  readonly accountId: string;
  /** Where the work comes from, such as a session: each source of an account has a bounded queue. */
  readonly source: string;
  /** How many may wait in the queue of this source; absent: as many as in every other one. */
  readonly maxWaiting?: number;
}

const QUEUE_FULL = {
  detail: 'Too many changes from you or your network wait already. Try again in a moment.',
  retryAfterSeconds: 1,
};

const WAITED_TOO_LONG = {
  detail: 'Earlier changes from you or your network take too long. Try again in a few seconds.',
  retryAfterSeconds: 5,
};

interface Limits {
  readonly maxWaitMillis?: number;
  readonly pauseMillis?: number;
  readonly maxWaitingInAll?: number;
}

/** A day: the longest delay of a timer is bounded. */
const NO_LIMIT_MILLIS = 86_400_000;

/**
 * Runs the work of an account one after another, so that no account holds more than one connection (G6). Further work waits in
 * a bounded queue for each source. The sources alternate, so that none keeps another waiting for long.
 */
export class AccountMutex {
  readonly #maxWaiting: number;
  readonly #refusalDelay: () => Promise<unknown>;
  readonly #maxWaitMillis: number;
  readonly #pauseMillis: number;
  readonly #maxWaitingInAll: number;
  /** The accounts whose work runs, each with the queues of its sources. The first source is served next, then becomes the last. */
  readonly #accounts = new Map<string, Map<string, Waiter[]>>();

  /**
   * @param maxWaiting how many may wait in the queue of each source.
   * @param refusalDelay delays a refusal: clients that retry immediately would otherwise use all processor time.
   * @param maxWaitMillis how long work may wait. Without this limit a long queue holds its requests for minutes in an outage.
   * @param pauseMillis the pause before work that has waited starts: an account that sends much at once leaves the processor to
   * others. An account that sends one request after another has no pause.
   * @param maxWaitingInAll how many may wait for one account. Beyond it, the longest queue loses its last waiter to a shorter one:
   * a source that sends much keeps no other source out.
   */
  constructor(
    maxWaiting: number,
    refusalDelay: () => Promise<unknown>,
    {
      maxWaitMillis = NO_LIMIT_MILLIS,
      pauseMillis = 0,
      maxWaitingInAll = Number.POSITIVE_INFINITY,
    }: Limits = {},
  ) {
    this.#maxWaiting = maxWaiting;
    this.#refusalDelay = refusalDelay;
    this.#maxWaitMillis = maxWaitMillis;
    this.#pauseMillis = pauseMillis;
    this.#maxWaitingInAll = maxWaitingInAll;
  }

  /**
   * Runs work when all earlier work of its source has ended, and other sources have had their share.
   * @throws {Refusal} `rate_limited`, after the delay, when the queue of the source or of the account is full;
   * `dependency_unavailable` when the work has waited too long.
   * @throws {ClientDisconnected} when the client disconnects while the work waits: it does not start.
   */
  async run<T>(
    { accountId, source, maxWaiting = this.#maxWaiting }: AccountSource,
    client: ClientConnection,
    work: () => Promise<T>,
  ): Promise<T> {
    const running = this.#accounts.get(accountId);
    const sources = running ?? new Map<string, Waiter[]>();
    if (running === undefined) this.#accounts.set(accountId, sources);
    else await this.#wait(sources, { source, maxWaiting }, client);
    const startNext = () => this.#startNext(accountId, sources);
    if (client.destroyed) {
      startNext();
      throw new ClientDisconnected();
    }
    try {
      return await work();
    } finally {
      if (sources.size > 0 && this.#pauseMillis > 0) setTimeout(startNext, this.#pauseMillis);
      else startNext();
    }
  }

  async #wait(
    sources: Map<string, Waiter[]>,
    source: { readonly source: string; readonly maxWaiting: number },
    client: ClientConnection,
  ): Promise<void> {
    try {
      await this.#enqueue(sources, source, client);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'rate_limited') await this.#refusalDelay();
      throw error;
    }
  }

  async #enqueue(
    sources: Map<string, Waiter[]>,
    { source, maxWaiting }: { readonly source: string; readonly maxWaiting: number },
    client: ClientConnection,
  ): Promise<void> {
    const queue = sources.get(source) ?? [];
    rejectDisconnected(sources);
    const isFull = queue.length >= maxWaiting;
    if (isFull || (waitingIn(sources) >= this.#maxWaitingInAll && !giveWay(sources, queue))) {
      throw new Refusal('rate_limited', QUEUE_FULL);
    }
    sources.set(source, queue);
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    const waiter = { client, start, reject };
    queue.push(waiter);
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(waiter), 1);
      if (queue.length === 0 && sources.get(source) === queue) sources.delete(source);
      reject(new Refusal('dependency_unavailable', WAITED_TOO_LONG));
    }, this.#maxWaitMillis);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #startNext(accountId: string, sources: Map<string, Waiter[]>): void {
    const [next] = sources;
    if (next === undefined) {
      this.#accounts.delete(accountId);
      return;
    }
    const [source, queue] = next;
    const waiter = queue.shift();
    sources.delete(source);
    if (queue.length > 0) sources.set(source, queue);
    waiter?.start();
  }
}

function waitingIn(sources: ReadonlyMap<string, readonly Waiter[]>): number {
  return [...sources.values()].reduce((sum, { length }) => sum + length, 0);
}

/** Removes the waiters whose clients have disconnected. */
function rejectDisconnected(sources: Map<string, Waiter[]>): void {
  for (const [source, queue] of sources) {
    const disconnected = queue.filter(({ client }) => client.destroyed);
    queue.splice(0, queue.length, ...queue.filter(({ client }) => !client.destroyed));
    if (queue.length === 0) sources.delete(source);
    for (const { reject } of disconnected) reject(new ClientDisconnected());
  }
}

/**
 * Makes room for a waiter of `queue`: refuses the last waiter of the longest queue.
 * @returns false: `queue` would then be as long as that one was, so its own new waiter is refused.
 */
function giveWay(sources: ReadonlyMap<string, Waiter[]>, queue: readonly Waiter[]): boolean {
  const longest = [...sources.values()].reduce((one, other) => (other.length > one.length ? other : one));
  if (longest.length <= queue.length + 1) return false;
  longest.pop()?.reject(new Refusal('rate_limited', QUEUE_FULL));
  return true;
}
