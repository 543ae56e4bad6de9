import { type Handler, statement } from '@gatehouse/boundary';
import type { AdminOrgMembership } from '@gatehouse/contract';
import { ORG_MEMBERSHIP_COLUMNS, presentOrgMembership } from './org-membership-row.ts';

const LOCK_MEMBERSHIP = statement<AdminOrgMembership>(
  'lock_admin_org_membership',
  `select ${ORG_MEMBERSHIP_COLUMNS}, u.name as user_name, u.email as user_email
     from employer.org_memberships m
     join employer.companies c on c.id = m.company_id
     join identity.users u on u.id = m.user_id
    where m.id = $1
      for update of m`,
);

const WRITE_STATUS = statement<object>(
  'write_org_membership_status',
  'update employer.org_memberships set status = $2, updated_at = now() where id = $1',
);

/** Revokes a membership or makes it active again; the same status again writes nothing. In force once answered. */
export const updateOrgMembershipStatus: Handler<'AdministrationService.UpdateOrgMembershipStatus'> = (
  context,
  input,
) =>
  context.transaction(async (tx) => {
    const [before] = await tx.query(LOCK_MEMBERSHIP, [input.id]);
    if (before === undefined) return context.refuse('not_found');
    if (before.status !== input.status) {
      await tx.query(WRITE_STATUS, [input.id, input.status]);
      await tx.audit({
        action: 'org_membership.status_changed',
        subject_kind: 'org_membership',
        subject_id: input.id,
        reason: input.reason.trim(),
        change: `${before.status} → ${input.status}`,
      });
    }
    return presentOrgMembership({ ...before, status: input.status });
  });
