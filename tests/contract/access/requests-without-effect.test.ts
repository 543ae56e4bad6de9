import { lockAccess } from '@gatehouse/membership-resolver';
import {
  type ApiAnswer,
  makePerson,
  makeSession,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

const NOWHERE = '00000000-0000-7000-8000-000000000000';

let system: TestSystem;
let person: TestPerson;
let endedId: string;
let expiredId: string;
let idleId: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity', 'employer', 'talent'] });
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
  inHeldTransaction(system.database.ownerUrl, async (holder) => {
    const mode = isExclusive ? 'exclusive' : 'shared';
    await lockAccess(holder, [{ kind: 'user', id: caller.userId, mode }]);
    return system.publicHost.request(`/api${path}`, {
      method,
      cookie: caller.cookie,
      ...(body === undefined ? {} : { body }),
    });
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
  ])('G1: %s', async (_what, body, status) => {
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
});
