/**
 * Every write of a process waits in queues before it takes a connection. Which queues, and which connections, follows from what
 * it does and from who sends it:
 *
 * | write | queues, in this order | connections |
 * |---|---|---|
 * | of an account | the account | ordinary |
 * | of an account, long | the account, then its company | ordinary |
 * | of an account, with an exclusive lock, or starts or ends a session | the account on its network, then the account | reserved; of staff: staff |
 * | of no proved account | its network | ordinary |
 *
 * An entry of a queue runs alone: the next one starts when it has ended. What waits holds no slot of the process. Decision 0013 has
 * the reasons and the measurements.
 */
import { type ClientConnection, type ConcurrencyLimit, createHistogram } from '@gatehouse/runtime';
import type { Span } from '@opentelemetry/api';
import type { Pool } from 'pg';
import { Refusal } from '../refusal.ts';
import { delayRefusal } from '../refusal-delay.ts';
import { startWait } from '../traced-wait.ts';
import { AccountMutex, type AccountSource } from './account-mutex.ts';

/** The connections that a write uses. */
export type LaneName = 'ordinary' | 'reserved' | 'staff';

/** Connections, and the queue of each account that uses them. */
export interface WriteLane {
  readonly pool: Pool;
  readonly mutex: AccountMutex;
}

/**
 * The lanes and the queues of one process. The lanes share no connections: no number of ordinary writes delays a revocation, and
 * no number of users delays what staff revoke (G1).
 */
export interface WriteLanes {
  /** The sessions of an account alternate. */
  readonly ordinary: WriteLane;
  /** Transactions of an account that take an exclusive lock, or start or end a session. The sessions of the account alternate. */
  readonly reserved: WriteLane;
  /** The same, for endpoints of staff. */
  readonly staff: WriteLane;
  /**
   * In front of `reserved` and `staff`: one queue for an account on a network, in which the sessions alternate. So neither a
   * stolen session, on however many networks, nor many sessions of a thief on another network keep the owner from ending them.
   */
  readonly accountOnNetwork: AccountMutex;
  /** Writes of no proved account: one at a time for each network. */
  readonly unproved: AccountMutex;
  /** The same for writes with a minimum duration: no other write waits as long as they do. */
  readonly unprovedWithMinTime: AccountMutex;
  /** The same for failed sign-ins: no other write of a shared network keeps one from being recorded. */
  readonly failedSignIns: AccountMutex;
  /** Long writes: one at a time for each company, whose members alternate. */
  readonly company: AccountMutex;
  /** How long writes waited in their queues. */
  readonly waitTime: Pick<ReturnType<typeof createWaitTime>, 'record'>;
}

/** A write, as far as its queues depend on it. */
interface QueuedWrite {
  readonly lane: LaneName;
  /** Null: no account is proved. */
  readonly accountId: string | null;
  /** Null: the account was proved without a session, such as by a password or a link in a mail. */
  readonly sessionId: string | null;
  /** The session that proved the account of a sign-out; null: of any other write. */
  readonly provedBySessionId: string | null;
  readonly network: string;
  /** The company of a long write; null: the write is not long. */
  readonly companyId: string | null;
  readonly isSignIn: boolean;
  /** Whether it has a minimum duration, which hides what it did. */
  readonly hasMinTime: boolean;
}

/** Ordinary writes that wait for one account, and long ones for one company. */
const MAX_WAITING_WRITES = 8;
/** Between two ordinary writes of an account where the second has waited: at most 40 per second. */
const PAUSE_OF_WRITES_MILLIS = 25;
/** Writes without a session that wait for one network: many people may share it, and one person may use several browsers. */
const MAX_WAITING_OF_NETWORK = 64;
/** Longer than a database that is up takes for any of these writes; about as long as a request waits for one that is down. */
const MAX_WAIT_MILLIS = 3000;
/** Of one session of an account. */
const MAX_WAITING_REVOCATIONS = 4;
/**
 * Of an account on all networks: each holds memory. It is more than the sessions of an account (100) and the networks of an IPv6
 * /48 (256) together: the one with most waiting writes gives way, so there is room for the first write of each.
 */
const MAX_WAITING_OF_ACCOUNT = 400;
/**
 * Of all accounts, and of all networks without one: together fewer than the connections of a process (10,000), each of which may
 * wait. Beyond them the account or the network with most waiting writes gives way. What staff send is not among them.
 */
const MAX_WAITING_OF_ALL = { accounts: 4000, networks: 1000 } as const;

/**
 * The lanes of one process. Create them after the SDK has started, or no wait is exported.
 * @param work is released while a request waits, for its turn or for its refusal.
 * @param refusalDelay delays a refusal.
 */
export function createWriteLanes(
  { ordinary, reserved, staff }: { ordinary: Pool; reserved: Pool; staff: Pool },
  work: Pick<ConcurrencyLimit, 'releaseWhile'>,
  refusalDelay: () => Promise<unknown> = () => delayRefusal(work),
): WriteLanes {
  const waits = { work, refusalDelay };
  // Each network of an account waits there once.
  const revocations = (maxWaitingOfAll = Number.POSITIVE_INFINITY) =>
    new AccountMutex(MAX_WAITING_OF_ACCOUNT, waits, {
      maxWaitMillis: MAX_WAIT_MILLIS,
      maxWaitingInAll: MAX_WAITING_OF_ACCOUNT,
      maxWaitingOfAll,
    });
  const ofNetworks = () =>
    new AccountMutex(MAX_WAITING_OF_NETWORK, waits, {
      maxWaitMillis: MAX_WAIT_MILLIS,
      maxWaitingOfAll: MAX_WAITING_OF_ALL.networks,
    });
  return {
    ordinary: {
      pool: ordinary,
      mutex: new AccountMutex(MAX_WAITING_WRITES, waits, {
        pauseMillis: PAUSE_OF_WRITES_MILLIS,
        maxWaitingInAll: MAX_WAITING_WRITES,
      }),
    },
    reserved: { pool: reserved, mutex: revocations(MAX_WAITING_OF_ALL.networks) },
    staff: { pool: staff, mutex: revocations() },
    accountOnNetwork: new AccountMutex(MAX_WAITING_REVOCATIONS, waits, {
      maxWaitMillis: MAX_WAIT_MILLIS,
      maxWaitingOfGroup: MAX_WAITING_OF_ACCOUNT,
      maxWaitingOfAll: MAX_WAITING_OF_ALL.accounts,
    }),
    unproved: ofNetworks(),
    unprovedWithMinTime: ofNetworks(),
    failedSignIns: ofNetworks(),
    company: new AccountMutex(MAX_WAITING_WRITES, waits),
    waitTime: createWaitTime(),
  };
}

const createWaitTime = () => createHistogram('@gatehouse/boundary', 'gatehouse.write.wait_time');

/**
 * Runs a write once it has passed its queues. The wait is a span of the request, and is recorded.
 * @throws {Refusal} and {ClientDisconnected} as `AccountMutex.run`, and what the work throws.
 */
export async function runQueued<Result>(
  writes: WriteLanes,
  write: QueuedWrite,
  { client, span }: { readonly client: ClientConnection; readonly span: Span },
  work: () => Promise<Result>,
): Promise<Result> {
  const endSpan = startWait('wait for turn', span);
  let isWaiting = true;
  const endWait = () => {
    if (isWaiting) writes.waitTime.record(endSpan(), { 'gatehouse.write.lane': write.lane });
    isWaiting = false;
  };
  const workNow = () => {
    endWait();
    return work();
  };
  try {
    return await passQueues(writes, write, client, workNow);
  } catch (error) {
    // A write that was refused because a queue was full has not waited in it.
    if (!(error instanceof Refusal && error.code === 'rate_limited')) endWait();
    throw error;
  }
}

/** The table at the top of this file. */
function passQueues<Result>(
  writes: WriteLanes,
  { lane, accountId, sessionId, provedBySessionId, network, companyId, isSignIn, hasMinTime }: QueuedWrite,
  client: ClientConnection,
  work: () => Promise<Result>,
): Promise<Result> {
  const inQueue = (queue: AccountMutex, source: AccountSource, next: () => Promise<Result>) => () =>
    queue.run(source, client, next);
  if (accountId === null) {
    const ofOthers = hasMinTime ? writes.unprovedWithMinTime : writes.unproved;
    const queue = isSignIn ? writes.failedSignIns : ofOthers;
    return inQueue(queue, { accountId: network, source: '' }, work)();
  }
  const { mutex } = writes[lane];
  if (lane !== 'ordinary') {
    // A stolen session, on however many networks, is one source.
    const source = sessionId ?? provedBySessionId ?? network;
    const onNetwork = {
      accountId: `${accountId} ${network}`,
      ...(sessionId === null ? { source: '', maxWaiting: MAX_WAITING_OF_NETWORK } : { source: sessionId }),
      group: { id: accountId, source },
    };
    const inAccount = inQueue(mutex, { accountId, source }, work);
    return inQueue(writes.accountOnNetwork, onNetwork, inAccount)();
  }
  // A long write holds the place of its account while it waits for the company: an account waits there once.
  const inCompany =
    companyId === null ? work : inQueue(writes.company, { accountId: companyId, source: accountId }, work);
  return inQueue(mutex, { accountId, source: sessionId ?? '' }, inCompany)();
}
