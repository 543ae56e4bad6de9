import type { AdminFacts } from '@gatehouse/access';
import type { SharedStatement } from './shared-query.ts';
import { isLiveSession, type Resolved } from './user-facts.ts';

/**
 * From token hashes to admin sessions and admins. A row exists exactly where the session is live and its admin is not disabled.
 */
export const adminFactsStatement: SharedStatement<Resolved<AdminFacts>> = {
  name: 'resolve_admin_facts',
  summary: 'SELECT identity.admin_sessions',
  text: `
    select key.ordinal,
           s.id, s.created_at, s.expires_at, s.last_seen_at < now() - interval '1 minute',
           s.second_factor_at > now() - interval '15 minutes',
           a.id, a.name, a.email, a.role
      from unnest($1::bytea[]) with ordinality as key (token_hash, ordinal)
      join identity.admin_sessions s
        on s.token_hash = key.token_hash
       and ${isLiveSession('s')}
      join identity.admins a on a.id = s.admin_id and a.disabled_at is null`,
  indexes: ['admin_sessions_token_hash_key', 'admins_pkey'],
  parse: (columns) => {
    const [, sessionId, createdAt, expiresAt, touchIsDue, isFresh, adminId, name, email, role] =
      columns as AdminFactsColumns;
    return {
      facts: {
        session: { id: sessionId, created_at: createdAt, expires_at: expiresAt },
        second_factor_is_fresh: isFresh,
        identities_admin: { id: adminId, name, email, role },
      },
      touchIsDue,
    };
  },
};

type AdminFactsColumns = [
  ordinal: string,
  sessionId: string,
  createdAt: Date,
  expiresAt: Date,
  touchIsDue: boolean,
  isFresh: boolean,
  adminId: string,
  name: string,
  email: string,
  role: AdminFacts['identities_admin']['role'],
];
