import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** PostgreSQL's own number (`scram_iterations`). */
const ITERATIONS = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * What PostgreSQL stores of a password (RFC 5802, RFC 7677): `SCRAM-SHA-256$4096:SALT$STORED_KEY:SERVER_KEY`. Computed here, so
 * that the password reaches neither the server nor its log (K6).
 * @param salt random, except in tests of known vectors.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(normalized(password), salt, ITERATIONS, KEY_BYTES, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** The steps of SASLprep (RFC 4013) that change characters; clients take the same, `pg` in `crypto/sasl.js`. */
function normalized(password: string): string {
  return password.replace(NON_ASCII_SPACES, ' ').replace(MAPPED_TO_NOTHING, '').normalize('NFKC');
}

/** RFC 3454, table C.1.2. */
const NON_ASCII_SPACES = /[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/g;
/** RFC 3454, table B.1. */
const MAPPED_TO_NOTHING = /\u00AD|\u034F|\u1806|[\u180B-\u180D]|\u200C|\u200D|\u2060|[\uFE00-\uFE0F]|\uFEFF/g;
