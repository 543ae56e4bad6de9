import { employerAccess, type UserFacts } from '@gatehouse/access';
import type { CurrentUserSession } from '@gatehouse/contract';

/** The session JSON: it reports the facts and grants nothing (S1-S3). Role and company only while they may be used. */
export function presentUserSession(facts: UserFacts): CurrentUserSession {
  const { session, identities_user, talent_access, deletion_due_at } = facts;
  const access = employerAccess(facts);
  return {
    identities_user,
    talent_access,
    employer_access:
      access.state === 'active'
        ? {
            state: access.state,
            role: access.org_membership.role,
            company: { id: access.org_company.id, name: access.org_company.name },
          }
        : { state: access.state },
    session: {
      id: session.id,
      created_at: session.created_at.toISOString(),
      expires_at: session.expires_at.toISOString(),
    },
    ...(deletion_due_at === null ? {} : { deletion_due_at: deletion_due_at.toISOString() }),
  };
}
