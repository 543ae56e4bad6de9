import { decodeCursor, encodeCursor, type Handler, statement } from '@gatehouse/boundary';
import type { OrgMembership } from '@gatehouse/contract';
import { type CompanyRow, presentCompany } from '../companies/company.ts';

interface MembershipRow extends Omit<OrgMembership, 'created_at'> {
  readonly created_at: Date;
}

const COLUMNS = 'm.id, m.user_id, u.name as user_name, u.email as user_email, m.role, m.status, m.created_at';

const CREATE_COMPANY = statement<CompanyRow>(
  'create_company',
  'insert into employer.companies (name) values ($1) returning id, name, about, website, created_at',
);

/** Relies on org_memberships_user_id_key: a person has one membership record, whatever its status. */
const CREATE_OWNER = statement<Omit<MembershipRow, 'user_name' | 'user_email'>>(
  'create_owner',
  `insert into employer.org_memberships (user_id, company_id, role)
   values ($1, $2, 'owner')
   on conflict (user_id) do nothing
   returning id, user_id, role, status, created_at`,
);

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

/** Makes the caller's first company and its owner; a person with any membership record keeps that one. */
export const createOrgMembership: Handler<'OrgMembershipService.CreateOrgMembership'> = (context, input) =>
  context.transaction(async (tx) => {
    if (tx.facts.employment !== null) context.refuse('org_membership_exists');
    const { id, name, email } = tx.facts.identities_user;
    const [company] = await tx.query(CREATE_COMPANY, [input.company.name.trim()]);
    if (company === undefined) throw new Error('the new company has no row');
    const [owner] = await tx.query(CREATE_OWNER, [id, company.id]);
    if (owner === undefined) return context.refuse('org_membership_exists');
    await tx.audit({ action: 'company.created', subject_kind: 'company', subject_id: company.id });
    await tx.audit({
      action: 'org_membership.created',
      subject_kind: 'org_membership',
      subject_id: owner.id,
      change: 'none → active, owner',
    });
    return {
      org_membership: presentMembership({ ...owner, user_name: name, user_email: email }),
      company: presentCompany(company),
    };
  });

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

function presentMembership(row: MembershipRow): OrgMembership {
  return { ...row, created_at: row.created_at.toISOString() };
}
