import type { OrgMembership, OrgMembershipRevoker } from '@gatehouse/contract';

/** A membership with its person, as the statements of this service select it. */
export interface MembershipRow extends Omit<OrgMembership, 'created_at' | 'revoked_by'> {
  readonly created_at: Date;
  /** Null while the membership is active. */
  readonly revoked_by: OrgMembershipRevoker | null;
}

/** A membership as the company's people see it. */
export function presentMembership({ revoked_by, ...row }: MembershipRow): OrgMembership {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    ...(revoked_by === null ? {} : { revoked_by }),
  };
}
