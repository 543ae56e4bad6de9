import { setTimeout as delay } from 'node:timers/promises';
import type { ConcurrencyLimit } from '@gatehouse/runtime';
import type { Pool } from 'pg';
import { PersonQueues } from './account-mutex.ts';

/** Connections, and who waits for one of them. */
export interface WriteLane {
  readonly pool: Pool;
  readonly queues: PersonQueues;
}

/** Ordinary writes and reserved ones do not share connections, so that no number of the first holds up the second (G1). */
export interface WriteLanes {
  readonly ordinary: WriteLane;
  /** Of transactions with an exclusive lock, and of those that start or end a session. */
  readonly reserved: WriteLane;
}

const MOST_WAITING_WRITES = 8;
/** For each session: its owner, signed in elsewhere, has a queue of their own to end it. */
const MOST_WAITING_REVOCATIONS = 4;

/** As long as `Retry-After` says: clients that do not read it come no more often than those that do. */
const REFUSAL_DELAY_MILLIS = 1000;

/**
 * The lanes of one process.
 * @param work which a request that waits for its refusal does not count for.
 */
export function createWriteLanes(
  { ordinary, reserved }: { ordinary: Pool; reserved: Pool },
  work: Pick<ConcurrencyLimit, 'releaseWhile'>,
): WriteLanes {
  const refusalDelay = () => work.releaseWhile(() => delay(REFUSAL_DELAY_MILLIS));
  return {
    ordinary: { pool: ordinary, queues: new PersonQueues(MOST_WAITING_WRITES, refusalDelay) },
    reserved: { pool: reserved, queues: new PersonQueues(MOST_WAITING_REVOCATIONS, refusalDelay) },
  };
}
