import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createSeedEncryption, HEADER_BYTES } from './seed-encryption.ts';

const SEED = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const owner = { table: 'admin_second_factors', adminId: '01900000-0000-7000-8000-000000000000' } as const;
const current = createSeedEncryption([oldKey]);

describe('F11: seeds are encrypted at rest', () => {
  test('a seed decrypts, and its plain text is not stored', () => {
    const encrypted = current.encrypt(SEED, owner);
    expect(current.decrypt(encrypted, owner)).toBe(SEED);
    expect(encrypted.includes(SEED)).toBe(false);
    expect(encrypted).toHaveLength(HEADER_BYTES + 12 + 16 + SEED.length);
  });

  test('the same seed is never encrypted with the same nonce', () => {
    const nonces = Array.from({ length: 200 }, () =>
      current
        .encrypt(SEED, owner)
        .subarray(HEADER_BYTES, HEADER_BYTES + 12)
        .toString('hex'),
    );
    expect(new Set(nonces).size).toBe(200);
  });

  test('a change of any byte is detected', () => {
    const encrypted = current.encrypt(SEED, owner);
    for (let at = 0; at < encrypted.length; at += 1) {
      const changed = Buffer.from(encrypted);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => current.decrypt(changed, owner)).toThrow();
    }
  });

  test.each([0, 5, HEADER_BYTES, HEADER_BYTES + 12, HEADER_BYTES + 20, HEADER_BYTES + 28])(
    'a value cut to %d bytes does not decrypt',
    (length) => {
      const encrypted = current.encrypt(SEED, owner).subarray(0, length);
      expect(() => current.decrypt(encrypted, owner)).toThrow();
    },
  );

  test('a tag that was cut, which is easier to guess, is refused', () => {
    const encrypted = current.encrypt('', owner);
    expect(current.decrypt(encrypted, owner)).toBe('');
    expect(() => current.decrypt(encrypted.subarray(0, -4), owner)).toThrow();
  });

  test("a seed decrypts neither in another admin's row nor in another table", () => {
    const encrypted = current.encrypt(SEED, owner);
    const other = '01900000-0000-7000-8000-000000000001';
    expect(() => current.decrypt(encrypted, { ...owner, adminId: other })).toThrow();
    expect(() => current.decrypt(encrypted, { ...owner, table: 'admin_enrolments' })).toThrow();
  });

  test('during a rotation the newest key encrypts and both decrypt; without the old key its seeds are lost', () => {
    const rotating = createSeedEncryption([newKey, oldKey]);
    const rotated = createSeedEncryption([newKey]);
    const before = current.encrypt(SEED, owner);
    expect(rotating.decrypt(before, owner)).toBe(SEED);
    expect(() => rotated.decrypt(before, owner)).toThrow('no key of SECRETS_KEY encrypted this seed');
    const after = rotating.encrypt(SEED, owner);
    expect(rotated.decrypt(after, owner)).toBe(SEED);
    expect(after.subarray(0, HEADER_BYTES)).toEqual(rotating.newestHeader);
    expect(before.subarray(0, HEADER_BYTES)).toEqual(rotating.headers[1]);
  });
});
