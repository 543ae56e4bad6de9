import { type AccessLock, lockAccess } from '@gatehouse/membership-resolver';
import {
  type ApiAnswer,
  type ApiRequest,
  addressOf,
  makeAdmin,
  makeColleague,
  makePerson,
  makeSession,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DELETION_PATH } from '#support/account-deletions.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { createInvitationActs, type TestInvitation } from '#support/invitations.ts';
import { makePersonWithPasskey, originOf } from '#support/passkey-client.ts';
import { SoftwareAuthenticator } from '#support/software-authenticator.ts';

const NOWHERE = '00000000-0000-7000-8000-000000000000';

let system: TestSystem;
let acts: ReturnType<typeof createInvitationActs>;
let person: TestPerson;
let endedId: string;
let expiredId: string;
let idleId: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity', 'employer', 'talent'] });
  acts = createInvitationActs(system);
});
beforeEach(async () => {
  person = await makePerson(system.database, { talent: 'active' });
  endedId = (await makeSession(system.database, 'user', person.userId)).sessionId;
  await system.database.query('update identity.user_sessions set ended_at = now() where id = $1', [endedId]);
  expiredId = await makeExpired('expires_at');
  idleId = await makeExpired('idle_expires_at');
});
afterAll(() => system.stop());

/** @returns the id of a session of the person. */
async function makeExpired(limit: 'expires_at' | 'idle_expires_at'): Promise<string> {
  const { sessionId } = await makeSession(system.database, 'user', person.userId);
  await expire(limit, sessionId);
  return sessionId;
}

const expire = (limit: 'expires_at' | 'idle_expires_at', sessionId: string) =>
  system.database.query(
    `update identity.user_sessions set ${limit} = now() - interval '1 second' where id = $1`,
    [sessionId],
  );

/** While another transaction holds the user's lock: the exclusive one, or a write's shared one. */
const whileLocked = (
  method: string,
  path: string,
  body?: object,
  { caller = person, isExclusive = true } = {},
): Promise<ApiAnswer> =>
  whileHeld({ kind: 'user', id: caller.userId, mode: isExclusive ? 'exclusive' : 'shared' }, () =>
    system.publicHost.request(`/api${path}`, { method, cookie: caller.cookie, body }),
  );

const whileHeld = (lock: AccessLock, send: () => Promise<ApiAnswer>): Promise<ApiAnswer> =>
  inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await lockAccess(holder, [lock]);
    return send();
  });

describe('a request that has nothing to end or to change', () => {
  test.each([
    ['ends a session that is not there', 'DELETE', `/user_sessions/${NOWHERE}`, 404],
    ['ends a session that has ended', 'DELETE', '/user_sessions/ENDED', 404],
    ['ends a session that has expired', 'DELETE', '/user_sessions/EXPIRED', 404],
    ['ends a session that was idle for too long', 'DELETE', '/user_sessions/IDLE', 404],
    ['ends all other sessions, of which there are none', 'DELETE', '/user_sessions', 204],
    ['reports a session that is not there', 'POST', `/user_sessions/${NOWHERE}/reports`, 404],
    ['cancels no deletion', 'DELETE', '/users/current/deletion', 204],
  ])('G1: %s: waits for no lock, and no revocation waits for it', async (_what, method, path, status) => {
    const answer = await whileLocked(
      method,
      `/identities${path.replace('ENDED', endedId).replace('EXPIRED', expiredId).replace('IDLE', idleId)}`,
    );
    expect(answer.status).toBe(status);
  });

  test('G1: ends the session of another person: as one that is not there', async () => {
    const other = await makePerson(system.database);
    expect((await whileLocked('DELETE', `/identities/user_sessions/${other.sessionId}`)).status).toBe(404);
  });

  test('G1: confirms a change of the address by an unknown link: waits for no write', async () => {
    const body = { token: 'x'.repeat(43) };
    const path = '/identities/users/current/email_changes/confirm';
    const answer = await whileLocked('POST', path, body, { isExclusive: false });
    expect([answer.status, answer.body.code]).toEqual([410, 'token_invalid']);
  });

  test.each([
    ['joins a company by an unknown invitation', { invitation_token: 'x'.repeat(43) }, 410],
    ['creates a second company', { company: { name: 'Second' } }, 409],
    ['joins a second company', { invitation_token: 'x'.repeat(43) }, 409],
  ])('G1: is refused without waiting for a lock: %s', async (_what, body, status) => {
    const caller =
      status === 410
        ? person
        : await makePerson(system.database, { membership: { role: 'member', status: 'active' } });
    expect((await whileLocked('POST', '/employer/org_memberships', body, { caller })).status).toBe(status);
  });

  test('G1: leaves a company as its last owner', async () => {
    const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const answer = await whileLocked('DELETE', '/employer/org_memberships/current', undefined, {
      caller: owner,
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'org_last_owner']);
  });

  test('G1: asks for talent access again: waits for no lock, and no revocation waits for it', async () => {
    const answer = await whileLocked('POST', '/talent/access_requests');
    expect([answer.status, answer.body.code]).toEqual([409, 'talent_access_exists']);
  });

  test('G2: of two requests that end the same session one does, though both have found it', async () => {
    const { sessionId } = await makeSession(system.database, 'user', person.userId);
    const answers = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'user', id: person.userId, mode: 'exclusive' }]);
      const waiting = [1, 2].map(() =>
        system.publicHost.request(`/api/identities/user_sessions/${sessionId}`, {
          method: 'DELETE',
          cookie: person.cookie,
        }),
      );
      await isWaitedFor(holder);
      return { waiting };
    });
    const statuses = (await Promise.all(answers.waiting)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 404]);
  });

  /** Two requests that revoke a membership, and wait for its user's lock; each has found the membership. */
  async function revokeTwice(
    { userId, membershipId }: TestPerson,
    action: string,
    send: () => readonly Promise<ApiAnswer>[],
  ) {
    const { waiting } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'user', id: userId, mode: 'exclusive' }]);
      const waiting = send();
      await isWaitedFor(holder, waiting.length);
      return { waiting };
    });
    for (const { status, body } of await Promise.all(waiting)) {
      expect([status, body.status]).toEqual([200, 'revoked']);
    }
    const audited = await system.database.query(
      'select from identity.audit_events where subject_id = $1 and action = $2',
      [membershipId, action],
    );
    expect(audited).toHaveLength(1);
  }

  test('G2: of two admins who revoke the same membership one does, though both have found it', async () => {
    const admins = [
      await makeAdmin(system.database, 'operator'),
      await makeAdmin(system.database, 'operator'),
    ];
    const owner = await acts.makeOwner();
    await revokeTwice(owner, 'org_membership.status_changed', () =>
      admins.map(({ cookie }) =>
        system.teamHost.request(`/api/identities/admin/org_memberships/${owner.membershipId}/status`, {
          method: 'PUT',
          cookie,
          body: { status: 'revoked', reason: 'none' },
        }),
      ),
    );
  });

  test('G2: of two owners who revoke the same member one does, though both have found it', async () => {
    const owner = await acts.makeOwner();
    const other = await makeColleague(system.database, owner);
    const member = await makeColleague(system.database, owner);
    await revokeTwice(member, 'org_membership.changed', () =>
      [owner, other].map((one) => acts.changeMembership(one, member.membershipId, { status: 'revoked' })),
    );
  });

  test.each(['expires_at', 'idle_expires_at'] as const)(
    'G2: a request to end a session whose %s is over when its turn comes finds none, and ends none',
    async (limit) => {
      const { sessionId } = await makeSession(system.database, 'user', person.userId);
      const { waiting } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
        await lockAccess(holder, [{ kind: 'user', id: person.userId, mode: 'exclusive' }]);
        const waiting = system.publicHost.request(`/api/identities/user_sessions/${sessionId}`, {
          method: 'DELETE',
          cookie: person.cookie,
        });
        await isWaitedFor(holder);
        await expire(limit, sessionId);
        return { waiting };
      });
      expect((await waiting).status).toBe(404);
      const [row] = await system.database.query('select ended_at from identity.user_sessions where id = $1', [
        sessionId,
      ]);
      expect(row).toEqual({ ended_at: null });
    },
  );

  test('G2: a session of staff that ended while the request to end it waited is not found', async () => {
    const admin = await makeAdmin(system.database, 'operator');
    const { sessionId } = await makeSession(system.database, 'admin', admin.adminId);
    const { waiting } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'admin', id: admin.adminId, mode: 'exclusive' }]);
      const waiting = system.teamHost.request(`/api/identities/admin_sessions/${sessionId}`, {
        method: 'DELETE',
        cookie: admin.cookie,
      });
      await isWaitedFor(holder);
      await holder.query('update identity.admin_sessions set ended_at = now() where id = $1', [sessionId]);
      return { waiting };
    });
    expect((await waiting).status).toBe(404);
  });

  test('G2: an invitation is not accepted by a person who got another address while the request waited', async () => {
    const request = await join(null);
    const { waiting } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'user', id: person.userId, mode: 'exclusive' }]);
      const waiting = system.publicHost.request(request.path, { ...request, cookie: person.cookie });
      await isWaitedFor(holder);
      await holder.query("update identity.users set email = 'new.' || email where id = $1", [person.userId]);
      return { waiting };
    });
    const answer = await waiting;
    expect([answer.status, answer.body.code]).toEqual([403, 'invitation_address_mismatch']);
  });

  test('G2: an invitation that the same person has accepted since the request began: the membership is there', async () => {
    const owner = await acts.makeOwner();
    const invitation = await acts.makeInvitation(owner, addressOf(person));
    const { waiting } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('lock table employer.invitations in access exclusive mode');
      const waiting = acts.join(person, invitation.token);
      await isWaitedFor(holder);
      await holder.query(
        "insert into employer.org_memberships (user_id, company_id, role, status) values ($1, $2, 'member', 'active')",
        [person.userId, owner.companyId],
      );
      await holder.query(
        'update employer.invitations set accepted_at = now(), accepted_by = $2 where id = $1',
        [invitation.id, person.userId],
      );
      return { waiting };
    });
    const answer = await waiting;
    expect([answer.status, answer.body.code]).toEqual([409, 'org_membership_exists']);
  });

  test('G2: a passkey that two accounts add at the same time is of one', async () => {
    const { authenticator, passkeyId } = await makePersonWithPasskey(system);
    // The other account has it in a transaction that has not committed yet.
    const [row] = await system.database.query<{ credential_id: Buffer }>(
      'select credential_id from identity.user_passkeys where id = $1',
      [passkeyId],
    );
    const setCredential = 'update identity.user_passkeys set credential_id = $2 where id = $1';
    await system.database.query(setCredential, [passkeyId, Buffer.from('of another passkey')]);
    const begin = '/api/identities/passkey_challenges/creation';
    const { body } = await system.publicHost.request(begin, { method: 'POST', cookie: person.cookie });
    const passkey = authenticator.create(body.options, { origin: originOf(system) });
    const { waiting } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query(setCredential, [passkeyId, row?.credential_id]);
      const waiting = system.publicHost.request('/api/identities/passkeys', {
        method: 'POST',
        body: { passkey },
        cookie: person.cookie,
      });
      await isWaitedFor(holder);
      return { waiting };
    });
    const answer = await waiting;
    expect([answer.status, answer.body.code]).toEqual([409, 'passkey_exists']);
  });
});

/** A request that has no effect, and who sends it. */
interface WithoutEffect extends ApiRequest {
  readonly caller: TestPerson;
  readonly path: string;
}

/** One of an owner whose company has another owner. */
async function aboutColleague(request: ApiRequest & { isRevokedByStaff?: boolean }): Promise<WithoutEffect> {
  const { isRevokedByStaff = false, ...rest } = request;
  const caller = await acts.makeOwner();
  const colleague = await makeColleague(system.database, caller);
  if (isRevokedByStaff) {
    const revoke =
      "update employer.org_memberships set status = 'revoked', revoked_by = 'staff' where id = $1";
    await system.database.query(revoke, [colleague.membershipId]);
  }
  const path = `/api/employer/org_memberships/${colleague.membershipId}`;
  return { caller, path, method: 'PATCH', ...rest };
}

/** The deletion of an account that has been requested with the same values before. */
async function repeatedDeletion(caller: TestPerson, body: object): Promise<WithoutEffect> {
  const request = { caller, path: DELETION_PATH, method: 'POST', body };
  const first = await system.publicHost.request(DELETION_PATH, { ...request, cookie: caller.cookie });
  if (first.status !== 201) throw new Error(`no deletion: ${first.status} ${first.text}`);
  return request;
}

async function repeatedDeletionWithCompany(): Promise<WithoutEffect> {
  const owner = await acts.makeOwner();
  return repeatedDeletion(owner, { close_company_id: owner.companyId });
}

/** A join by an invitation of an address. @param spoil an SQL assignment that ends the invitation. */
async function join(
  spoil: string | null,
  invited: Pick<TestPerson, 'userId'> = person,
): Promise<WithoutEffect> {
  const owner = await acts.makeOwner();
  const invitation: TestInvitation = await acts.makeInvitation(owner, addressOf(invited));
  if (spoil !== null) {
    await system.database.query(`update employer.invitations set ${spoil} where id = $1`, [invitation.id]);
  }
  const body = { invitation_token: invitation.token };
  return { caller: person, path: '/api/employer/org_memberships', method: 'POST', body };
}

/** Adds nineteen passkeys to the one of a user. */
const FILL_WITH_PASSKEYS = `
  insert into identity.user_passkeys
    (user_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
  select user_id, credential_id || int4send(number), public_key, counter, is_backup_eligible, is_backed_up, transports, name
    from identity.user_passkeys cross join generate_series(1, 19) number
   where user_id = $1`;

async function deleteLastPasskey(): Promise<WithoutEffect> {
  const caller = await makePersonWithPasskey(system);
  return { caller, path: `/api/identities/passkeys/${caller.passkeyId}`, method: 'DELETE' };
}

describe('a request that is refused, or that asks for what is so already, waits for no lock and holds up none', () => {
  test.each<[string, number, string | undefined, () => Promise<WithoutEffect>]>([
    [
      'removes a passkey that is not there',
      404,
      'not_found',
      async () => ({ caller: person, path: `/api/identities/passkeys/${NOWHERE}`, method: 'DELETE' }),
    ],
    ['removes the last credential', 409, 'last_credential', deleteLastPasskey],
    ['requests the deletion of the account again', 201, undefined, () => repeatedDeletion(person, {})],
    ['requests again the deletion that closes the company', 201, undefined, repeatedDeletionWithCompany],
    [
      'requests the deletion of the last owner',
      409,
      'org_last_owner',
      async () => ({ caller: await acts.makeOwner(), path: DELETION_PATH, method: 'POST', body: {} }),
    ],
    [
      'changes a former version of a membership',
      412,
      'edit_conflict',
      () => aboutColleague({ body: { role: 'member' }, headers: { 'if-match': '"0"' } }),
    ],
    [
      'changes a membership to what it is',
      200,
      undefined,
      () => aboutColleague({ body: { role: 'owner', status: 'active' } }),
    ],
    [
      'restores a membership that staff revoked',
      409,
      'org_membership_revoked_by_staff',
      () => aboutColleague({ body: { status: 'active' }, isRevokedByStaff: true }),
    ],
    [
      'makes the last owner a member',
      409,
      'org_last_owner',
      async () => {
        const caller = await acts.makeOwner();
        const path = `/api/employer/org_memberships/${caller.membershipId}`;
        return { caller, path, method: 'PATCH', body: { role: 'member' } };
      },
    ],
    [
      'joins by a used invitation',
      410,
      'token_invalid',
      () => join('accepted_at = now(), accepted_by = invited_by'),
    ],
    ['joins by a withdrawn invitation', 410, 'token_invalid', () => join('withdrawn_at = now()')],
    ['joins by an expired invitation', 410, 'token_invalid', () => join('expires_at = now()')],
    [
      'joins by the invitation of another address',
      403,
      'invitation_address_mismatch',
      () => join(null, { userId: 'another' }),
    ],
  ])('G1: is refused without waiting for a lock: %s', async (_what, status, code, prepare) => {
    const { caller, path, ...request } = await prepare();
    const answer = await whileHeld({ kind: 'user', id: caller.userId, mode: 'exclusive' }, () =>
      system.publicHost.request(path, { ...request, cookie: caller.cookie }),
    );
    expect([answer.status, answer.body?.code]).toEqual([status, code]);
  });

  // Its challenge is used up first, with the shared lock.
  test.each([
    ['to an account that has as many as it may', 'passkey_quota_reached'],
    ['that another account has', 'passkey_exists'],
  ])('G1: adds a passkey %s: waits for no write', async (_what, code) => {
    const { authenticator, ...other } = await makePersonWithPasskey(system);
    const isFull = code === 'passkey_quota_reached';
    const caller = isFull ? other : person;
    if (isFull) await system.database.query(FILL_WITH_PASSKEYS, [caller.userId]);
    const begin = '/api/identities/passkey_challenges/creation';
    const { body } = await system.publicHost.request(begin, { method: 'POST', cookie: caller.cookie });
    const added = (isFull ? new SoftwareAuthenticator() : authenticator).create(body.options, {
      origin: originOf(system),
    });
    const answer = await whileLocked(
      'POST',
      '/identities/passkeys',
      { passkey: added },
      { caller, isExclusive: false },
    );
    expect([answer.status, answer.body.code]).toEqual([409, code]);
  });

  test.each([
    ['a former version of a membership', 412, { status: 'revoked' }, '"0"'],
    ['a membership to what it is', 200, { status: 'active' }, '*'],
  ])('G1: of staff: changes %s', async (_what, status, change, version) => {
    const [admin, owner] = [await makeAdmin(system.database, 'operator'), await acts.makeOwner()];
    const answer = await whileHeld({ kind: 'user', id: owner.userId, mode: 'exclusive' }, () =>
      system.teamHost.request(`/api/identities/admin/org_memberships/${owner.membershipId}/status`, {
        method: 'PUT',
        cookie: admin.cookie,
        headers: { 'if-match': version },
        body: { ...change, reason: 'none' },
      }),
    );
    expect(answer.status).toBe(status);
  });

  test.each([
    ['is not there', NOWHERE],
    ['has ended', 'ENDED'],
    ['is of another admin', 'OTHER'],
  ])('G1: ends a session of staff that %s', async (_what, which) => {
    const admin = await makeAdmin(system.database, 'operator');
    const ids: Readonly<Record<string, string>> = {
      ENDED: (await makeSession(system.database, 'admin', admin.adminId, 'ended')).sessionId,
      OTHER: (await makeAdmin(system.database, 'operator')).sessionId,
    };
    const answer = await whileHeld({ kind: 'admin', id: admin.adminId, mode: 'exclusive' }, () =>
      system.teamHost.request(`/api/identities/admin_sessions/${ids[which] ?? which}`, {
        method: 'DELETE',
        cookie: admin.cookie,
      }),
    );
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });
});
