import { onlyRow, type Queryable, statement } from '@gatehouse/boundary';
import type { System } from './relying-party.ts';
import type { VerifiedPasskey, VerifiedUse } from './verify.ts';

/** A passkey with its user or admin. */
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

/** A user or an admin. */
export interface PasskeyOwner {
  readonly system: System;
  readonly id: string;
}

const OWNERS = {
  // Of a user with a verified address.
  user: { table: 'identity.users', isActive: 'o.email_verified_at is not null' },
  admin: { table: 'identity.admins', isActive: 'o.disabled_at is null' },
} as const;

function statementsOf(system: System) {
  const { table, isActive } = OWNERS[system];
  const columns = `p.id, p.${system}_id as owner_id, p.credential_id, p.public_key, p.counter, p.is_backup_eligible,
          p.is_backed_up, p.transports, p.name, p.created_at, p.last_used_at`;
  return {
    find: statement<PasskeyRow>(
      `find_${system}_passkey`,
      `select ${columns}
         from identity.${system}_passkeys p join ${table} o on o.id = p.${system}_id
        where p.credential_id = $1 and ${isActive}`,
      { indexes: [`${system}_passkeys_credential_id_key`, `${system}s_pkey`] },
    ),
    /** Locks the row: of two uses at the same time the second one's counter is compared with the first one's. */
    lock: statement<{ counter: string; name: string; owner_email: string; owner_name: string }>(
      `lock_${system}_passkey`,
      `select p.counter, p.name, o.email as owner_email, o.name as owner_name
         from identity.${system}_passkeys p join ${table} o on o.id = p.${system}_id
        where p.id = $1 and ${isActive}
          for update of p`,
    ),
    writeUse: statement<object>(
      `write_${system}_passkey_use`,
      `update identity.${system}_passkeys set counter = $2, is_backed_up = $3, last_used_at = now() where id = $1`,
    ),
    list: statement<PasskeyRow>(
      `list_${system}_passkeys`,
      `select ${columns} from identity.${system}_passkeys p where p.${system}_id = $1 order by p.id`,
      { indexes: [`${system}_passkeys_${system}_id_idx`] },
    ),
    room: statement<{ owned: number; is_stored: boolean }>(
      `find_room_for_${system}_passkey`,
      `select (select count(*)::int from identity.${system}_passkeys p where p.${system}_id = $1) as owned,
              exists (select from identity.${system}_passkeys p where p.credential_id = $2) as is_stored`,
      { indexes: [`${system}_passkeys_${system}_id_idx`, `${system}_passkeys_credential_id_key`] },
    ),
    /** No row: the credential is stored already, for this account or another one (WebAuthn Level 3, 7.1, step 26). */
    add: statement<PasskeyRow>(
      `add_${system}_passkey`,
      `insert into identity.${system}_passkeys as p
         (${system}_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (credential_id) do nothing
       returning ${columns}`,
    ),
    lockOwn: statement<PasskeyRow>(
      `lock_own_${system}_passkey`,
      `select ${columns} from identity.${system}_passkeys p where p.id = $1 and p.${system}_id = $2 for update`,
    ),
    rename: statement<object>(
      `rename_${system}_passkey`,
      `update identity.${system}_passkeys set name = $2 where id = $1`,
    ),
    remove: statement<object>(`delete_${system}_passkey`, `select identity.delete_${system}_passkey($1, $2)`),
  };
}

const STATEMENTS = { user: statementsOf('user'), admin: statementsOf('admin') } as const;

/** The passkey with a credential id; undefined: there is none, its user has no verified address, or its admin is disabled. */
export async function findPasskey(
  read: Queryable,
  system: System,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await read.query(STATEMENTS[system].find, [Buffer.from(credentialId, 'base64url')]);
  return row;
}

/** The passkeys of an account, oldest first. */
export function listPasskeys(read: Queryable, { system, id }: PasskeyOwner): Promise<readonly PasskeyRow[]> {
  return read.query(STATEMENTS[system].list, [id]);
}

/** Locks a passkey of an account; undefined: it has no such passkey. */
export async function lockOwnPasskey(
  tx: Queryable,
  { system, id }: PasskeyOwner,
  passkeyId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx.query(STATEMENTS[system].lockOwn, [passkeyId, id]);
  return row;
}

/** Renames a locked passkey. */
export async function renamePasskey(
  tx: Queryable,
  { system }: PasskeyOwner,
  passkeyId: string,
  name: string,
): Promise<void> {
  await tx.query(STATEMENTS[system].rename, [passkeyId, name]);
}

/** Removes a passkey of an account, whose exclusive lock is held. */
export async function removePasskey(
  tx: Queryable,
  { system, id }: PasskeyOwner,
  passkeyId: string,
): Promise<void> {
  await tx.query(STATEMENTS[system].remove, [passkeyId, id]);
}

/** How many passkeys an account has, and whether a new one is stored already, for this account or another one. */
export async function findRoom(
  queryable: Queryable,
  { system, id }: PasskeyOwner,
  { credentialId }: Pick<VerifiedPasskey, 'credentialId'>,
): Promise<{ readonly owned: number; readonly is_stored: boolean }> {
  return onlyRow(await queryable.query(STATEMENTS[system].room, [id, credentialId]), 'the counts');
}

/** Stores a new passkey. @returns null when it is stored already. */
export async function addPasskey(
  tx: Queryable,
  { system, id }: PasskeyOwner,
  { credentialId, publicKey, counter, isBackupEligible, isBackedUp, transports }: VerifiedPasskey,
  name: string,
): Promise<PasskeyRow | null> {
  const key = [id, credentialId, publicKey, counter];
  const [row] = await tx.query(STATEMENTS[system].add, [
    ...key,
    isBackupEligible,
    isBackedUp,
    transports,
    name,
  ]);
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
export async function recordUse(
  tx: Queryable,
  system: System,
  passkeyId: string,
  use: VerifiedUse,
): Promise<UseOutcome> {
  const [stored] = await tx.query(STATEMENTS[system].lock, [passkeyId]);
  if (stored === undefined) return { outcome: 'removed' };
  if (!isCounterAhead(use.counter, Number(stored.counter))) {
    const { name, owner_email, owner_name } = stored;
    return { outcome: 'copied', name, owner: { email: owner_email, name: owner_name } };
  }
  await tx.query(STATEMENTS[system].writeUse, [passkeyId, use.counter, use.isBackedUp]);
  return { outcome: 'used' };
}

/** An authenticator without a counter always sends 0 (WebAuthn Level 3, 7.2, step 22). */
function isCounterAhead(counter: number, stored: number): boolean {
  return counter > stored || (counter === 0 && stored === 0);
}
