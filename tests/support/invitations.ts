import type { EmployerOrgRole } from '@gatehouse/contract';
import { makePerson, makeSession, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { createSecretToken } from '#packages/boundary/src/secret-token.ts';

/** An open invitation with its token, as its mail carries it. */
export interface TestInvitation {
  readonly id: string;
  readonly token: string;
}

/** What tests do with invitations and memberships, by the public API and as the owner of the database. */
export function createInvitationActs({ database, publicHost }: Pick<TestSystem, 'database' | 'publicHost'>) {
  const send = (method: string, path: string, cookie: string, body?: object) =>
    publicHost.request(`/api/employer${path}`, { method, cookie, body });

  /** Adds an open invitation without a mail. */
  async function makeInvitation(
    inviter: Pick<TestPerson, 'userId' | 'companyId'>,
    email: string,
    role: EmployerOrgRole = 'member',
  ): Promise<TestInvitation> {
    const { token, tokenHash } = createSecretToken();
    const [row] = await database.query<{ id: string }>(
      `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
       values ($1, $2, $3, $4, $5, now() + interval '7 days') returning id`,
      [inviter.companyId, email, role, tokenHash, inviter.userId],
    );
    if (row === undefined) throw new Error('the invitation has no row');
    return { id: row.id, token };
  }

  return {
    send,
    makeInvitation,
    makeOwner: () => makePerson(database, { membership: { role: 'owner', status: 'active' } }),
    /** Another session of the same person. */
    secondSession: async (person: TestPerson): Promise<TestPerson> => ({
      ...person,
      ...(await makeSession(database, 'user', person.userId)),
    }),
    join: ({ cookie }: Pick<TestPerson, 'cookie'>, invitation_token: string) =>
      send('POST', '/org_memberships', cookie, { invitation_token }),
    lookUp: ({ cookie }: Pick<TestPerson, 'cookie'>, invitation_token: string) =>
      publicHost.request('/api/identities/invitation_lookups', {
        method: 'POST',
        cookie,
        body: { invitation_token },
      }),
    leave: ({ cookie }: Pick<TestPerson, 'cookie'>) => send('DELETE', '/org_memberships/current', cookie),
    changeMembership: (by: TestPerson, membershipId: string | null, change: object) =>
      send('PATCH', `/org_memberships/${membershipId}`, by.cookie, change),
    isOpen: async (id: string): Promise<boolean> => {
      const [row] = await database.query<{ open: boolean }>(
        'select accepted_at is null and withdrawn_at is null as open from employer.invitations where id = $1',
        [id],
      );
      return row?.open === true;
    },
    auditedActions: async (subjectId: string | null): Promise<string[]> => {
      const rows = await database.query<{ action: string }>(
        'select action from identity.audit_events where subject_id = $1 order by id',
        [subjectId],
      );
      return rows.map(({ action }) => action);
    },
  };
}
