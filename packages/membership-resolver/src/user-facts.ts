import type { OrgCompany, OrgMembership, UserFacts } from '@gatehouse/access';
import type { SharedStatement } from './shared-query.ts';

/** Facts and whether the session's `last_seen_at` is more than a minute old. */
export interface Resolved<Facts> {
  readonly facts: Facts;
  readonly touchIsDue: boolean;
}

/**
 * The SQL condition of a live session: not ended, and within both of its limits.
 * @param session the alias of `identity.user_sessions` or `identity.admin_sessions` in the statement.
 */
export const isLiveSession = (session: string): string =>
  `${session}.ended_at is null and ${session}.expires_at > now() and ${session}.idle_expires_at > now()`;

/**
 * SQL that ends sessions and returns those that were live before: a session that had expired is ended, too, and reported to no user.
 * @param update of a table of sessions, without `returning`.
 * @param columns to return, separated by commas.
 */
export const returningLive = (update: string, columns: string): string =>
  `with ended as (${update} returning ${columns}, ${isLiveSession('old')} as was_live)
   select ${columns} from ended where was_live`;

/**
 * From token hashes to sessions, users, memberships and companies: everything that a user rule may look at, from one
 * snapshot. A row exists exactly where the session is live.
 */
export const userFactsStatement: SharedStatement<Resolved<UserFacts>> = {
  name: 'resolve_user_facts',
  summary: 'SELECT identity.user_sessions',
  text: `
    select key.ordinal,
           s.id, s.created_at, s.expires_at, s.last_seen_at < now() - interval '1 minute',
           s.authenticated_at > now() - interval '10 minutes',
           u.id, u.name, u.email, u.talent_access_state, u.deletion_due_at,
           m.id, m.role, m.status,
           c.id, c.name, c.condition
      from unnest($1::bytea[]) with ordinality as key (token_hash, ordinal)
      join identity.user_sessions s
        on s.token_hash = key.token_hash
       and ${isLiveSession('s')}
      join identity.users u on u.id = s.user_id
      left join employer.org_memberships m on m.user_id = u.id
      left join employer.companies c on c.id = m.company_id`,
  indexes: ['user_sessions_token_hash_key', 'users_pkey', 'org_memberships_user_id_key', 'companies_pkey'],
  parse: (columns) => {
    const [
      ,
      sessionId,
      createdAt,
      expiresAt,
      touchIsDue,
      isFresh,
      userId,
      userName,
      email,
      talentState,
      deletionDueAt,
      ...membership
    ] = columns as UserFactsColumns;
    const [membershipId, role, status, companyId, companyName, condition] = membership;
    return {
      facts: {
        session: { id: sessionId, created_at: createdAt, expires_at: expiresAt },
        authentication_is_fresh: isFresh,
        identities_user: { id: userId, name: userName, email },
        talent_access: { state: talentState },
        deletion_due_at: deletionDueAt,
        org_membership:
          membershipId === null
            ? null
            : {
                id: membershipId,
                role,
                status,
                org_company: { id: companyId, name: companyName, condition },
              },
      },
      touchIsDue,
    };
  },
};

type UserFactsColumns = [
  ordinal: string,
  sessionId: string,
  createdAt: Date,
  expiresAt: Date,
  touchIsDue: boolean,
  isFresh: boolean,
  userId: string,
  userName: string,
  email: string,
  talentState: UserFacts['talent_access']['state'],
  deletionDueAt: Date | null,
  membershipId: string | null,
  role: OrgMembership['role'],
  status: OrgMembership['status'],
  companyId: string,
  companyName: string,
  condition: OrgCompany['condition'],
];
