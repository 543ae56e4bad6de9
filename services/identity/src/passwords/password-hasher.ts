import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { refuse } from '@gatehouse/boundary';
import { clientNetworks, KeyedConcurrencyLimit } from '@gatehouse/runtime';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id with OWASP's first choice; a hash made with other parameters is made anew at the next sign-in. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PARAMETERS_IN_HASH = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Passwords that may wait for a thread: about three seconds of work. */
const MOST_WAITING_PER_THREAD = 100;

/** Who waits for a password's hash. */
interface HashCaller {
  readonly address: string;
  /** Looked at when a thread is free: who has hung up by then costs nothing more. @throws {ClientDisconnected} */
  throwIfDisconnected(): void;
}

/**
 * Hashes and verifies passwords on worker threads. One core is left to everybody else: with as many hashes at once as there are
 * cores, each request would wait for its turn on one. An address has one for each thread in the queue of all, and its others
 * wait behind them, so that many tries from one address hold no other's up (G6).
 * @throws {Refusal} dependency_unavailable, from either, when too many wait already.
 */
export interface PasswordHasher {
  hash(password: string, caller: HashCaller): Promise<string>;
  /** Takes the same time for a null hash (an unknown account), and then says false. */
  verify(passwordHash: string | null, password: string, caller: HashCaller): Promise<boolean>;
  /** Whether a hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean;
}

/** Passwords are compared in Unicode's NFKC, so that the same word typed on another keyboard is the same password. */
export function createPasswordHasher(): PasswordHasher {
  const threads = Math.max(1, availableParallelism() - 1);
  const limit = pLimit(threads);
  const ofAddress = new KeyedConcurrencyLimit({
    maxRunning: threads,
    maxWaiting: threads * MOST_WAITING_PER_THREAD,
  });
  const inTurn = async <T>(caller: HashCaller, work: () => Promise<T>): Promise<T> => {
    const { narrow } = clientNetworks(caller.address);
    const turn = limit.pendingCount < threads * MOST_WAITING_PER_THREAD ? ofAddress.acquire(narrow) : null;
    if (turn === null) {
      refuse('dependency_unavailable', { detail: 'Too many people sign in at once.', retryAfterSeconds: 2 });
    }
    await turn;
    try {
      return await limit(() => {
        caller.throwIfDisconnected();
        return work();
      });
    } finally {
      ofAddress.release(narrow);
    }
  };
  const nobodysHash = `${PARAMETERS_IN_HASH}${unpaddedBase64(16)}$${unpaddedBase64(32)}`;
  return {
    hash: (password, caller) => inTurn(caller, () => hash(password.normalize('NFKC'), PARAMETERS)),
    verify: async (passwordHash, password, caller) => {
      const hashToVerify = passwordHash ?? nobodysHash;
      const matches = await inTurn(caller, () => verify(hashToVerify, password.normalize('NFKC')));
      return matches && passwordHash !== null;
    },
    isOutdated: (passwordHash) => !passwordHash.startsWith(PARAMETERS_IN_HASH),
  };
}

/** Random bytes as they stand in a hash. What is compared with them has to be computed all the same. */
function unpaddedBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}
