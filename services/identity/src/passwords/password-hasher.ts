import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { refuse } from '@gatehouse/boundary';
import { clientNetworks, KeyedConcurrencyLimit } from '@gatehouse/runtime';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id with OWASP's first choice; a hash with other parameters is replaced at the next sign-in. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PARAMETERS_IN_HASH = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Passwords that may wait for a thread: about three seconds of work. */
const MAX_WAITING_PER_THREAD = 100;

/** The client that waits for a hash. */
interface HashCaller {
  readonly address: string;
  /** Called when a thread is free: nothing is hashed for a client that has disconnected. @throws {ClientDisconnected} */
  throwIfDisconnected(): void;
}

/**
 * Hashes and verifies passwords on worker threads, on one core fewer than the machine has: requests need one. An address
 * has at most one password per thread in the common queue and its others behind them, so that many attempts from one
 * address delay no other address (G6).
 * @throws {Refusal} dependency_unavailable, from each, when too many wait already.
 */
export interface PasswordHasher {
  hash(password: string, caller: HashCaller): Promise<string>;
  /** Takes the same time for a null hash (an unknown account), and then returns false. */
  verify(passwordHash: string | null, password: string, caller: HashCaller): Promise<boolean>;
  /** The password's hash with the current parameters; null: `passwordHash` has them already. */
  rehash(passwordHash: string, password: string, caller: HashCaller): Promise<string | null>;
}

/** Passwords are compared in Unicode's NFKC: the same characters from another keyboard are the same password. */
export function createPasswordHasher(): PasswordHasher {
  const threads = Math.max(1, availableParallelism() - 1);
  const limit = pLimit(threads);
  const ofNetwork = new KeyedConcurrencyLimit({
    maxRunning: threads,
    maxWaiting: threads * MAX_WAITING_PER_THREAD,
  });
  const enqueue = async <T>(caller: HashCaller, work: () => Promise<T>): Promise<T> => {
    const { wide } = clientNetworks(caller.address);
    const isFull = limit.pendingCount >= threads * MAX_WAITING_PER_THREAD;
    const hashing = isFull
      ? null
      : ofNetwork.run(wide, () =>
          limit(() => {
            caller.throwIfDisconnected();
            return work();
          }),
        );
    if (hashing === null) {
      refuse('dependency_unavailable', {
        detail: 'Too many sign-ins at the moment. Try again in a few seconds.',
        retryAfterSeconds: 2,
      });
    }
    return hashing;
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
