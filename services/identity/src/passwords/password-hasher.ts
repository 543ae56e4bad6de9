import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { delayRefusal, refuse } from '@gatehouse/boundary';
import type { ConcurrencyLimit } from '@gatehouse/runtime';
import { hash, verify } from '@node-rs/argon2';
import { HashQueue } from './hash-queue.ts';

/** argon2id with OWASP's first choice; a hash with other parameters is replaced at the next sign-in. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PARAMETERS_IN_HASH = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Passwords of one network that may wait for a thread: about three seconds of work. */
const MAX_WAITING_PER_THREAD = 100;

/** Of all networks, about ten seconds of work; each holds the memory of its request, and no slot. */
const MAX_WAITING_IN_ALL_PER_THREAD = 250;

/** Of the four threads that libuv has for all work of the process: look-ups of names and reads of files need the last one. */
const MAX_THREADS = 3;

/** The client that waits for a hash. */
interface HashCaller {
  readonly address: string;
  /** Called when a thread is free: nothing is hashed for a client that has disconnected. @throws {ClientDisconnected} */
  throwIfDisconnected(): void;
}

/**
 * Hashes and verifies passwords on up to three threads, on one core fewer than the machine has: requests need one. Others wait without
 * a slot of the process; the networks take turns, so that many attempts from one delay no other (G6).
 * @throws {Refusal} dependency_unavailable, from each, after one to two seconds, when too many wait already.
 */
export interface PasswordHasher {
  hash(password: string, caller: HashCaller): Promise<string>;
  /** Takes the same time for a null hash (an unknown account), and then returns false. */
  verify(passwordHash: string | null, password: string, caller: HashCaller): Promise<boolean>;
  /** The password's hash with the current parameters; null: `passwordHash` has them already. */
  rehash(passwordHash: string, password: string, caller: HashCaller): Promise<string | null>;
}

/**
 * Passwords are compared in Unicode's NFKC: the same characters from another keyboard are the same password.
 * @param work is released while a password waits for a thread.
 * @param cores that the process may use.
 */
export function createPasswordHasher(
  work: Pick<ConcurrencyLimit, 'releaseWhile'>,
  cores = availableParallelism(),
): PasswordHasher {
  const threads = Math.max(1, Math.min(cores - 1, MAX_THREADS));
  const queue = new HashQueue({
    threads,
    maxWaitingOfNetwork: threads * MAX_WAITING_PER_THREAD,
    maxWaiting: threads * MAX_WAITING_IN_ALL_PER_THREAD,
  });
  const enqueue = async <T>(caller: HashCaller, hashing: () => Promise<T>): Promise<T> => {
    const hasThread = await work.releaseWhile(() => queue.acquire(caller.address));
    if (!hasThread) {
      await delayRefusal(work);
      refuse('dependency_unavailable', {
        detail: 'Too many sign-ins at the moment. Try again in a few seconds.',
        retryAfterSeconds: 2,
      });
    }
    try {
      caller.throwIfDisconnected();
      return await hashing();
    } finally {
      queue.release();
    }
  };
  const unknownHash = `${PARAMETERS_IN_HASH}${unpaddedBase64(16)}$${unpaddedBase64(32)}`;
  const hashPassword: PasswordHasher['hash'] = (password, caller) =>
    enqueue(caller, () => hash(password.normalize('NFKC'), PARAMETERS));
  return {
    hash: hashPassword,
    verify: async (passwordHash, password, caller) =>
      enqueue(caller, () => verify(passwordHash ?? unknownHash, password.normalize('NFKC'))),
    rehash: async (passwordHash, password, caller) =>
      passwordHash.startsWith(PARAMETERS_IN_HASH) ? null : hashPassword(password, caller),
  };
}

/** Random bytes in the format of a hash, which no password has: verifying against them takes as long as against a real one. */
function unpaddedBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}
