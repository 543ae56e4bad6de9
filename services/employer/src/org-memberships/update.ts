import { etagOf, type Handler, notify, onlyRow, statement } from '@gatehouse/boundary';
import type { UpdateOrgMembershipRequest } from '@gatehouse/contract';
import { withdrawInvitationsOf } from '../invitations/withdraw.ts';
import { type MembershipRow, ORG_MEMBERSHIP_COLUMNS, presentMembership } from './org-membership.ts';

const FIND_MEMBERSHIP_USER = statement<{ user_id: string }>(
  'find_membership_user',
  'select user_id from employer.org_memberships where id = $1 and company_id = $2',
);

/** Read under the company's exclusive lock, so that two owners cannot revoke each other at the same time. */
const FIND_MEMBERSHIPS = statement<MembershipRow>(
  'find_memberships',
  `select ${ORG_MEMBERSHIP_COLUMNS}
     from employer.org_memberships m join identity.users u on u.id = m.user_id
    where m.company_id = $1`,
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
  const { org_company } = context;
  const [found] = await context.read.query(FIND_MEMBERSHIP_USER, [input.id, org_company.id]);
  if (found === undefined) return context.refuse('not_found');
  return context.transaction(
    async (tx) => {
      const members = await tx.query(FIND_MEMBERSHIPS, [tx.org_company.id]);
      const before = members.find((member) => member.id === input.id);
      if (before === undefined) return context.refuse('not_found');
      await tx.requireVersion(presentMembership(before), { subjectId: before.id, actions: CHANGES });
      const after = changed(before, input);
      if (after.role === before.role && after.status === before.status) return presentMembership(before);
      if (before.revoked_by === 'staff' && after.status === 'active') {
        context.refuse('org_membership_revoked_by_staff', {
          detail: 'Only Gatehouse staff can restore this membership.',
        });
      }
      const owners = members.map((member) => (member.id === after.id ? after : member)).filter(isActiveOwner);
      if (owners.length === 0) context.refuse('org_last_owner');
      const values = [after.id, after.role, after.status, after.revoked_by];
      const { etag } = onlyRow(await tx.query(UPDATE_MEMBERSHIP, values), 'the membership');
      await tx.audit({
        action: 'org_membership.changed',
        subject_kind: 'org_membership',
        subject_id: after.id,
        change: `${before.status}, ${before.role} → ${after.status}, ${after.role}`,
      });
      if (isActiveOwner(before) && !isActiveOwner(after)) {
        await withdrawInvitationsOf(tx, { companyId: tx.org_company.id, inviterId: after.user_id });
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
        { kind: 'user', id: found.user_id, mode: 'exclusive' },
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
