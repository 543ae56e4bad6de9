import { createHash } from 'node:crypto';
import { onlyRow, type Queryable, statement } from '@gatehouse/boundary';
import { Secret } from 'otpauth';

const USE_RECOVERY_CODE = statement<object>(
  'use_recovery_code',
  `update identity.admin_recovery_codes set used_at = now()
    where code_hash = $2 and admin_id = $1 and used_at is null
   returning admin_id`,
  { indexes: ['admin_recovery_codes_pkey'] },
);

const COUNT_RECOVERY_CODES = statement<{ count: number }>(
  'count_admin_recovery_codes',
  'select count(*)::int as count from identity.admin_recovery_codes where admin_id = $1 and used_at is null',
  { indexes: ['admin_recovery_codes_admin_id_idx'] },
);

const COUNT = 10;

/** New recovery codes: 120 random bits each, enough for a hash without a salt, as six groups of four base32 letters. */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = new Secret({ size: 15 }).base32;
    return (letters.match(/.{4}/g) ?? []).join('-');
  });
}

/** The key of a recovery code in the database, whatever its case and separators. */
export function hashRecoveryCode(code: string): Buffer {
  const letters = code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');
  return createHash('sha256').update(letters).digest();
}

/**
 * Uses a recovery code in place of a one-time code; it works once.
 * @returns the number of codes left; null when the code is wrong.
 */
export async function useRecoveryCode(tx: Queryable, adminId: string, code: string): Promise<number | null> {
  const [used] = await tx.query(USE_RECOVERY_CODE, [adminId, hashRecoveryCode(code)]);
  if (used === undefined) return null;
  return onlyRow(await tx.query(COUNT_RECOVERY_CODES, [adminId]), 'the count').count;
}
