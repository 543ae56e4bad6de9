import { type ClientConnection, ClientDisconnected } from '@gatehouse/runtime';
import { Refusal } from '../refusal.ts';

interface Waiter {
  readonly client: ClientConnection;
  readonly start: () => void;
  readonly reject: (reason: ClientDisconnected) => void;
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
  detail: 'Too many of your changes wait already. Try again once they are saved.',
  retryAfterSeconds: 1,
};

/**
 * Runs one piece of work per account at a time, so that one account never holds more than one connection (G6). Other work
 * waits in a bounded queue per source; the sources alternate, so that none starves another.
 */
export class AccountMutex {
  readonly #maxWaiting: number;
  readonly #refusalDelay: () => Promise<unknown>;
  /** The accounts whose work runs, each with its waiters by source; the first source is next. */
  readonly #accounts = new Map<string, Map<string, Waiter[]>>();

  /**
   * @param maxWaiting waiters of each source of an account.
   * @param refusalDelay delays a refusal: clients that retry at once would otherwise take all processor time.
   */
  constructor(maxWaiting: number, refusalDelay: () => Promise<unknown>) {
    this.#maxWaiting = maxWaiting;
    this.#refusalDelay = refusalDelay;
  }

  /**
   * @throws {Refusal} `rate_limited`, after the delay, when the queue of the source is full.
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
    try {
      if (client.destroyed) throw new ClientDisconnected();
      return await work();
    } finally {
      this.#startNext(accountId, sources);
    }
  }

  async #wait(
    sources: Map<string, Waiter[]>,
    { source, maxWaiting }: { source: string; maxWaiting: number },
    client: ClientConnection,
  ): Promise<void> {
    const queue = sources.get(source) ?? [];
    sources.set(source, queue);
    if (queue.length >= maxWaiting) rejectDisconnected(queue);
    if (queue.length >= maxWaiting) {
      await this.#refusalDelay();
      throw new Refusal('rate_limited', QUEUE_FULL);
    }
    await new Promise<void>((start, reject) => {
      queue.push({ client, start, reject });
    });
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

/** Frees the places of waiters whose clients have disconnected. */
function rejectDisconnected(queue: Waiter[]): void {
  const disconnected = queue.filter(({ client }) => client.destroyed);
  queue.splice(0, queue.length, ...queue.filter(({ client }) => !client.destroyed));
  for (const { reject } of disconnected) reject(new ClientDisconnected());
}
