import {
  etagOf,
  type Handler,
  notify,
  onlyRow,
  type Queryable,
  statement,
  type VersionCheck,
} from '@gatehouse/boundary';
import type { UpdateOrgMembershipRequest } from '@gatehouse/contract';
import { withdrawInvitations } from '@gatehouse/hiring';
import { type MembershipRow, ORG_MEMBERSHIP_COLUMNS, presentMembership } from './org-membership.ts';

/**
 * Read again under the company's exclusive lock, so that two owners cannot revoke each other at the same time. An owner whose account
 * will be deleted is no owner who stays (G11).
 */
const FIND_MEMBERSHIP = statement<MembershipRow & { readonly has_other_owner: boolean }>(
  'find_membership_of_company',
  `select ${ORG_MEMBERSHIP_COLUMNS},
          exists (select from employer.org_memberships o join identity.users ou on ou.id = o.user_id
                   where o.company_id = m.company_id and o.id <> m.id and o.role = 'owner' and o.status = 'active'
                     and ou.deletion_due_at is null
                 ) as has_other_owner
     from employer.org_memberships m join identity.users u on u.id = m.user_id
    where m.id = $1 and m.company_id = $2`,
);

const UPDATE_MEMBERSHIP = statement<Pick<MembershipRow, 'etag'>>(
  'update_membership',
  `update employer.org_memberships set role = $2, status = $3, revoked_by = $4, updated_at = now() where id = $1
   returning ${etagOf('version')}`,
);

const CHANGES = [
  'org_membership.created',
  'org_membership.changed',
  'org_membership.status_changed',
] as const;

/**
 * Changes a member's role or status; the same values again write nothing. Only staff restore what staff revoked, and an
 * owner who is revoked or becomes a member loses their open invitations (G2).
 */
export const updateOrgMembership: Handler<'OrgMembershipService.UpdateOrgMembership'> = async (
  context,
  input,
) => {
  const { org_company, org_membership: own } = context;
  const decide = async (queryable: Queryable, { requireVersion }: VersionCheck) => {
    const [found] = await queryable.query(FIND_MEMBERSHIP, [input.id, org_company.id]);
    if (found === undefined) return context.refuse('not_found');
    const { has_other_owner: hasOtherOwner, ...before } = found;
    await requireVersion(presentMembership(before), { subjectId: before.id, actions: CHANGES });
    const after = changed(before, input);
    const isChanged = after.role !== before.role || after.status !== before.status;
    if (isChanged && before.revoked_by === 'staff' && after.status === 'active') {
      context.refuse('org_membership_revoked_by_staff', {
        detail: 'Only Gatehouse staff can restore this membership.',
      });
    }
    // Of another one's membership the caller is the other owner, even while leaving, or is refused as such in the transaction.
    const isLastOwner = before.id === own.id && !hasOtherOwner;
    if (isChanged && isLastOwner && !isActiveOwner(after)) context.refuse('org_last_owner');
    return { before, after, isChanged };
  };
  // Before the exclusive locks, on which revocations would wait (G1).
  const found = await decide(context.read, context);
  if (!found.isChanged) return presentMembership(found.before);
  return context.transaction(
    async (tx) => {
      const { before, after, isChanged } = await decide(tx, tx);
      if (!isChanged) return presentMembership(before);
      const values = [after.id, after.role, after.status, after.revoked_by];
      const { etag } = onlyRow(await tx.query(UPDATE_MEMBERSHIP, values), 'the membership');
      await tx.audit({
        action: 'org_membership.changed',
        subject_kind: 'org_membership',
        subject_id: after.id,
        change: `${before.status}, ${before.role} → ${after.status}, ${after.role}`,
      });
      if (isActiveOwner(before) && !isActiveOwner(after)) {
        await withdrawInvitations(tx, { companyId: tx.org_company.id, inviterId: after.user_id });
      }
      await notify(tx, [after.user_id], {
        kind: 'role_changed',
        subjectId: tx.org_company.id,
        value: newsOf(before, after),
      });
      return presentMembership({ ...after, etag });
    },
    {
      locks: [
        { kind: 'user', id: found.before.user_id, mode: 'exclusive' },
        { kind: 'company', id: org_company.id, mode: 'exclusive' },
      ],
    },
  );
};

function changed(before: MembershipRow, { role, status }: UpdateOrgMembershipRequest): MembershipRow {
  const after = { ...before, role: role ?? before.role, status: status ?? before.status };
  if (after.status === before.status) return after;
  return { ...after, revoked_by: after.status === 'revoked' ? 'owner' : null };
}

/** The word of the notification. */
function newsOf(before: MembershipRow, after: MembershipRow): string {
  if (after.status === 'revoked') return 'revoked';
  return before.status === 'revoked' ? 'restored' : after.role;
}

function isActiveOwner({ role, status }: MembershipRow): boolean {
  return role === 'owner' && status === 'active';
}
