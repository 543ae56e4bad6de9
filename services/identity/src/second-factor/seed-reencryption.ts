import { onlyRow, queryableOf, statement } from '@gatehouse/boundary';
import { type Logger, type RepeatedTask, repeatUntilStopped } from '@gatehouse/runtime';
import { inTransaction } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';
import { ownerOf, seedOf } from './second-factors.ts';
import { HEADER_BYTES, type SeedEncryption } from './seed-encryption.ts';

interface OutdatedRow {
  readonly admin_id: string;
  readonly secret: string | null;
  readonly encrypted_secret: Buffer | null;
}

const BATCH = 100;
const RETRY_MILLIS = 30_000;

/** Skips seeds of unknown keys. */
const LOCK_OUTDATED = statement<OutdatedRow>(
  'lock_outdated_admin_seeds',
  `select admin_id, secret, encrypted_secret from identity.admin_second_factors
    where secret is not null or substring(encrypted_secret from 1 for ${HEADER_BYTES}) = any($1::bytea[])
    order by admin_id limit ${BATCH} for update`,
  { indexes: ['admin_second_factors_pkey'] },
);

const REENCRYPT = statement<object>(
  'reencrypt_admin_seed',
  'update identity.admin_second_factors set secret = null, encrypted_secret = $2 where admin_id = $1',
);

const ERASE_EXPIRED = statement<object>(
  'erase_expired_enrolment_seeds',
  `update identity.admin_enrolments set encrypted_totp_secret = null
    where encrypted_totp_secret is not null and expires_at <= now()`,
  { indexes: ['admin_enrolments_seed_idx'] },
);

const COUNT_UNREADABLE = statement<{ count: string }>(
  'count_unreadable_admin_seeds',
  `select count(*) as count from identity.admin_second_factors
    where substring(encrypted_secret from 1 for ${HEADER_BYTES}) <> all($1::bytea[])`,
);

/** The result of one pass over the stored seeds. */
export interface ReencryptedSeeds {
  /** Seeds that were plain or encrypted with an older key. */
  readonly reencrypted: number;
  /** Seeds that no key of `SECRETS_KEY` decrypts: their admins cannot sign in. */
  readonly unreadable: number;
}

/**
 * Encrypts every stored seed with the newest key, in transactions of at most 100 rows, and erases the seeds of expired
 * enrolment links. Safe to run again, and in several processes at once.
 */
export async function reencryptSeeds(pool: Pool, encryption: SeedEncryption): Promise<ReencryptedSeeds> {
  const outdated = encryption.headers.filter((header) => !header.equals(encryption.newestHeader));
  let reencrypted = 0;
  let count: number;
  do {
    count = await reencryptBatch(pool, encryption, outdated);
    reencrypted += count;
  } while (count > 0);
  const queryable = queryableOf(pool);
  await queryable.query(ERASE_EXPIRED, []);
  const rows = await queryable.query(COUNT_UNREADABLE, [encryption.headers]);
  return { reencrypted, unreadable: Number(onlyRow(rows, 'the count of unreadable seeds').count) };
}

/** @returns how many seeds were encrypted: 0 when none is left. */
async function reencryptBatch(
  pool: Pool,
  encryption: SeedEncryption,
  outdated: readonly Buffer[],
): Promise<number> {
  return inTransaction(pool, async (client) => {
    const tx = queryableOf(client);
    const rows = await tx.query(LOCK_OUTDATED, [outdated]);
    for (const row of rows) {
      const seed = seedOf(row, row.admin_id, encryption);
      const encrypted = encryption.encrypt(seed, ownerOf(row.admin_id));
      await tx.query(REENCRYPT, [row.admin_id, encrypted]);
    }
    return rows.length;
  });
}

/** Re-encrypts the seeds in the background; retries until the database answers. */
export function startSeedReencryption(pool: Pool, encryption: SeedEncryption, log: Logger): RepeatedTask {
  return repeatUntilStopped(async () => {
    try {
      const { reencrypted, unreadable } = await reencryptSeeds(pool, encryption);
      if (reencrypted > 0)
        log.info({ count: reencrypted }, 're-encrypted the seeds of second factors with the newest key');
      if (unreadable > 0) {
        log.error(
          { count: unreadable },
          'no key of SECRETS_KEY decrypts these second factors; their admins cannot sign in',
        );
      }
      return null;
    } catch (error) {
      log.warn({ err: error }, 'could not re-encrypt the stored seeds; retrying');
      return RETRY_MILLIS;
    }
  });
}
