import {
  type ApiRequest,
  makeAdmin,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

let system: TestSystem;
let former: TestPerson;
let current: TestPerson;
beforeAll(async () => {
  system = await startTestSystem();
  const owner = { talent: 'active', membership: { role: 'owner', status: 'active' } } as const;
  former = await makePerson(system.database, owner);
  current = await makePerson(system.database, owner);
});
afterAll(() => system.stop());

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const CHANGED = {
  status: 409,
  body: { code: 'account_changed', title: 'You are signed in with another account now' },
};

/** Everything but the account of the request's session. */
const FOREIGN = [
  ['another account', () => former.userId],
  ['an account that there is not', () => UNKNOWN],
  ['no UUID', () => `${current.userId}'`],
  ['nothing', () => ''],
  ['its account and another one', () => [current.userId, former.userId]],
] as const;

const send = (path: string, named: string | readonly string[] | null, request: ApiRequest) =>
  system.publicHost.request(`/api${path}`, {
    cookie: current.cookie,
    ...request,
    headers: { 'x-account-id': named },
  });
const countJobPosts = async () => {
  const [row] = await system.database.query<{ count: number }>(
    'select count(*)::int as count from employer.job_posts where company_id = $1',
    [current.companyId],
  );
  return row?.count;
};

describe('a write that names the account of its page (X-Account-Id)', () => {
  test.each(FOREIGN)('G8: %s: is refused, and changes nothing', async (_situation, named) => {
    const before = await countJobPosts();
    const body = { title: 'Of another account', kind: 'full_time' };
    expect(await send('/employer/job_posts', named(), { method: 'POST', body })).toMatchObject(CHANGED);
    expect(await countJobPosts()).toBe(before);
    const profile = { headline: 'Of another account', summary: '', skills: [], location: '', links: [] };
    const saved = await send('/talent/profiles/current', named(), { method: 'PUT', body: profile });
    expect(saved).toMatchObject(CHANGED);
    expect(
      await system.database.query('select 1 from talent.profiles where user_id = $1', [current.userId]),
    ).toEqual([]);
    const others = await send('/identities/user_sessions', named(), { method: 'DELETE' });
    expect(others).toMatchObject(CHANGED);
    // It ends no session.
    expect(others.headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['its own account', () => current.userId],
    ['none', () => null],
  ])('G8: %s: is carried out', async (_situation, named) => {
    const before = (await countJobPosts()) ?? 0;
    const body = { title: 'Of this account', kind: 'full_time' };
    expect(await send('/employer/job_posts', named(), { method: 'POST', body })).toMatchObject({
      status: 201,
    });
    expect(await countJobPosts()).toBe(before + 1);
  });

  test('G8: another account than one that the rule refuses: learns of the account first, so that its page stays', async () => {
    const { cookie } = await makePerson(system.database);
    const request = { method: 'POST', body: { title: 'A job', kind: 'full_time' }, cookie };
    expect(await send('/employer/job_posts', former.userId, request)).toMatchObject(CHANGED);
  });

  test('A2 G8: without a session it is 401 as before, and the page lets its user sign in again', async () => {
    const request = { method: 'POST', body: { title: 'A job', kind: 'full_time' }, cookie: 'other=1' };
    const answer = await send('/employer/job_posts', former.userId, request);
    expect(answer).toMatchObject({ status: 401, body: { code: 'session_required' } });
  });

  test('G8: a read that names another account is refused, too', async () => {
    expect(await send('/employer/job_posts', former.userId, {})).toMatchObject(CHANGED);
    expect(await send('/employer/job_posts', current.userId, {})).toMatchObject({ status: 200 });
  });

  test('G8: a public endpoint decides by no account, so that signing out works on every page', async () => {
    const { cookie } = await makePerson(system.database);
    const request = { method: 'DELETE', cookie };
    const answer = await send('/identities/user_sessions/current', former.userId, request);
    expect(answer).toMatchObject({ status: 204 });
  });

  test('G8: an admin’s, too', async () => {
    const [one, other] = [
      await makeAdmin(system.database, 'operator'),
      await makeAdmin(system.database, 'operator'),
    ];
    const person = await makePerson(system.database, { talent: 'pending' });
    const suspend = (named: string) =>
      system.teamHost.request(`/api/identities/admin/users/${person.userId}/talent_access`, {
        method: 'PUT',
        body: { state: 'suspended', reason: 'Asked by mail.', send_reason: false },
        cookie: one.cookie,
        headers: { 'x-account-id': named },
      });
    const stateOf = () =>
      system.database.query('select talent_access_state as state from identity.users where id = $1', [
        person.userId,
      ]);
    for (const named of [other.adminId, person.userId, 'no UUID', '']) {
      expect(await suspend(named)).toMatchObject(CHANGED);
      expect(await stateOf()).toEqual([{ state: 'pending' }]);
    }
    expect((await suspend(one.adminId)).status).toBeLessThan(300);
    expect(await stateOf()).toEqual([{ state: 'suspended' }]);
  });
});
