import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';

const COUNT = 10;

/** New recovery codes: 80 random bits each, as four groups of four base32 letters. */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = new Secret({ size: 10 }).base32;
    return (letters.match(/.{4}/g) ?? []).join('-');
  });
}

/** The key under which the database knows a recovery code, however it was typed. */
export function hashRecoveryCode(code: string): Buffer {
  const letters = code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');
  return createHash('sha256').update(letters).digest();
}
