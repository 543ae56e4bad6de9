import { type ClientConnection, type ConcurrencyLimit, createHistogram } from '@gatehouse/runtime';
import type { Span } from '@opentelemetry/api';
import type { Pool } from 'pg';
import { Refusal } from '../refusal.ts';
import { delayRefusal } from '../refusal-delay.ts';
import { startWait } from '../traced-wait.ts';
import { AccountMutex, type AccountSource } from './account-mutex.ts';

export type LaneName = 'ordinary' | 'reserved' | 'staff';

/** Connections, and the order in which the writes of an account use them. */
export interface WriteLane {
  readonly pool: Pool;
  readonly mutex: AccountMutex;
}

/** Ordinary and reserved writes share no connections, so that no number of the first delays the second (G1). */
export interface WriteLanes {
  readonly ordinary: WriteLane;
  /** For transactions of an account with an exclusive lock, and for those that start or end a session; the networks of it alternate. */
  readonly reserved: WriteLane;
  /** The same of the endpoints of staff: no number of users delays what staff revoke. */
  readonly staff: WriteLane;
  /**
   * Before either of these, of each account and network: one queue per session. So neither a stolen session nor many
   * sessions of a thief, who is elsewhere, keep the owner from ending them.
   */
  readonly ofNetwork: AccountMutex;
  /** For those of no account: one at a time of each network. */
  readonly strangers: AccountMutex;
  /** The same for those that last a time of their own: no others wait as long. */
  readonly padded: AccountMutex;
  /** The same for failed sign-ins: no other requests of a shared network keep one from being recorded. */
  readonly failedSignIns: AccountMutex;
  /** For long transactions: one at a time of each company, whose members alternate. */
  readonly long: AccountMutex;
  /** How long writes waited for their turn. */
  readonly waitTime: Pick<ReturnType<typeof createWaitTime>, 'record'>;
}

/** A write that waits for its turn. */
interface WaitingWrite {
  readonly lane: LaneName;
  /** Null: no account is proved. */
  readonly accountId: string | null;
  /** Null: the account was proved without a session. */
  readonly sessionId: string | null;
  readonly network: string;
  /** Of a long one; null: it is not. */
  readonly companyId: string | null;
  readonly isSignIn: boolean;
  /** Whether its turn lasts a time of its own. */
  readonly isPadded: boolean;
}

/** Of an account, whose sessions take turns, or of a company. */
const MAX_WAITING_WRITES = 8;
/** Of an account that sends several at once: 40 a second at the most. */
const PAUSE_OF_WRITES_MILLIS = 25;
/** Of a network, without a session: many people may share it, and several browsers of one person sign in at once. */
const MAX_WAITING_OF_NETWORK = 64;
/** Longer than a database that is up takes for any of these, and about as long as one request waits for one that is not. */
const MAX_WAIT_MILLIS = 3000;
/** Per session of an account. */
const MAX_WAITING_REVOCATIONS = 4;

/**
 * The lanes of one process. Create them after the SDK has started, or no wait is exported.
 * @param work is released while a request waits for its refusal.
 */
export function createWriteLanes(
  { ordinary, reserved, staff }: { ordinary: Pool; reserved: Pool; staff: Pool },
  work: Pick<ConcurrencyLimit, 'releaseWhile'>,
): WriteLanes {
  const refusalDelay = () => delayRefusal(work);
  const revocations = () =>
    new AccountMutex(MAX_WAITING_REVOCATIONS, refusalDelay, { maxWaitMillis: MAX_WAIT_MILLIS });
  const ofNetworks = () =>
    new AccountMutex(MAX_WAITING_OF_NETWORK, refusalDelay, { maxWaitMillis: MAX_WAIT_MILLIS });
  return {
    ordinary: {
      pool: ordinary,
      mutex: new AccountMutex(MAX_WAITING_WRITES, refusalDelay, {
        pauseMillis: PAUSE_OF_WRITES_MILLIS,
        maxWaitingInAll: MAX_WAITING_WRITES,
      }),
    },
    reserved: { pool: reserved, mutex: revocations() },
    staff: { pool: staff, mutex: revocations() },
    ofNetwork: revocations(),
    strangers: ofNetworks(),
    padded: ofNetworks(),
    failedSignIns: ofNetworks(),
    long: new AccountMutex(MAX_WAITING_WRITES, refusalDelay),
    waitTime: createWaitTime(),
  };
}

const createWaitTime = () => createHistogram('@gatehouse/boundary', 'gatehouse.write.wait_time');

/** Runs a write when it is its turn in each of its queues; the wait is a span of the request. Throws as `AccountMutex.run`. */
export async function inTurn<Result>(
  writes: WriteLanes,
  write: WaitingWrite,
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
    return await inQueues(writes, write, client, workNow);
  } catch (error) {
    // One that was refused because a queue was full has not waited for its turn.
    if (!(error instanceof Refusal && error.code === 'rate_limited')) endWait();
    throw error;
  }
}

function inQueues<Result>(
  writes: WriteLanes,
  { lane, accountId, sessionId, network, companyId, isSignIn, isPadded }: WaitingWrite,
  client: ClientConnection,
  work: () => Promise<Result>,
): Promise<Result> {
  const inQueue = (queue: AccountMutex, source: AccountSource, next: () => Promise<Result>) => () =>
    queue.run(source, client, next);
  if (accountId === null) {
    const ofOthers = isPadded ? writes.padded : writes.strangers;
    const queue = isSignIn ? writes.failedSignIns : ofOthers;
    return inQueue(queue, { accountId: network, source: '' }, work)();
  }
  const { mutex } = writes[lane];
  if (lane !== 'ordinary') {
    const ofNetwork = {
      accountId: `${accountId} ${network}`,
      ...(sessionId === null ? { source: '', maxWaiting: MAX_WAITING_OF_NETWORK } : { source: sessionId }),
    };
    return inQueue(writes.ofNetwork, ofNetwork, inQueue(mutex, { accountId, source: network }, work))();
  }
  // Inside the queue of the account, which has one place in that of the company.
  const long =
    companyId === null ? work : inQueue(writes.long, { accountId: companyId, source: accountId }, work);
  return inQueue(mutex, { accountId, source: sessionId ?? '' }, long)();
}
