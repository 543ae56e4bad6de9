import type { ConcurrencyLimit } from '@gatehouse/runtime';
import type { Pool } from 'pg';
import { delayRefusal } from '../refusal-delay.ts';
import { AccountMutex } from './account-mutex.ts';

/** Connections, and the order in which the writes of an account use them. */
export interface WriteLane {
  readonly pool: Pool;
  readonly mutex: AccountMutex;
}

/** Ordinary and reserved writes share no connections, so that no number of the first delays the second (G1). */
export interface WriteLanes {
  readonly ordinary: WriteLane;
  /** For transactions with an exclusive lock, and for those that start or end a session. */
  readonly reserved: WriteLane;
  /** For those of no account, of either kind: one at a time of each network. */
  readonly strangers: AccountMutex;
  /** For long transactions: one at a time of each company, whose members alternate. */
  readonly long: AccountMutex;
}

const MAX_WAITING_WRITES = 8;
/** Of a network, without a session: many people may share it, and several browsers of one person sign in at once. */
export const MAX_WAITING_OF_NETWORK = 64;
/** Longer than a database that is up takes for any of these, and about as long as one request waits for one that is not. */
const MAX_WAIT_MILLIS = 3000;
/** Per session: an account's owner, signed in elsewhere, has a queue of their own to revoke a stolen session. */
const MAX_WAITING_REVOCATIONS = 4;

/**
 * The lanes of one process.
 * @param work is released while a request waits for its refusal.
 */
export function createWriteLanes(
  { ordinary, reserved }: { ordinary: Pool; reserved: Pool },
  work: Pick<ConcurrencyLimit, 'releaseWhile'>,
): WriteLanes {
  const refusalDelay = () => delayRefusal(work);
  return {
    ordinary: { pool: ordinary, mutex: new AccountMutex(MAX_WAITING_WRITES, refusalDelay) },
    reserved: {
      pool: reserved,
      mutex: new AccountMutex(MAX_WAITING_REVOCATIONS, refusalDelay, MAX_WAIT_MILLIS),
    },
    strangers: new AccountMutex(MAX_WAITING_OF_NETWORK, refusalDelay, MAX_WAIT_MILLIS),
    long: new AccountMutex(MAX_WAITING_WRITES, refusalDelay),
  };
}
