import type { OrgMembership } from '@gatehouse/access';
import { type Handler, onlyRow, type Queryable, statement } from '@gatehouse/boundary';
import { withdrawInvitations } from '@gatehouse/hiring';

/**
 * Read again under the company's exclusive lock, so that two owners cannot leave at the same time. An owner whose account will be
 * deleted is no owner who stays (G11).
 */
const HAS_OTHER_OWNER = statement<{ has_other_owner: boolean }>(
  'has_other_active_owner',
  `select exists (
     select from employer.org_memberships m join identity.users u on u.id = m.user_id
      where m.company_id = $1 and m.id <> $2 and m.role = 'owner' and m.status = 'active' and u.deletion_due_at is null
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
export const leaveCompany: Handler<'OrgMembershipService.DeleteCurrentOrgMembership'> = async (context) => {
  const { org_membership: found, org_company: company } = context;
  const refuseLastOwner = () =>
    context.refuse('org_last_owner', {
      detail: 'You are its last owner. Make another member an owner first, then leave.',
    });
  // Before the exclusive locks, on which revocations would wait (G1).
  if (found.role === 'owner' && !(await hasOtherOwner(context.read, found))) return refuseLastOwner();
  return context.transaction(
    async (tx) => {
      const { id, role } = tx.org_membership;
      const companyId = tx.org_company.id;
      if (role === 'owner') {
        if (!(await hasOtherOwner(tx, tx.org_membership))) return refuseLastOwner();
        await withdrawInvitations(tx, { companyId, inviterId: tx.facts.identities_user.id });
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
        { kind: 'company', id: company.id, mode: 'exclusive' },
      ],
    },
  );
};

async function hasOtherOwner(queryable: Queryable, { id, org_company }: OrgMembership): Promise<boolean> {
  const rows = await queryable.query(HAS_OTHER_OWNER, [org_company.id, id]);
  return onlyRow(rows, 'the company').has_other_owner;
}
