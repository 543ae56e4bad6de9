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

/** The page of the talent side on which a person in this state belongs. */
export function talentHome({ talent_access }: Pick<CurrentUserSession, 'talent_access'>): string {
  return TALENT_HOMES[talent_access.state];
}

/** The page of the employer side on which a person in this state belongs. */
export function employerHome({ employer_access }: Pick<CurrentUserSession, 'employer_access'>): string {
  return EMPLOYER_HOMES[employer_access.state];
}

/**
 * Where a person goes after signing in without having wanted a page: to the side that they can use now, the employer
 * side first; else to the page that says why they cannot.
 */
export function userHome(session: Pick<CurrentUserSession, 'talent_access' | 'employer_access'>): string {
  if (session.employer_access.state === 'active') return employerHome(session);
  if (session.talent_access.state !== 'none') return talentHome(session);
  return session.employer_access.state === 'none' ? '/' : employerHome(session);
}
