import { type Queryable, statement } from '@gatehouse/boundary';
import { hashRecoveryCode } from './recovery-codes.ts';
import { matchingTotpStep } from './totp.ts';

const FIND_SECRET = statement<{ secret: string }>(
  'find_totp_secret',
  'select secret from identity.admin_second_factors where admin_id = $1',
);

/** The second of two requests with the same code waits for the row and then finds the step used (RFC 6238, 5.2). */
const USE_STEP = statement<object>(
  'use_totp_step',
  `update identity.admin_second_factors set last_used_step = $2, updated_at = now()
    where admin_id = $1 and last_used_step < $2
   returning admin_id`,
);

/** Relies on admin_recovery_codes_pkey. */
const USE_RECOVERY_CODE = statement<object>(
  'use_recovery_code',
  `update identity.admin_recovery_codes set used_at = now()
    where code_hash = $2 and admin_id = $1 and used_at is null
   returning admin_id`,
);

/** Takes a one-time code of the admin's authenticator app, which works once. @returns whether it was right. */
export async function useTotp(tx: Queryable, adminId: string, code: string): Promise<boolean> {
  const [factor] = await tx.query(FIND_SECRET, [adminId]);
  if (factor === undefined) return false;
  const step = matchingTotpStep(factor.secret, code);
  return step !== null && (await tx.query(USE_STEP, [adminId, step])).length === 1;
}

/** Takes a recovery code in the place of a one-time code; it works once. @returns whether it was right. */
export async function useRecoveryCode(tx: Queryable, adminId: string, code: string): Promise<boolean> {
  return (await tx.query(USE_RECOVERY_CODE, [adminId, hashRecoveryCode(code)])).length === 1;
}
