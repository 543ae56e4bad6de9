import type { CurrentUserSession, EmployerAccessState, TalentAccessState } from '@gatehouse/contract/wire';

const TALENT_HOMES: Record<TalentAccessState, string> = {
  none: '/talent/welcome',
  pending: '/talent',
  active: '/talent',
  suspended: '/talent/suspended',
};

const EMPLOYER_HOMES: Record<EmployerAccessState, string> = {
  none: '/employer/start',
  active: '/employer',
  membership_inactive: '/employer/inactive',
  company_disabled: '/employer/disabled',
};

/** The talent page for users in this state. */
export function talentHome({ talent_access }: Pick<CurrentUserSession, 'talent_access'>): string {
  return TALENT_HOMES[talent_access.state];
}

/** The employer page for users in this state. */
export function employerHome({ employer_access }: Pick<CurrentUserSession, 'employer_access'>): string {
  return EMPLOYER_HOMES[employer_access.state];
}

/**
 * Where a user goes after a sign-in without `return_to`: to the side that they can use, the employer side first; else to
 * the page that explains why they cannot.
 */
export function userHome(session: Pick<CurrentUserSession, 'talent_access' | 'employer_access'>): string {
  if (session.employer_access.state === 'active') return employerHome(session);
  if (session.talent_access.state !== 'none') return talentHome(session);
  return session.employer_access.state === 'none' ? '/' : employerHome(session);
}
