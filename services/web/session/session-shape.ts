import type {
  AdminRole,
  CurrentAdminSession,
  CurrentUserSession,
  EmployerAccessState,
  TalentAccessState,
} from '@gatehouse/contract/wire';
import { findChoice } from '#api/choice.ts';

const TALENT_STATES: Record<TalentAccessState, true> = {
  none: true,
  pending: true,
  active: true,
  suspended: true,
};
const EMPLOYER_STATES: Record<EmployerAccessState, true> = {
  none: true,
  active: true,
  membership_inactive: true,
  company_disabled: true,
};
const ADMIN_ROLES: Record<AdminRole, true> = { viewer: true, operator: true };

/**
 * Whether a 200 holds a user's session in a known state. An empty or foreign body is neither a session nor "signed out"
 * (S1, W3), and an unknown state has no page.
 */
export function isUserSession(body: unknown): body is CurrentUserSession {
  const session = fieldsOf(body);
  return (
    isNamed(session['identities_user']) &&
    findChoice(TALENT_STATES, fieldsOf(session['talent_access'])['state']) !== null &&
    findChoice(EMPLOYER_STATES, fieldsOf(session['employer_access'])['state']) !== null
  );
}

/** The same for the team host (S4). */
export function isAdminSession(body: unknown): body is CurrentAdminSession {
  const admin = fieldsOf(body)['identities_admin'];
  return isNamed(admin) && findChoice(ADMIN_ROLES, fieldsOf(admin)['role']) !== null;
}

/** Whether an account has an id and a name. */
function isNamed(account: unknown): boolean {
  const { id, name } = fieldsOf(account);
  return typeof id === 'string' && id !== '' && typeof name === 'string';
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
