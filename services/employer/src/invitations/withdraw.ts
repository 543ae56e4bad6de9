import { isOpenInvitation, statement, type Transaction } from '@gatehouse/boundary';

const WITHDRAW_INVITATIONS = statement<{ id: string }>(
  'withdraw_invitations_of_inviter',
  `update employer.invitations i set withdrawn_at = now()
    where i.company_id = $1 and i.invited_by = $2 and ${isOpenInvitation('i')}
   returning i.id`,
  { indexes: ['invitations_open_idx'] },
);

/**
 * Withdraws the open invitations of an inviter, in the transaction that revokes the right to invite, and audits each (G2).
 */
export async function withdrawInvitationsOf(
  tx: Transaction,
  { companyId, inviterId }: { companyId: string; inviterId: string },
): Promise<void> {
  const withdrawn = await tx.query(WITHDRAW_INVITATIONS, [companyId, inviterId]);
  await tx.auditEach(
    {
      action: 'invitation.withdrawn',
      subject_kind: 'invitation',
      change: 'the inviter lost the right to invite',
    },
    withdrawn.map(({ id }) => id),
  );
}
