import { type ClientConnection, ClientDisconnected } from '@gatehouse/runtime';
import { Refusal } from '../refusal.ts';

interface Waiter {
  readonly client: ClientConnection;
  readonly start: () => void;
  readonly reject: (reason: Error) => void;
}

/** Whose work it is. */
export interface AccountSource {
  /** Of a user or an admin; of a visitor, the network. */
  readonly accountId: string;
  /** Each source of an account, such as a session, has a bounded queue; the sources alternate. */
  readonly source: string;
  /** Waiters of this source; absent: as the mutex says. */
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

/** A day: a timer cannot wait for ever. */
const NO_LIMIT_MILLIS = 86_400_000;

/**
 * Runs one piece of work per account at a time, so that one account never holds more than one connection (G6). Other work
 * waits in a bounded queue per source; the sources alternate, so that none starves another.
 */
export class AccountMutex {
  readonly #maxWaiting: number;
  readonly #refusalDelay: () => Promise<unknown>;
  readonly #maxWaitMillis: number;
  readonly #pauseMillis: number;
  readonly #maxWaitingInAll: number;
  /** The accounts whose work runs, each with its waiters by source; the first source is next. */
  readonly #accounts = new Map<string, Map<string, Waiter[]>>();

  /**
   * @param maxWaiting waiters of each source of an account.
   * @param refusalDelay delays a refusal: clients that retry at once would otherwise take all processor time.
   * @param maxWaitMillis how long one waits: without a limit a long queue would hold its requests for minutes in an outage.
   * @param pauseMillis between two pieces of work of an account, where the second has waited: an account that sends many at once
   * leaves the processor to others. One that sends one after another gets no pause.
   * @param maxWaitingInAll waiters of an account. Beyond it the longest queue gives its last place to a shorter one: who sends much
   * keeps no other source out.
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
   * @throws {Refusal} `rate_limited`, after the delay, when the queue of the source or of the account is full; `dependency_unavailable` when the
   * work has waited too long.
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
      await this.#turn(sources, source, client);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'rate_limited') await this.#refusalDelay();
      throw error;
    }
  }

  async #turn(
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

/** Frees the places of waiters whose clients have disconnected. */
function rejectDisconnected(sources: Map<string, Waiter[]>): void {
  for (const [source, queue] of sources) {
    const disconnected = queue.filter(({ client }) => client.destroyed);
    queue.splice(0, queue.length, ...queue.filter(({ client }) => !client.destroyed));
    if (queue.length === 0) sources.delete(source);
    for (const { reject } of disconnected) reject(new ClientDisconnected());
  }
}

/** Refuses the last waiter of the longest queue, unless `queue` would then be as long as it was. */
function giveWay(sources: ReadonlyMap<string, Waiter[]>, queue: readonly Waiter[]): boolean {
  const longest = [...sources.values()].reduce((one, other) => (other.length > one.length ? other : one));
  if (longest.length <= queue.length + 1) return false;
  longest.pop()?.reject(new Refusal('rate_limited', QUEUE_FULL));
  return true;
}
