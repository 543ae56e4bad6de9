import type { AuditAction } from '@gatehouse/contract';
import {
  type ApiAnswer,
  type ApiClient,
  makeSession,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { makeResetToken } from './make-reset-token.ts';

/** What revocations are sent to. */
export interface RevokingSystem {
  readonly publicHost: ApiClient;
  readonly teamHost: ApiClient;
  readonly database: Pick<TestDatabase, 'query'>;
}

/** Whose access ends: an owner with talent access. */
export interface Subject {
  readonly victim: TestPerson;
  /** Another owner of the victim's company. */
  readonly otherOwner: TestPerson;
  /** The `Cookie` header of an operator. */
  readonly admin: string;
}

/** One of the ways in which access ends. */
export interface Revocation {
  readonly name: string;
  /** The audit action of its transaction. */
  readonly action: AuditAction;
  /** A request of the victim that needs the access: with it 200 or 404, without it 401 or 403. It changes nothing. */
  readonly use: { readonly method: string; readonly path: string };
  /** Makes what the revocation itself needs, and returns it, ready to be sent once. */
  readonly prepare: (system: RevokingSystem, subject: Subject) => Promise<() => Promise<ApiAnswer>>;
}

const SESSION = '/api/identities/user_sessions';
const get = (path: string) => ({ method: 'GET', path });
const CURRENT = get(`${SESSION}/current`);
const JOB_POSTS = get('/api/employer/job_posts');
/** Suspended users read what they sent, and withdraw nothing. */
const WITHDRAWAL = {
  method: 'DELETE',
  path: '/api/talent/applications/00000000-0000-7000-8000-000000000000',
};

const byStaff =
  (method: 'PUT' | 'DELETE', path: (victim: TestPerson) => string, body?: object): Revocation['prepare'] =>
  async ({ teamHost }, { victim, admin }) =>
  () =>
    teamHost.request(`/api/identities/admin${path(victim)}`, {
      method,
      cookie: admin,
      ...(body === undefined ? {} : { body: { ...body, reason: 'an attack' } }),
    });

/** Every kind of revocation (G1). */
export const REVOCATIONS = {
  companyDisabled: {
    name: 'staff disable the company',
    action: 'company.condition_changed',
    use: JOB_POSTS,
    prepare: byStaff('PUT', ({ companyId }) => `/companies/${companyId}/condition`, {
      condition: 'disabled',
    }),
  },
  membershipRevoked: {
    name: 'staff revoke the membership',
    action: 'org_membership.status_changed',
    use: JOB_POSTS,
    prepare: byStaff('PUT', ({ membershipId }) => `/org_memberships/${membershipId}/status`, {
      status: 'revoked',
    }),
  },
  ownerDemoted: {
    name: 'another owner demotes the owner',
    action: 'org_membership.changed',
    use: get('/api/employer/invitations'),
    prepare:
      async ({ publicHost }, { victim, otherOwner }) =>
      () =>
        publicHost.request(`/api/employer/org_memberships/${victim.membershipId}`, {
          method: 'PATCH',
          cookie: otherOwner.cookie,
          body: { role: 'member' },
        }),
  },
  talentSuspended: {
    name: 'staff suspend talent access',
    action: 'talent_access.changed',
    use: WITHDRAWAL,
    prepare: byStaff('PUT', ({ userId }) => `/users/${userId}/talent_access`, { state: 'suspended' }),
  },
  sessionsEnded: {
    name: 'staff end the sessions of the user',
    action: 'user.signed_out_everywhere',
    use: CURRENT,
    prepare: byStaff('DELETE', ({ userId }) => `/users/${userId}/sessions`),
  },
  signedOut: {
    name: 'the user signs out',
    action: 'user_session.ended',
    use: CURRENT,
    prepare:
      async ({ publicHost }, { victim }) =>
      () =>
        publicHost.request(`${SESSION}/current`, { method: 'DELETE', cookie: victim.cookie }),
  },
  endedFromElsewhere: {
    name: 'the user ends the session from another one',
    action: 'user_session.ended',
    use: CURRENT,
    prepare: async ({ publicHost, database }, { victim }) => {
      const { cookie } = await makeSession(database, 'user', victim.userId);
      return () => publicHost.request(`${SESSION}/${victim.sessionId}`, { method: 'DELETE', cookie });
    },
  },
  reportedFromElsewhere: {
    name: 'the user reports the session from another one',
    action: 'user_session.reported',
    use: CURRENT,
    prepare: async ({ publicHost, database }, { victim }) => {
      const { cookie } = await makeSession(database, 'user', victim.userId);
      const path = `${SESSION}/${victim.sessionId}/reports`;
      return () => publicHost.request(path, { method: 'POST', cookie });
    },
  },
  passwordReset: {
    name: 'the user redeems a password reset',
    action: 'user.password_changed',
    use: CURRENT,
    prepare: async ({ publicHost, database }, { victim }) => {
      await database.query(
        `insert into identity.credentials (user_id, password_hash) values ($1, 'none') on conflict do nothing`,
        [victim.userId],
      );
      const token = await makeResetToken(database, victim.userId);
      return () =>
        publicHost.request('/api/identities/password_resets/redeem', {
          method: 'POST',
          body: { token, password: 'a new and long one' },
        });
    },
  },
} as const satisfies Readonly<Record<string, Revocation>>;
