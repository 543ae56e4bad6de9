import type { AdminOrgMembership } from '@gatehouse/contract';

/** A membership with its company, as the statements of the administration select it. */
export type AdminOrgMembershipRow = Omit<AdminOrgMembership, 'user_name' | 'user_email'>;

/** For a statement that names memberships `m` and companies `c`. */
export const ORG_MEMBERSHIP_COLUMNS = `
  m.id, m.user_id, m.company_id, c.name as company_name, c.condition as company_condition, m.role, m.status`;

/** A membership as the staff sees it. */
export function presentOrgMembership(row: AdminOrgMembership): AdminOrgMembership {
  const { id, user_id, user_name, user_email, company_id, company_name, company_condition, role, status } =
    row;
  return { id, user_id, user_name, user_email, company_id, company_name, company_condition, role, status };
}
