import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

/** The row of a seed. It is authenticated with the seed, so that the seed decrypts in no other row. */
export interface SeedOwner {
  readonly table: 'admin_second_factors' | 'admin_enrolments';
  readonly adminId: string;
}

/** Encrypts the seeds of authenticator apps with keys that the database does not have. */
export interface SeedEncryption {
  /** Encrypts with the newest key and a random nonce. */
  encrypt(seed: string, owner: SeedOwner): Buffer;
  /** @throws {Error} for an unknown key, and when a byte or the owner differs. */
  decrypt(encrypted: Buffer, owner: SeedOwner): string;
  /** The first bytes of what the newest key encrypts. */
  readonly newestHeader: Buffer;
  /** The same of every key that can decrypt. */
  readonly headers: readonly Buffer[];
}

const VERSION = 1;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Bytes of version and key id, at the start of everything encrypted. */
export const HEADER_BYTES = 1 + KEY_ID_BYTES;

/**
 * AES-256-GCM. The format is version (1 byte), key id (8), nonce (12), tag (16), ciphertext.
 * @param keys of 32 bytes, newest first; only the newest encrypts.
 */
export function createSeedEncryption([newest, ...older]: readonly [Buffer, ...Buffer[]]): SeedEncryption {
  const keys = new Map([newest, ...older].map((key) => [headerOf(key).toString('hex'), key]));
  const newestHeader = headerOf(newest);
  return {
    newestHeader,
    headers: [newest, ...older].map(headerOf),
    encrypt: (seed, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(authenticated(newestHeader, owner));
      const ciphertext = Buffer.concat([cipher.update(seed, 'utf8'), cipher.final()]);
      return Buffer.concat([newestHeader, nonce, cipher.getAuthTag(), ciphertext]);
    },
    decrypt: (encrypted, owner) => {
      const header = encrypted.subarray(0, HEADER_BYTES);
      const key = keys.get(header.toString('hex'));
      if (key === undefined) throw new Error('no key of SECRETS_KEY encrypted this seed');
      const nonceEnd = HEADER_BYTES + NONCE_BYTES;
      const tagEnd = nonceEnd + TAG_BYTES;
      const nonce = encrypted.subarray(HEADER_BYTES, nonceEnd);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(authenticated(header, owner));
      decipher.setAuthTag(encrypted.subarray(nonceEnd, tagEnd));
      return Buffer.concat([decipher.update(encrypted.subarray(tagEnd)), decipher.final()]).toString('utf8');
    },
  };
}

/** Version and key id. The id is a hash, which reveals nothing about a key of 256 random bits. */
function headerOf(key: Buffer): Buffer {
  const keyId = hash('sha256', Buffer.concat([Buffer.from('gatehouse seed key id'), key]), 'buffer');
  return Buffer.concat([Buffer.of(VERSION), keyId.subarray(0, KEY_ID_BYTES)]);
}

function authenticated(header: Buffer, { table, adminId }: SeedOwner): Buffer {
  return Buffer.concat([header, Buffer.from(`${table} ${adminId}`)]);
}
