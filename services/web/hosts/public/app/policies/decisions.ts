import type { CurrentUserSession } from '@gatehouse/contract/wire';
import { go, type Policy, stay } from '#journey/policy.ts';
import { loginPath, safeReturnTo } from '#journey/return-to.ts';
import { employerHome, talentHome, userHome } from '#journey/user-homes.ts';

type UserPolicy = Policy<CurrentUserSession>;

/** `/login` and `/signup`: redirects a signed-in user to `return_to`, or home. */
export const signedOutPolicy: UserPolicy = (session, url) =>
  session === null ? stay : go(safeReturnTo(url.searchParams.get('return_to')) ?? userHome(session));

/** `/account`: requires a signed-in user. */
export const signedInPolicy: UserPolicy = (session, url) => (session === null ? go(loginPath(url)) : stay);

/** Opens for users whose home on that side is `page`, and redirects the others to theirs. */
function onlyFor(page: string, homeOf: (session: CurrentUserSession) => string): UserPolicy {
  return (session, url) => {
    if (session === null) return go(loginPath(url));
    const home = homeOf(session);
    return home === page ? stay : go(home);
  };
}

/** The talent area: pending and active. */
export const talentPolicy = onlyFor('/talent', talentHome);
export const talentWelcomePolicy = onlyFor('/talent/welcome', talentHome);
export const talentSuspendedPolicy = onlyFor('/talent/suspended', talentHome);

/** The employer area: an active membership in an active company. */
export const employerPolicy = onlyFor('/employer', employerHome);
export const employerStartPolicy = onlyFor('/employer/start', employerHome);
export const employerInactivePolicy = onlyFor('/employer/inactive', employerHome);
export const employerDisabledPolicy = onlyFor('/employer/disabled', employerHome);
