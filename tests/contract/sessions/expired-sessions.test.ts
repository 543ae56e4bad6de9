import {
  makePerson,
  makeSession,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { givePassword } from '#support/give-password.ts';
import { makePersonWithPasskey } from '#support/passkey-client.ts';
import { makeEnrolledAdmin, type Staff } from '#support/staff.ts';

const PASSWORD = 'a lake in autumn';
const OVER = ['expired', 'idle'] as const;

let system: TestSystem;
let operator: Staff;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity'] });
  operator = await makeEnrolledAdmin(system.database);
});
afterAll(() => system.stop());

const auditOf = async (subjectIds: readonly string[]) =>
  (
    await system.database.query<{ event: string }>(
      `select action || ' ' || change as event from identity.audit_events
        where subject_id = any ($1) and (action like '%session.ended' or change like '%sessions ended%') order by id`,
      [subjectIds],
    )
  ).map(({ event }) => event);

const isEnded = async (kind: 'user' | 'admin', ids: readonly string[]) =>
  (
    await system.database.query<{ is_ended: boolean }>(
      `select ended_at is not null as is_ended from identity.${kind}_sessions where id = any ($1)`,
      [ids],
    )
  ).map(({ is_ended }) => is_ended);

const send = (path: string, method: string, cookie: string, body?: object) =>
  system.publicHost.request(`/api/identities${path}`, { method, cookie, body });
const sendAsStaff = (path: string, method: string, body: object) =>
  system.teamHost.request(`/api/identities/admin${path}`, { method, cookie: operator.cookie, body });

const makeOver = async (kind: 'user' | 'admin', ownerId: string) => [
  await makeSession(system.database, kind, ownerId, OVER[0]),
  await makeSession(system.database, kind, ownerId, OVER[1]),
];

describe('G1: what ends the sessions of a user ends expired ones, too, and reports the live ones alone', () => {
  const end = {
    'by staff': (user: TestPerson) =>
      sendAsStaff(`/users/${user.userId}/sessions`, 'DELETE', { reason: 'asked by phone' }),
    'all others': (user: TestPerson) => send('/user_sessions', 'DELETE', user.cookie),
    'a new password': (user: TestPerson) =>
      send('/users/current/password', 'PUT', user.cookie, {
        current_password: PASSWORD,
        new_password: 'a kettle on the sill',
      }),
  };
  test.each([
    ['by staff', 'user.signed_out_everywhere 2 sessions ended'],
    ['all others', 'user_session.ended '],
    ['a new password', 'user.password_changed 1 sessions ended'],
  ] as const)('%s', async (how, event) => {
    const user = await makePerson(system.database);
    await givePassword(system.database, user.userId, PASSWORD);
    const live = await makeSession(system.database, 'user', user.userId);
    const others = [live, ...(await makeOver('user', user.userId))].map(({ sessionId }) => sessionId);
    expect((await end[how](user)).status).toBe(204);
    expect(await isEnded('user', others)).toEqual([true, true, true]);
    expect(await auditOf([user.userId, ...others])).toEqual([event]);
  });

  test('a removed passkey', async () => {
    const user = await makePersonWithPasskey(system);
    await givePassword(system.database, user.userId, PASSWORD);
    const others = (await makeOver('user', user.userId)).map(({ sessionId }) => sessionId);
    await system.database.query('update identity.user_sessions set passkey_id = $2 where id = any ($1)', [
      others,
      user.passkeyId,
    ]);
    expect((await send(`/passkeys/${user.passkeyId}`, 'DELETE', user.cookie)).status).toBe(204);
    expect(await isEnded('user', others)).toEqual([true, true]);
    expect(await auditOf([user.userId])).toEqual(['user.passkey_removed 0 sessions ended']);
  });

  test('a sign-out that carries them', async () => {
    const user = await makePerson(system.database);
    const over = await makeOver('user', user.userId);
    const cookie = [user, ...over].map((session) => session.cookie).join('; ');
    expect((await send('/user_sessions/current', 'DELETE', cookie)).status).toBe(204);
    const ids = [user, ...over].map(({ sessionId }) => sessionId);
    expect(await isEnded('user', ids)).toEqual([true, true, true]);
    expect(await auditOf(ids)).toEqual(['user_session.ended ']);
  });

  test('without a live one staff report nothing', async () => {
    const user = await makePerson(system.database, { session: 'expired' });
    expect((await end['by staff'](user)).status).toBe(204);
    expect(await isEnded('user', [user.sessionId])).toEqual([true]);
    expect(await auditOf([user.userId])).toEqual([]);
  });
});

describe('G1: what ends the sessions of an admin ends expired ones, too, and reports the live ones alone', () => {
  test('a disabled account', async () => {
    const { adminId } = await makeEnrolledAdmin(system.database, 'viewer');
    const over = (await makeOver('admin', adminId)).map(({ sessionId }) => sessionId);
    const body = { condition: 'disabled', reason: 'a test' };
    expect((await sendAsStaff(`/staff_accounts/${adminId}/condition`, 'PUT', body)).status).toBe(200);
    expect(await isEnded('admin', over)).toEqual([true, true]);
    expect(await auditOf([adminId])).toEqual(['admin.condition_changed 1 sessions ended, active → disabled']);
  });

  test('a sign-out that carries them', async () => {
    const admin = await makeEnrolledAdmin(system.database, 'viewer');
    const over = await makeOver('admin', admin.adminId);
    const cookie = [admin, ...over].map((session) => session.cookie).join('; ');
    const path = '/api/identities/admin_sessions/current';
    expect((await system.teamHost.request(path, { method: 'DELETE', cookie })).status).toBe(204);
    const ids = over.map(({ sessionId }) => sessionId);
    expect(await isEnded('admin', ids)).toEqual([true, true]);
    expect(await auditOf(ids)).toEqual([]);
  });
});
