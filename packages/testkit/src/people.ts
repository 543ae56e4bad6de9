import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { AdminRole, EmployerOrgRole, OrgMembershipStatus, TalentAccessState } from '@gatehouse/contract';
import { SESSION_COOKIES } from '@gatehouse/contract/session-cookies';
import type { TestDatabase } from './test-database.ts';

/** Runs SQL as the owner of the database. */
export type Queryable = Pick<TestDatabase, 'query'>;

/** A person to make. By default: a live session, no talent access, no membership. */
export interface PersonOptions {
  readonly talent?: TalentAccessState;
  readonly membership?: {
    readonly role: EmployerOrgRole;
    readonly status: OrgMembershipStatus;
    /** The company to join; a new one unless given. */
    readonly companyId?: string;
  };
  /** The condition of the new company. */
  readonly company?: 'active' | 'disabled';
  readonly session?: 'live' | 'ended' | 'expired' | 'idle';
}

/** A person with rows of their own. */
export interface TestPerson {
  readonly userId: string;
  readonly sessionId: string;
  /** The session's token, as a cookie holds it. */
  readonly token: string;
  /** The `Cookie` header. */
  readonly cookie: string;
  readonly membershipId: string | null;
  readonly companyId: string | null;
}

/** The email address of a person or an admin who was made here. */
export function addressOf(made: { readonly userId: string } | { readonly adminId: string }): string {
  return `${'userId' in made ? made.userId : made.adminId}@made.test`;
}

const SESSION_TIMES = {
  live: "now() + interval '1 day', now() + interval '1 day', null",
  ended: "now() + interval '1 day', now() + interval '1 day', now()",
  expired: "now() - interval '1 second', now() + interval '1 day', null",
  idle: "now() + interval '1 day', now() - interval '1 second', null",
} as const;

/** Makes a person with a session, and with `membership` one in a new or an existing company. */
export async function makePerson(database: Queryable, options: PersonOptions = {}): Promise<TestPerson> {
  const { talent = 'none', membership, company = 'active', session = 'live' } = options;
  const userId = randomUUID();
  await database.query(
    `insert into identity.users (id, email, name, talent_access_state, email_verified_at)
     values ($1, $2, 'Test Person', $3, now())`,
    [userId, addressOf({ userId }), talent],
  );
  const started = await makeSession(database, 'user', userId, session);
  if (membership === undefined) return { userId, ...started, membershipId: null, companyId: null };
  const membershipId = randomUUID();
  const companyId = membership.companyId ?? (await makeCompany(database, company));
  await database.query(
    'insert into employer.org_memberships (id, user_id, company_id, role, status) values ($1, $2, $3, $4, $5)',
    [membershipId, userId, companyId, membership.role, membership.status],
  );
  return { userId, ...started, membershipId, companyId };
}

/** Makes another active member of a person's company. @throws {Error} when the person has no company. */
export async function makeColleague(
  database: Queryable,
  { companyId }: Pick<TestPerson, 'companyId'>,
  role: EmployerOrgRole = 'owner',
): Promise<TestPerson> {
  if (companyId === null) throw new Error('the person has no company');
  return makePerson(database, { membership: { role, status: 'active', companyId } });
}

async function makeCompany(database: Queryable, condition: 'active' | 'disabled'): Promise<string> {
  const id = randomUUID();
  await database.query('insert into employer.companies (id, name, condition) values ($1, $2, $3)', [
    id,
    `Company ${id.slice(0, 8)}`,
    condition,
  ]);
  return id;
}

/**
 * Makes an admin with a session.
 * @param secondFactor how old the session's last second factor is.
 */
export async function makeAdmin(
  database: Queryable,
  role: AdminRole,
  session: keyof typeof SESSION_TIMES = 'live',
  secondFactor: 'fresh' | '15 minutes old' = 'fresh',
): Promise<Pick<TestPerson, 'token' | 'cookie' | 'sessionId'> & { readonly adminId: string }> {
  const adminId = randomUUID();
  await database.query(
    "insert into identity.admins (id, email, name, role) values ($1, $2, 'Test Admin', $3)",
    [adminId, addressOf({ adminId }), role],
  );
  const started = await makeSession(database, 'admin', adminId, session);
  if (secondFactor !== 'fresh') {
    await database.query(
      "update identity.admin_sessions set second_factor_at = now() - interval '15 minutes' where id = $1",
      [started.sessionId],
    );
  }
  return { adminId, ...started };
}

/** Makes a session, and its cookie, for a person or an admin who is there already. */
export async function makeSession(
  database: Queryable,
  system: 'user' | 'admin',
  ownerId: string,
  session: keyof typeof SESSION_TIMES = 'live',
): Promise<Pick<TestPerson, 'sessionId' | 'token' | 'cookie'>> {
  const token = randomBytes(32).toString('base64url');
  const [row] = await database.query<{ id: string }>(
    `insert into identity.${system}_sessions (token_hash, ${system}_id, expires_at, idle_expires_at, ended_at)
     values ($1, $2, ${SESSION_TIMES[session]}) returning id`,
    [createHash('sha256').update(token).digest(), ownerId],
  );
  if (row === undefined) throw new Error('the session has no row');
  return { sessionId: row.id, token, cookie: `${SESSION_COOKIES[system]}=${token}` };
}
