import type { OrgMembership } from '@gatehouse/contract';

/** A membership with its person, as the statements of this service select it. */
export interface MembershipRow extends Omit<OrgMembership, 'created_at'> {
  readonly created_at: Date;
}

/** A membership as the company's people see it. */
export function presentMembership(row: MembershipRow): OrgMembership {
  return { ...row, created_at: row.created_at.toISOString() };
}
