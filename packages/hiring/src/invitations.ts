import { statement, type Transaction } from '@gatehouse/boundary';

/**
 * The SQL condition of an open invitation: neither accepted nor withdrawn, and not expired.
 * @param invitation the alias of `employer.invitations` in the statement.
 */
export const isOpenInvitation = (invitation: string): string =>
  `${invitation}.accepted_at is null and ${invitation}.withdrawn_at is null and ${invitation}.expires_at > now()`;

/**
 * Invitations `i` that can be accepted now: open, of an active company `c`, by an inviter `m` who is still an active owner of it
 * (G4).
 */
export const ACCEPTABLE_INVITATIONS = `
          employer.invitations i
     join employer.companies c on c.id = i.company_id and c.condition = 'active' and ${isOpenInvitation('i')}
     join employer.org_memberships m
       on m.user_id = i.invited_by and m.company_id = i.company_id and m.role = 'owner' and m.status = 'active'`;

const WITHDRAW_INVITATIONS = statement<{ id: string }>(
  'withdraw_invitations',
  `update employer.invitations i set withdrawn_at = now()
    where i.company_id = $1 and ($2::uuid is null or i.invited_by = $2) and ${isOpenInvitation('i')}
   returning i.id`,
  { indexes: ['invitations_open_idx'] },
);

/**
 * Withdraws the open invitations of a company, or of one of its inviters, in the transaction that revokes the right to
 * invite, and audits each (G2).
 * @param inviterId null: of all inviters.
 */
export async function withdrawInvitations(
  tx: Transaction,
  { companyId, inviterId }: { companyId: string; inviterId: string | null },
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
