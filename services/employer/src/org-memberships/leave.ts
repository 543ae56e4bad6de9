import { type Handler, onlyRow, statement } from '@gatehouse/boundary';
import { withdrawInvitationsOf } from '../invitations/withdraw.ts';

/** Read under the company's exclusive lock, so that two owners cannot leave at the same time. */
const HAS_OTHER_OWNER = statement<{ has_other_owner: boolean }>(
  'has_other_active_owner',
  `select exists (
     select from employer.org_memberships
      where company_id = $1 and id <> $2 and role = 'owner' and status = 'active'
   ) as has_other_owner`,
);

/** This service's role deletes no other membership. */
const DELETE_MEMBERSHIP = statement<{ is_deleted: boolean }>(
  'delete_active_membership',
  'select employer.delete_active_membership($1) as is_deleted',
);

/**
 * Ends the caller's own membership and deletes it: afterwards the user can create or join another company. The last active
 * owner stays, and an owner who leaves loses their open invitations (G2).
 */
export const leaveCompany: Handler<'OrgMembershipService.DeleteCurrentOrgMembership'> = (context) =>
  context.transaction(
    async (tx) => {
      const { id, role } = tx.org_membership;
      const companyId = tx.org_company.id;
      if (role === 'owner') {
        const { has_other_owner } = onlyRow(await tx.query(HAS_OTHER_OWNER, [companyId, id]), 'the company');
        if (!has_other_owner) {
          context.refuse('org_last_owner', {
            detail: 'You are its last owner. Make another member an owner first, then leave.',
          });
        }
        await withdrawInvitationsOf(tx, { companyId, inviterId: tx.facts.identities_user.id });
      }
      const { is_deleted } = onlyRow(await tx.query(DELETE_MEMBERSHIP, [id]), 'the function');
      if (!is_deleted) throw new Error('the membership of the repeated check is not active');
      await tx.audit({
        action: 'org_membership.ended',
        // The membership is gone, and the company has a name in the trail.
        subject_kind: 'company',
        subject_id: companyId,
        change: `active, ${role} → none`,
      });
      return null;
    },
    {
      locks: [
        { kind: 'user', id: context.facts.identities_user.id, mode: 'exclusive' },
        { kind: 'company', id: context.org_company.id, mode: 'exclusive' },
      ],
    },
  );
