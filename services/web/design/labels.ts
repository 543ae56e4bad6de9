import type {
  AdminRole,
  CompanyCondition,
  EmployerOrgRole,
  OrgMembershipStatus,
  PayPeriod,
  QuestionKind,
  StaffCondition,
} from '@gatehouse/contract/wire';

export {
  KIND_LABELS,
  REMOTE_MODE_LABELS,
  SENIORITY_LABELS,
} from '@gatehouse/contract/job-labels';

export const PAY_PERIOD_LABELS: Record<PayPeriod, string> = {
  year: 'per year',
  month: 'per month',
  day: 'per day',
  hour: 'per hour',
};

export const ORG_ROLE_LABELS: Record<EmployerOrgRole, string> = { member: 'Member', owner: 'Owner' };

export const ADMIN_ROLE_LABELS: Record<AdminRole, string> = { viewer: 'Viewer', operator: 'Operator' };

export const ORG_MEMBERSHIP_STATUS_LABELS: Record<OrgMembershipStatus, string> = {
  active: 'Active',
  revoked: 'Revoked',
};

export const COMPANY_CONDITION_LABELS: Record<CompanyCondition, string> = {
  active: 'Active',
  disabled: 'Disabled',
};

export const STAFF_CONDITION_LABELS: Record<StaffCondition, string> = {
  active: 'Active',
  disabled: 'Disabled',
};

/** How a screening question is answered. */
export const QUESTION_KIND_LABELS: Record<QuestionKind, string> = {
  short_text: 'Short text',
  long_text: 'Long text',
  yes_no: 'Yes or no',
};

/** The answers to a question of the kind `yes_no`. */
export const YES_NO_LABELS = { yes: 'Yes', no: 'No' } as const;
