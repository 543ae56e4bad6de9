import { createHash, randomBytes } from 'node:crypto';

/** A secret that is sent once: 32 random bytes, base64url. The database stores only its SHA-256. */
export function createSecretToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashSecretToken(token) };
}

/** A secret token as the database stores it. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
