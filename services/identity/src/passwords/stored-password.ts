import { type Queryable, type Statement, statement } from '@gatehouse/boundary';

/** The stored hash of a user's password; no row for a user without one. */
export const FIND_OWN_PASSWORD = statement<{ password_hash: string }>(
  'find_password_hash',
  'select password_hash from identity.credentials where user_id = $1',
);

/** An account, and the hash that a password was verified against. */
interface VerifiedPassword {
  readonly system: 'user' | 'admin';
  readonly id: string;
  readonly verifiedHash: string;
}

const FIND_PASSWORD: Readonly<Record<VerifiedPassword['system'], Statement<object>>> = {
  user: statement(
    'find_verified_password_hash',
    'select from identity.credentials where user_id = $1 and password_hash = $2',
    { indexes: ['credentials_pkey'] },
  ),
  admin: statement(
    'find_verified_admin_password_hash',
    `select from identity.admin_credentials c join identity.admins a on a.id = c.admin_id
      where c.admin_id = $1 and c.password_hash = $2 and a.disabled_at is null`,
    { indexes: ['admin_credentials_pkey'] },
  ),
};

const REPLACE_PASSWORD: Readonly<Record<VerifiedPassword['system'], Statement<object>>> = {
  user: statement(
    'replace_password_hash',
    `update identity.credentials set password_hash = $3, updated_at = now()
      where user_id = $1 and password_hash = $2
     returning user_id`,
  ),
  admin: statement(
    'replace_admin_password_hash',
    `update identity.admin_credentials set password_hash = $3, updated_at = now()
      where admin_id = $1 and password_hash = $2
        and exists (select from identity.admins a where a.id = $1 and a.disabled_at is null)
     returning admin_id`,
  ),
};

/**
 * Whether the verified hash is still the stored one, and an admin's account is not disabled (G3). It stays so until the transaction ends, because the transaction
 * holds the account's lock, shared or exclusive.
 * @param newHash of the same password, which replaces it; null: none.
 */
export async function confirmPassword(
  tx: Queryable,
  { system, id, verifiedHash }: VerifiedPassword,
  newHash: string | null,
): Promise<boolean> {
  const rows = await (newHash === null
    ? tx.query(FIND_PASSWORD[system], [id, verifiedHash])
    : tx.query(REPLACE_PASSWORD[system], [id, verifiedHash, newHash]));
  return rows.length === 1;
}
