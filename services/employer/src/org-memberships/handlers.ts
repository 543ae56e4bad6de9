import { decodeCursor, encodeCursor, type Handler, statement } from '@gatehouse/boundary';
import { type MembershipRow, presentMembership } from './org-membership.ts';

const COLUMNS = 'm.id, m.user_id, u.name as user_name, u.email as user_email, m.role, m.status, m.created_at';

const LIST_MEMBERSHIPS = statement<MembershipRow>(
  'list_memberships',
  `select ${COLUMNS}
     from employer.org_memberships m join identity.users u on u.id = m.user_id
    where m.company_id = $1 and ($2::uuid is null or m.id > $2)
    order by m.id
    limit $3`,
);

/** Locks every membership of the company, so that two owners cannot both take the other's place away. */
const LOCK_MEMBERSHIPS = statement<MembershipRow>(
  'lock_memberships',
  `select ${COLUMNS}
     from employer.org_memberships m join identity.users u on u.id = m.user_id
    where m.company_id = $1
    order by m.id
      for update of m`,
);

const UPDATE_MEMBERSHIP = statement<object>(
  'update_membership',
  'update employer.org_memberships set role = $2, status = $3, updated_at = now() where id = $1',
);

const DEFAULT_LIMIT = 50;

/** The members of the caller's company, oldest first. */
export const listOrgMemberships: Handler<'OrgMembershipService.ListOrgMemberships'> = async (
  context,
  input,
) => {
  const limit = input.limit === 0 ? DEFAULT_LIMIT : input.limit;
  const [after] = decodeCursor(input.cursor, ['uuid']);
  const rows = await context.read.query(LIST_MEMBERSHIPS, [context.org_company.id, after ?? null, limit + 1]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(presentMembership),
    next_cursor: rows.length > limit && last !== undefined ? encodeCursor([last.id]) : '',
  };
};

/** Changes a member's role or status; a change of nothing writes nothing. */
export const updateOrgMembership: Handler<'OrgMembershipService.UpdateOrgMembership'> = (context, input) =>
  context.transaction(async (tx) => {
    const members = await tx.query(LOCK_MEMBERSHIPS, [tx.org_company.id]);
    const before = members.find((member) => member.id === input.id);
    if (before === undefined) return context.refuse('not_found');
    const after = { ...before, role: input.role ?? before.role, status: input.status ?? before.status };
    if (after.role === before.role && after.status === before.status) return presentMembership(before);
    const owners = members.map((member) => (member.id === after.id ? after : member)).filter(isActiveOwner);
    if (owners.length === 0) context.refuse('org_last_owner');
    await tx.query(UPDATE_MEMBERSHIP, [after.id, after.role, after.status]);
    await tx.audit({
      action: 'org_membership.changed',
      subject_kind: 'org_membership',
      subject_id: after.id,
      change: `${before.status}, ${before.role} → ${after.status}, ${after.role}`,
    });
    return presentMembership(after);
  });

function isActiveOwner({ role, status }: MembershipRow): boolean {
  return role === 'owner' && status === 'active';
}
