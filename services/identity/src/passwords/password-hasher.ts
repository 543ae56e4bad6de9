import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id with OWASP's first choice; a hash made with other parameters is made anew at the next sign-in. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PARAMETERS_IN_HASH = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Hashes and verifies passwords on worker threads, no more at once than there are cores. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes the same time for a null hash (an unknown account), and then says false. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
  /** Whether a hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean;
}

/** Passwords are compared in Unicode's NFKC, so that the same word typed on another keyboard is the same password. */
export function createPasswordHasher(): PasswordHasher {
  const limit = pLimit(Math.max(1, availableParallelism()));
  const hashNow = (password: string) => limit(() => hash(password.normalize('NFKC'), PARAMETERS));
  const nobodysHash = hashNow('nobody has this password');
  return {
    hash: hashNow,
    verify: async (passwordHash, password) => {
      const hashToVerify = passwordHash ?? (await nobodysHash);
      const matches = await limit(() => verify(hashToVerify, password.normalize('NFKC')));
      return matches && passwordHash !== null;
    },
    isOutdated: (passwordHash) => !passwordHash.startsWith(PARAMETERS_IN_HASH),
  };
}
