import { etagOf } from '@gatehouse/boundary';
import type { OrgMembership, OrgMembershipRevoker } from '@gatehouse/contract';

/** A membership with its user, as this service's statements select it. */
export interface MembershipRow extends Omit<OrgMembership, 'created_at' | 'revoked_by'> {
  readonly created_at: Date;
  /** Null while the membership is active. */
  readonly revoked_by: OrgMembershipRevoker | null;
}

/** Of memberships `m` and users `u`. A revocation without a recorded author counts as one by staff (G2). */
export const ORG_MEMBERSHIP_COLUMNS = `
  m.id, m.user_id, u.name as user_name, u.email as user_email, m.role, m.status, m.created_at, ${etagOf('m.version')},
  case when m.status = 'revoked' then coalesce(m.revoked_by, 'staff') end as revoked_by`;

/** A membership as the company's members see it. */
export function presentMembership({ revoked_by, ...row }: MembershipRow): OrgMembership {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    ...(revoked_by === null ? {} : { revoked_by }),
  };
}
