import { statement, type Transaction } from '@gatehouse/boundary';
import { isOpenInvitation } from '@gatehouse/hiring';

/** Ids are UUIDv7: those after another id are newer. */
const REMOVE_PASSKEYS = statement<object>(
  'remove_passkeys_added_since',
  `select identity.delete_user_passkey(p.id, p.user_id) from identity.user_passkeys p
    where p.user_id = $1 and (p.id > $2 or p.id = $3)`,
  { indexes: ['user_passkeys_user_id_idx'] },
);

const WITHDRAW_INVITATIONS = statement<{ id: string }>(
  'withdraw_invitations_sent_since',
  `update employer.invitations i set withdrawn_at = now()
     from employer.org_memberships m
    where m.user_id = $1 and i.company_id = m.company_id and i.invited_by = $1 and i.id > $2
      and ${isOpenInvitation('i')}
   returning i.id`,
  { indexes: ['org_memberships_user_id_key', 'invitations_open_idx'] },
);

/** The next sign-in from any of them sends a mail. */
const FORGET_BROWSERS = statement<object>('forget_user_browsers', 'select identity.forget_user_browsers($1)');

/**
 * Removes what an attacker may have added to an account, whose exclusive lock is held: passkeys, open invitations into the
 * user's company, and known browsers, whose sign-ins would not be mailed (G2, G3). Audited.
 * @param since the id of the row that the attack began with. @param passkeyId a passkey to remove whatever its age.
 * @param change why, for the audit trail.
 */
export async function removeAddedSince(
  tx: Transaction,
  userId: string,
  { since, passkeyId = null, change }: { since: string; passkeyId?: string | null; change: string },
): Promise<void> {
  const actor = { kind: 'user', id: userId } as const;
  for (const _ of await tx.query(REMOVE_PASSKEYS, [userId, since, passkeyId])) {
    await tx.audit({
      action: 'user.passkey_removed',
      subject_kind: 'user',
      subject_id: userId,
      actor,
      change,
    });
  }
  await tx.query(FORGET_BROWSERS, [userId]);
  const withdrawn = await tx.query(WITHDRAW_INVITATIONS, [userId, since]);
  await tx.auditEach(
    { action: 'invitation.withdrawn', subject_kind: 'invitation', actor, change },
    withdrawn.map(({ id }) => id),
  );
}
