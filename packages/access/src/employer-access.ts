import type { EmployerAccessState } from '@gatehouse/contract';
import type { OrgCompany, OrgMembership, UserFacts } from './facts.ts';

/** A user's employer access. It includes membership and company only where they may be used (S3). */
export type EmployerAccess =
  | { readonly state: Exclude<EmployerAccessState, 'active'> }
  | { readonly state: 'active'; readonly org_membership: OrgMembership; readonly org_company: OrgCompany };

/**
 * The one place that turns membership and company into a state: the session endpoint reports it and the employer rule
 * decides on it, so that the two cannot disagree (D8). A revoked membership comes before a disabled company (D3, D4).
 */
export function employerAccess({ org_membership }: Pick<UserFacts, 'org_membership'>): EmployerAccess {
  if (org_membership === null) return { state: 'none' };
  const { org_company } = org_membership;
  if (org_membership.status !== 'active') return { state: 'membership_inactive' };
  if (org_company.condition !== 'active') return { state: 'company_disabled' };
  return { state: 'active', org_membership, org_company };
}
