import { type Queryable, statement } from '@gatehouse/boundary';
import type { VerifiedPasskey, VerifiedUse } from './verify.ts';

/** A passkey with its user. */
export interface PasskeyRow {
  readonly id: string;
  readonly owner_id: string;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly is_backup_eligible: boolean;
  readonly is_backed_up: boolean;
  readonly transports: readonly string[];
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const COLUMNS = `p.id, p.user_id as owner_id, p.credential_id, p.public_key, p.counter, p.is_backup_eligible,
          p.is_backed_up, p.transports, p.name, p.created_at, p.last_used_at`;

/** Of a user with a verified address. */
const FIND_PASSKEY = statement<PasskeyRow>(
  'find_user_passkey',
  `select ${COLUMNS}
     from identity.user_passkeys p join identity.users u on u.id = p.user_id
    where p.credential_id = $1 and u.email_verified_at is not null`,
  { indexes: ['user_passkeys_credential_id_key', 'users_pkey'] },
);

/** Locks the row: of two uses at the same time the second one's counter is compared with the first one's. */
const LOCK_PASSKEY = statement<{ counter: string; name: string; owner_email: string; owner_name: string }>(
  'lock_user_passkey',
  `select p.counter, p.name, u.email as owner_email, u.name as owner_name
     from identity.user_passkeys p join identity.users u on u.id = p.user_id
    where p.id = $1 and u.email_verified_at is not null
      for update of p`,
);

const WRITE_USE = statement<object>(
  'write_user_passkey_use',
  'update identity.user_passkeys set counter = $2, is_backed_up = $3, last_used_at = now() where id = $1',
);

const LIST_PASSKEYS = statement<PasskeyRow>(
  'list_user_passkeys',
  `select ${COLUMNS} from identity.user_passkeys p where p.user_id = $1 order by p.id`,
  { indexes: ['user_passkeys_user_id_idx'] },
);

/** No row: the credential is stored already, for this user or another one (WebAuthn Level 3, 7.1, step 26). */
const ADD_PASSKEY = statement<PasskeyRow>(
  'add_user_passkey',
  `insert into identity.user_passkeys as p
     (user_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (credential_id) do nothing
   returning ${COLUMNS}`,
);

/** The passkey with a credential id; undefined: there is none, or its user has no verified address. */
export async function findPasskey(read: Queryable, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await read.query(FIND_PASSKEY, [Buffer.from(credentialId, 'base64url')]);
  return row;
}

/** The passkeys of a user, oldest first. */
export function listPasskeys(read: Queryable, userId: string): Promise<readonly PasskeyRow[]> {
  return read.query(LIST_PASSKEYS, [userId]);
}

/** Stores a new passkey. @returns null when it is stored already. */
export async function addPasskey(
  tx: Queryable,
  userId: string,
  { credentialId, publicKey, counter, isBackupEligible, isBackedUp, transports }: VerifiedPasskey,
  name: string,
): Promise<PasskeyRow | null> {
  const key = [userId, credentialId, publicKey, counter];
  const [row] = await tx.query(ADD_PASSKEY, [...key, isBackupEligible, isBackedUp, transports, name]);
  return row ?? null;
}

/** How the use of a passkey ended. `copied`: its counter is not above the last one. */
export type UseOutcome =
  | { readonly outcome: 'used' | 'removed' }
  | { readonly outcome: 'copied'; readonly name: string; readonly owner: { email: string; name: string } };

/**
 * Records the use of a passkey in the transaction that acts on it. Its user's lock is held, so that it is not removed
 * meanwhile.
 */
export async function recordUse(tx: Queryable, passkeyId: string, use: VerifiedUse): Promise<UseOutcome> {
  const [stored] = await tx.query(LOCK_PASSKEY, [passkeyId]);
  if (stored === undefined) return { outcome: 'removed' };
  if (!isCounterAhead(use.counter, Number(stored.counter))) {
    const { name, owner_email, owner_name } = stored;
    return { outcome: 'copied', name, owner: { email: owner_email, name: owner_name } };
  }
  await tx.query(WRITE_USE, [passkeyId, use.counter, use.isBackedUp]);
  return { outcome: 'used' };
}

/** An authenticator without a counter always sends 0 (WebAuthn Level 3, 7.2, step 22). */
export function isCounterAhead(counter: number, stored: number): boolean {
  return counter > stored || (counter === 0 && stored === 0);
}
