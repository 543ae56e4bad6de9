import {
  etagOf,
  type Handler,
  notify,
  onlyRow,
  type Queryable,
  statement,
  type VersionCheck,
} from '@gatehouse/boundary';
import { withdrawInvitations } from '@gatehouse/hiring';
import {
  type AdminOrgMembershipRow,
  ORG_MEMBERSHIP_COLUMNS,
  presentOrgMembership,
} from './org-membership-row.ts';

const FIND_MEMBERSHIP = statement<AdminOrgMembershipRow>(
  'find_admin_org_membership',
  `select ${ORG_MEMBERSHIP_COLUMNS}, u.name as user_name, u.email as user_email
     from employer.org_memberships m
     join employer.companies c on c.id = m.company_id
     join identity.users u on u.id = m.user_id
    where m.id = $1`,
);

const WRITE_STATUS = statement<Pick<AdminOrgMembershipRow, 'etag'>>(
  'write_org_membership_status',
  `update employer.org_memberships set status = $2, revoked_by = $3, updated_at = now() where id = $1
   returning ${etagOf('staff_version')}`,
);

/**
 * Revokes or restores a membership; the same status again writes nothing. In force once answered. A revocation by staff
 * replaces one by an owner and withdraws the member's open invitations (G2).
 */
export const updateOrgMembershipStatus: Handler<'AdministrationService.UpdateOrgMembershipStatus'> = async (
  context,
  input,
) => {
  const revoked_by = input.status === 'revoked' ? 'staff' : null;
  const requireCurrent = async (queryable: Queryable, { requireVersion }: VersionCheck) => {
    const [found] = await queryable.query(FIND_MEMBERSHIP, [input.id]);
    if (found === undefined) return context.refuse('not_found');
    const actions = ['org_membership.status_changed'] as const;
    await requireVersion(presentOrgMembership(found), { subjectId: found.id, actions });
    return found;
  };
  // Before the exclusive locks, on which revocations would wait (G1).
  const found = await requireCurrent(context.read, context);
  if (found.revoked_by === revoked_by) return presentOrgMembership(found);
  return context.transaction(
    async (tx) => {
      const before = await requireCurrent(tx, tx);
      if (before.revoked_by === revoked_by) return presentOrgMembership(before);
      const after = { ...before, status: input.status, revoked_by } as const;
      const values = [after.id, after.status, after.revoked_by];
      const { etag } = onlyRow(await tx.query(WRITE_STATUS, values), 'the membership');
      await tx.audit({
        action: 'org_membership.status_changed',
        subject_kind: 'org_membership',
        subject_id: after.id,
        reason: input.reason.trim(),
        change: `${describeStatus(before)} → ${describeStatus(after)}`,
      });
      if (after.status === 'revoked') {
        await withdrawInvitations(tx, { companyId: after.company_id, inviterId: after.user_id });
      }
      if (after.status !== before.status) {
        await notify(tx, [after.user_id], {
          kind: 'role_changed',
          subjectId: after.company_id,
          value: after.status === 'active' ? 'restored' : 'revoked',
        });
      }
      return presentOrgMembership({ ...after, etag });
    },
    {
      locks: [
        { kind: 'user', id: found.user_id, mode: 'exclusive' },
        { kind: 'company', id: found.company_id, mode: 'exclusive' },
      ],
    },
  );
};

function describeStatus({ status, revoked_by }: AdminOrgMembershipRow): string {
  return revoked_by === null ? status : `${status} by ${revoked_by}`;
}
