import { etagOf } from '@gatehouse/boundary';
import type { AdminOrgMembership, OrgMembershipRevoker } from '@gatehouse/contract';

/** A membership with its user and company, as the statements of this folder select it. */
export interface AdminOrgMembershipRow extends Omit<AdminOrgMembership, 'revoked_by'> {
  /** Null while the membership is active. */
  readonly revoked_by: OrgMembershipRevoker | null;
}

/** Of memberships `m` and companies `c`. A revocation without a recorded author counts as one by staff (G2). */
export const ORG_MEMBERSHIP_COLUMNS = `
  m.id, m.user_id, m.company_id, c.name as company_name, c.condition as company_condition, m.role, m.status,
  ${etagOf('m.staff_version')},
  case when m.status = 'revoked' then coalesce(m.revoked_by, 'staff') end as revoked_by`;

/** A membership as staff see it. */
export function presentOrgMembership(row: AdminOrgMembershipRow): AdminOrgMembership {
  const { id, user_id, user_name, user_email, company_id, company_name, company_condition, role } = row;
  return {
    id,
    user_id,
    user_name,
    user_email,
    company_id,
    company_name,
    company_condition,
    role,
    status: row.status,
    etag: row.etag,
    ...(row.revoked_by === null ? {} : { revoked_by: row.revoked_by }),
  };
}
