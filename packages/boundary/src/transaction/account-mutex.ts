import { type ClientConnection, ClientDisconnected, type ConcurrencyLimit } from '@gatehouse/runtime';
import { Refusal } from '../refusal.ts';
import { type Waiter, Waiters } from './waiters.ts';

/** Whose work it is. */
export interface AccountSource {
  /** The id of a user or an admin; the network of a visitor; or any other key whose work runs one after another. */
  readonly accountId: string;
  /** Where the work comes from, such as a session: each source of an account has a bounded queue. */
  readonly source: string;
  /** How many may wait in the queue of this source; absent: as many as in every other one. */
  readonly maxWaiting?: number;
  /** Whose work counts together however many keys it has, such as that of a user on all networks, and its source there. */
  readonly group?: { readonly id: string; readonly source: string };
}

/** What happens while work waits, or waits for its refusal. */
interface Waits {
  /** The request releases its slot of the process while its work waits: no number of waiting requests takes those of others. */
  readonly work: Pick<ConcurrencyLimit, 'releaseWhile'>;
  /** Delays a refusal: clients that retry immediately would otherwise use all processor time. */
  readonly refusalDelay: () => Promise<unknown>;
}

const QUEUE_FULL = {
  detail: 'Too many changes from you or your network wait already. Try again in a moment.',
  retryAfterSeconds: 1,
};

const WAITED_TOO_LONG = {
  detail: 'Earlier changes from you or your network take too long. Try again in a few seconds.',
  retryAfterSeconds: 5,
};

/** Waiters that have a common bound, and whose they are there. */
interface Queue {
  readonly waiters: Waiters;
  readonly source: string;
  readonly max: number;
}

interface Limits {
  readonly maxWaitMillis?: number;
  readonly pauseMillis?: number;
  readonly maxWaitingInAll?: number;
  readonly maxWaitingOfGroup?: number;
  readonly maxWaitingOfAll?: number;
}

/** A day: the longest delay of a timer is bounded. */
const NO_LIMIT_MILLIS = 86_400_000;

/**
 * Runs the work of an account one after another, so that no account holds more than one connection (G6). Further work waits in
 * a bounded queue for each source, without a slot of the process. The sources alternate, so that none keeps another waiting for
 * long.
 */
export class AccountMutex {
  readonly #maxWaiting: number;
  readonly #waits: Waits;
  readonly #maxWaitMillis: number;
  readonly #pauseMillis: number;
  readonly #maxWaitingInAll: number;
  readonly #maxWaitingOfGroup: number;
  readonly #maxWaitingOfAll: number;
  /** What waits for each account whose work runs. */
  readonly #accounts = new Map<string, Waiters>();
  /** The same by group; a group of which nothing waits has no entry. */
  readonly #groups = new Map<string, Waiters>();
  /** The same of all of them, by group, or by account where it has none. */
  readonly #all = new Waiters();

  /**
   * @param maxWaiting how many may wait in the queue of each source.
   * @param maxWaitMillis how long work may wait. Without this limit a long queue holds its requests for minutes in an outage.
   * @param pauseMillis the pause before work that has waited starts: an account that sends much at once leaves the processor to
   * others. An account that sends one request after another has no pause.
   * @param maxWaitingInAll how many may wait for one account. Beyond it, the longest queue loses its last waiter to a shorter one:
   * a source that sends much keeps no other source out.
   * @param maxWaitingOfGroup the same for the accounts of one group together.
   * @param maxWaitingOfAll the same for all: the group or the account with most waiters gives way.
   */
  constructor(
    maxWaiting: number,
    waits: Waits,
    {
      maxWaitMillis = NO_LIMIT_MILLIS,
      pauseMillis = 0,
      maxWaitingInAll = Number.POSITIVE_INFINITY,
      maxWaitingOfGroup = Number.POSITIVE_INFINITY,
      maxWaitingOfAll = Number.POSITIVE_INFINITY,
    }: Limits = {},
  ) {
    this.#maxWaiting = maxWaiting;
    this.#waits = waits;
    this.#maxWaitMillis = maxWaitMillis;
    this.#pauseMillis = pauseMillis;
    this.#maxWaitingInAll = maxWaitingInAll;
    this.#maxWaitingOfGroup = maxWaitingOfGroup;
    this.#maxWaitingOfAll = maxWaitingOfAll;
  }

  /**
   * Runs work when all earlier work of its source has ended, and other sources have had their share.
   * @throws {Refusal} `rate_limited`, after the delay, when the queue of the source, of the account or of its group is full;
   * `dependency_unavailable` when the work has waited too long.
   * @throws {ClientDisconnected} when the client disconnects while the work waits: it does not start.
   */
  async run<T>(of: AccountSource, client: ClientConnection, work: () => Promise<T>): Promise<T> {
    const { accountId } = of;
    const running = this.#accounts.get(accountId);
    const waiters = running ?? new Waiters();
    if (running === undefined) this.#accounts.set(accountId, waiters);
    else await this.#wait(waiters, of, client);
    const startNext = () => {
      if (!waiters.startNext()) this.#accounts.delete(accountId);
    };
    if (client.destroyed) {
      startNext();
      throw new ClientDisconnected();
    }
    try {
      return await work();
    } finally {
      if (waiters.size > 0 && this.#pauseMillis > 0) setTimeout(startNext, this.#pauseMillis);
      else startNext();
    }
  }

  async #wait(waiters: Waiters, of: AccountSource, client: ClientConnection): Promise<void> {
    const { work, refusalDelay } = this.#waits;
    try {
      await work.releaseWhile(() => this.#enqueue(waiters, of, client));
    } catch (error) {
      if (error instanceof Refusal && error.code === 'rate_limited') await refusalDelay();
      throw error;
    }
  }

  async #enqueue(
    waiters: Waiters,
    { accountId, source, maxWaiting = this.#maxWaiting, group }: AccountSource,
    client: ClientConnection,
  ): Promise<void> {
    waiters.refuseDisconnected();
    if (waiters.sizeOf(source) >= maxWaiting) throw queueFull();
    const ofGroup = (group && this.#groups.get(group.id)) ?? new Waiters();
    const queues: Queue[] = [
      { waiters, source, max: this.#maxWaitingInAll },
      { waiters: this.#all, source: group?.id ?? accountId, max: this.#maxWaitingOfAll },
    ];
    if (group !== undefined) {
      queues.push({ waiters: ofGroup, source: group.source, max: this.#maxWaitingOfGroup });
    }
    for (const queue of queues) makeRoom(queue);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      for (const queue of queues) queue.waiters.remove(queue.source, waiter);
      if (group !== undefined && ofGroup.size === 0) this.#groups.delete(group.id);
    };
    const waiter: Waiter = {
      client,
      start: () => {
        leave();
        resolve();
      },
      refuse: (reason) => {
        leave();
        reject(reason);
      },
    };
    for (const queue of queues) queue.waiters.add(queue.source, waiter);
    // Making room may have removed it.
    if (group !== undefined) this.#groups.set(group.id, ofGroup);
    const waitedTooLong = () => waiter.refuse(new Refusal('dependency_unavailable', WAITED_TOO_LONG));
    const timer = setTimeout(waitedTooLong, this.#maxWaitMillis);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }
}

const queueFull = () => new Refusal('rate_limited', QUEUE_FULL);

/** @throws {Refusal} rate_limited, when the source may not have the room. */
function makeRoom({ waiters, source, max }: Queue): void {
  if (waiters.size < max) return;
  waiters.refuseDisconnected();
  if (waiters.size >= max && !waiters.giveWayTo(source, queueFull())) throw queueFull();
}
