import { createHash, randomBytes } from 'node:crypto';

/** A secret that is handed out once: 32 random bytes, base64url. The database keeps its SHA-256 only. */
export function createSecretToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashSecretToken(token) };
}

/** The key under which the database knows a secret token. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
