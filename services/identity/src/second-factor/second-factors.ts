import { type Queryable, statement } from '@gatehouse/boundary';
import type { SeedEncryption, SeedOwner } from './seed-encryption.ts';
import { HEADER_BYTES } from './seed-encryption.ts';
import { matchingTotpStep } from './totp.ts';

interface SecondFactorRow {
  readonly secret: string | null;
  readonly encrypted_secret: Buffer | null;
  readonly last_used_step: string;
}

/**
 * Locks the row: the code is compared with the current seed, and an enrolment that replaces the seed waits. The second of
 * two requests with the same code waits here, then finds its step used (RFC 6238, 5.2).
 */
const LOCK_SECOND_FACTOR = statement<SecondFactorRow>(
  'lock_admin_second_factor',
  `select secret, encrypted_secret, last_used_step from identity.admin_second_factors
    where admin_id = $1 for update`,
);

const USE_STEP = statement<object>(
  'use_totp_step',
  'update identity.admin_second_factors set last_used_step = $2, updated_at = now() where admin_id = $1',
);

const WRITE_SEED = statement<object>(
  'write_admin_seed',
  'update identity.admin_second_factors set encrypted_secret = $2, secret = null where admin_id = $1',
);

const REPLACE_SECOND_FACTOR = statement<object>(
  'replace_admin_second_factor',
  `insert into identity.admin_second_factors (admin_id, encrypted_secret, last_used_step) values ($1, $2, $3)
   on conflict (admin_id) do update
      set encrypted_secret = excluded.encrypted_secret, secret = null, last_used_step = excluded.last_used_step,
          updated_at = now()`,
);

/** The admins' authenticator apps. */
export interface SecondFactors {
  /** Uses a one-time code of the admin's authenticator app; it works once. @returns whether it was right. */
  useTotp(tx: Queryable, adminId: string, code: string): Promise<boolean>;
  /** Replaces the admin's authenticator app. @param usedStep time step of the code that proved the new one. */
  replace(tx: Queryable, adminId: string, app: { seed: string; usedStep: number }): Promise<void>;
}

/** Keeps seeds encrypted: a plain one, or one with an older key, is re-encrypted when it is used. */
export function createSecondFactors(encryption: SeedEncryption): SecondFactors {
  return {
    useTotp: async (tx, adminId, code) => {
      const [row] = await tx.query(LOCK_SECOND_FACTOR, [adminId]);
      if (row === undefined) return false;
      const seed = seedOf(row, adminId, encryption);
      if (!isCurrent(row, encryption)) {
        await tx.query(WRITE_SEED, [adminId, encryption.encrypt(seed, ownerOf(adminId))]);
      }
      const step = matchingTotpStep(seed, code);
      if (step === null || step <= Number(row.last_used_step)) return false;
      await tx.query(USE_STEP, [adminId, step]);
      return true;
    },
    replace: async (tx, adminId, { seed, usedStep }) => {
      const encrypted = encryption.encrypt(seed, ownerOf(adminId));
      await tx.query(REPLACE_SECOND_FACTOR, [adminId, encrypted, usedStep]);
    },
  };
}

/** What the encryption of a row's seed is bound to. */
export function ownerOf(adminId: string): SeedOwner {
  return { table: 'admin_second_factors', adminId };
}

/**
 * The seed of a row. Of two, the plain one is newer: only a version without encryption still writes it.
 * @throws {Error} when no key decrypts it.
 */
export function seedOf(
  row: Pick<SecondFactorRow, 'secret' | 'encrypted_secret'>,
  adminId: string,
  encryption: SeedEncryption,
): string {
  if (row.secret !== null) return row.secret;
  if (row.encrypted_secret === null) throw new Error('a second factor has no seed');
  return encryption.decrypt(row.encrypted_secret, ownerOf(adminId));
}

function isCurrent({ secret, encrypted_secret }: SecondFactorRow, { newestHeader }: SeedEncryption): boolean {
  return secret === null && encrypted_secret?.subarray(0, HEADER_BYTES).equals(newestHeader) === true;
}
