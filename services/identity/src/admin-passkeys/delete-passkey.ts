import { type Handler, statement } from '@gatehouse/boundary';
import { exclusiveAdmin } from '../admin-sessions/presented-sessions.ts';
import { listPasskeys, removePasskey } from '../passkeys/stored-passkeys.ts';

const HAS_APP = statement<object>(
  'has_admin_second_factor',
  'select from identity.admin_second_factors where admin_id = $1',
  { indexes: ['admin_second_factors_pkey'] },
);

/** Sessions of a removed passkey end (G3). */
const END_SESSIONS = statement<{ id: string }>(
  'end_admin_sessions_of_passkey',
  `update identity.admin_sessions set ended_at = now(), end_reason = 'passkey_removed'
    where admin_id = $1 and passkey_id = $2 and id <> $3 and ended_at is null
   returning id`,
  { indexes: ['admin_sessions_admin_id_idx'] },
);

/** Removes a passkey of the caller, unless it is the last second factor. @param isRequired whether an app does not count. */
export function deleteAdminPasskey(isRequired: boolean): Handler<'AdminPasskeyService.DeleteAdminPasskey'> {
  return (context, input) =>
    context.transaction(
      async (tx) => {
        const { identities_admin, session } = tx.facts;
        const { id, email, name } = identities_admin;
        const owner = { system: 'admin', id } as const;
        const passkeys = await listPasskeys(tx, owner);
        const removed = passkeys.find((one) => one.id === input.id);
        if (removed === undefined) return context.refuse('not_found');
        const apps = isRequired ? [] : await tx.query(HAS_APP, [id]);
        if (passkeys.length + apps.length === 1) {
          return context.refuse('last_credential', {
            detail: 'Add another passkey first, then remove this one.',
          });
        }
        await removePasskey(tx, owner, removed.id);
        const ended = await tx.query(END_SESSIONS, [id, removed.id, session.id]);
        const change = `${ended.length} sessions ended`;
        await tx.audit({ action: 'admin.passkey_removed', subject_kind: 'admin', subject_id: id, change });
        const values = { name, passkey: removed.name, event: 'removed' } as const;
        await tx.mail('staff_passkey', { to: email, values });
        return null;
      },
      { locks: [exclusiveAdmin(context.facts.identities_admin.id)] },
    );
}
