import { type Queryable, statement } from '@gatehouse/boundary';
import { listPasskeys, removePasskey } from '../passkeys/stored-passkeys.ts';

const DELETE_APP = statement<object>(
  'delete_admin_second_factor',
  'select identity.delete_admin_second_factor($1)',
);

const END_RECOVERY_CODES = statement<object>(
  'end_recovery_codes_of_reset_admin',
  'update identity.admin_recovery_codes set used_at = now() where admin_id = $1 and used_at is null',
  { indexes: ['admin_recovery_codes_admin_id_idx'] },
);

/** Removes an admin's passkeys, app and recovery codes. The admin's exclusive lock is held. */
export async function endSecondFactors(tx: Queryable, adminId: string): Promise<void> {
  const owner = { system: 'admin', id: adminId } as const;
  for (const passkey of await listPasskeys(tx, owner)) await removePasskey(tx, owner, passkey.id);
  await tx.query(DELETE_APP, [adminId]);
  await tx.query(END_RECOVERY_CODES, [adminId]);
}
