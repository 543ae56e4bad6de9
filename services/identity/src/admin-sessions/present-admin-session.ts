import type { AdminFacts } from '@gatehouse/access';
import type { CurrentAdminSession } from '@gatehouse/contract';

/** The session JSON: it reports the facts and grants nothing. */
export function presentAdminSession({ identities_admin, session }: AdminFacts): CurrentAdminSession {
  return {
    identities_admin,
    session: {
      id: session.id,
      created_at: session.created_at.toISOString(),
      expires_at: session.expires_at.toISOString(),
    },
  };
}
