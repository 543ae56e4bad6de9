import type { CurrentUserSession } from '@gatehouse/contract/wire';
import { go, type Policy, stay } from '#journey/policy.ts';
import { loginPath, pathOf, safeReturnTo, withReturnTo } from '#journey/return-to.ts';
import { employerHome, talentHome, userHome } from '#journey/user-homes.ts';

type UserPolicy = Policy<CurrentUserSession>;

/**
 * `/login` and `/signup`: redirects a signed-in user to `return_to`, or home. Mail to the owner of an account links to
 * `/login?switch_account`, which asks a user who is signed in with another one.
 */
export const signedOutPolicy: UserPolicy = (session, url) =>
  session === null || (url.pathname === '/login' && url.searchParams.has('switch_account'))
    ? stay
    : go(safeReturnTo(url.searchParams.get('return_to')) ?? userHome(session));

/** `/account`: requires a signed-in user. */
export const signedInPolicy: UserPolicy = (session, url) => (session === null ? go(loginPath(url)) : stay);

/** An area opens for users whose home on that side is `home`. Others go to theirs, which remembers the page (U14). */
function area(home: string, homeOf: (session: CurrentUserSession) => string): UserPolicy {
  return (session, url) => {
    if (session === null) return go(loginPath(url));
    const ownHome = homeOf(session);
    if (ownHome === home) return stay;
    return go(url.pathname === home ? ownHome : withReturnTo(ownHome, pathOf(url)));
  };
}

/** A page in front of an area, for users whose home on that side it is. Users of the area go on to `return_to`, or to it. */
function gate(page: string, areaHome: string, homeOf: (session: CurrentUserSession) => string): UserPolicy {
  return (session, url) => {
    if (session === null) return go(loginPath(url));
    const ownHome = homeOf(session);
    if (ownHome === page) return stay;
    const returnTo = ownHome === areaHome ? safeReturnTo(url.searchParams.get('return_to')) : null;
    return go(returnTo ?? ownHome);
  };
}

/** The talent area: pending and active. */
export const talentPolicy = area('/talent', talentHome);
export const talentWelcomePolicy = gate('/talent/welcome', '/talent', talentHome);
export const talentSuspendedPolicy = gate('/talent/suspended', '/talent', talentHome);

/** The employer area: an active membership in an active company. */
export const employerPolicy = area('/employer', employerHome);
export const employerStartPolicy = gate('/employer/start', '/employer', employerHome);
export const employerInactivePolicy = gate('/employer/inactive', '/employer', employerHome);
export const employerDisabledPolicy = gate('/employer/disabled', '/employer', employerHome);
