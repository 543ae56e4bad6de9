import {
  addressOf,
  DEMO_PASSWORD,
  makeAdmin,
  makePerson,
  makeSession,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { givePassword } from '#support/give-password.ts';
import { nextMail } from '#support/next-mail.ts';

let system: TestSystem;
let operator: string;
beforeAll(async () => {
  // Redis does not respond: each process counts for itself, and no request is refused for it.
  const environment = { REDIS_URL: 'redis://127.0.0.1:1', SIGN_IN_FAILURES_PER_ACCOUNT: '3' };
  system = await startTestSystem({ instances: 1, environment });
  operator = (await makeAdmin(system.database, 'operator')).cookie;
});
afterAll(() => system.stop());

const SESSIONS = '/api/identities/user_sessions';
const admin = (path: string, options: { method?: string; body?: object } = {}) =>
  system.teamHost.request(`/api/identities/admin${path}`, { cookie: operator, ...options });
const signIn = (email: string, password = DEMO_PASSWORD) =>
  system.publicHost.request(SESSIONS, { method: 'POST', body: { email, password } });
const auditOf = (subjectId: string | null) =>
  system.database.query<{ action: string; change: string; reason: string; actor_kind: string }>(
    'select action, change, reason, actor_kind from identity.audit_events where subject_id = $1 order by id',
    [subjectId],
  );

describe('own sessions', () => {
  async function twice() {
    const [first, second] = await Promise.all([signIn('talent@demo.test'), signIn('TALENT@demo.test ')]);
    return [first, second].map((answer) => ({
      cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
      id: answer.body.session.id as string,
    })) as [{ cookie: string; id: string }, { cookie: string; id: string }];
  }

  const signOut = ({ cookie }: { cookie: string }) =>
    system.publicHost.request(`${SESSIONS}/current`, { method: 'DELETE', cookie });
  const endReasonOf = async ({ id }: { id: string }) => {
    const [row] = await system.database.query<{ end_reason: string }>(
      'select end_reason from identity.user_sessions where id = $1',
      [id],
    );
    return row?.end_reason;
  };

  test('are listed with the present one marked, and one can be ended', async () => {
    const [here, there] = await twice();
    const list = await system.publicHost.request(SESSIONS, { cookie: here.cookie });
    const items: { id: string; current: boolean }[] = list.body.items;
    expect(items.filter(({ current }) => current).map(({ id }) => id)).toEqual([here.id]);
    expect(items.map(({ id }) => id)).toContain(there.id);
    const ended = await system.publicHost.request(`${SESSIONS}/${there.id}`, {
      method: 'DELETE',
      cookie: here.cookie,
    });
    expect(ended.status).toBe(204);
    expect((await system.publicHost.request(`${SESSIONS}/current`, { cookie: there.cookie })).status).toBe(
      401,
    );
    expect(await endReasonOf(there)).toBe('ended_by_user');
    const again = await system.publicHost.request(`${SESSIONS}/${there.id}`, {
      method: 'DELETE',
      cookie: here.cookie,
    });
    expect(again.status).toBe(404);
  });

  test('of another user are not found', async () => {
    const [here] = await twice();
    const other = await makePerson(system.database);
    const answer = await system.publicHost.request(`${SESSIONS}/${here.id}`, {
      method: 'DELETE',
      cookie: other.cookie,
    });
    expect(answer.status).toBe(404);
    expect((await system.publicHost.request(`${SESSIONS}/current`, { cookie: here.cookie })).status).toBe(
      200,
    );
  });

  test('that have expired are not listed, and cannot be ended', async () => {
    const [here, there] = await twice();
    const [, expired] = await twice();
    const expire = (column: string, id: string) =>
      system.database.query(`update identity.user_sessions set ${column} = now() where id = $1`, [id]);
    await expire('idle_expires_at', there.id);
    await expire('expires_at', expired.id);
    const { body } = await system.publicHost.request(SESSIONS, { cookie: here.cookie });
    const listed = body.items.map(({ id }: { id: string }) => id);
    for (const { id } of [there, expired]) {
      expect(listed).not.toContain(id);
      const answer = await system.publicHost.request(`${SESSIONS}/${id}`, {
        method: 'DELETE',
        cookie: here.cookie,
      });
      expect(answer.status).toBe(404);
    }
  });

  test('can all be ended but the present one, and those of other users; ended ones stay as they are', async () => {
    const [here, there] = await twice();
    const [, earlier] = await twice();
    const other = await makePerson(system.database);
    await signOut(earlier);
    expect(
      (await system.publicHost.request(SESSIONS, { method: 'DELETE', cookie: here.cookie })).status,
    ).toBe(204);
    expect((await system.publicHost.request(`${SESSIONS}/current`, { cookie: there.cookie })).status).toBe(
      401,
    );
    expect((await system.publicHost.request(SESSIONS, { cookie: here.cookie })).body.items).toHaveLength(1);
    expect((await system.publicHost.request(`${SESSIONS}/current`, { cookie: other.cookie })).status).toBe(
      200,
    );
    expect([await endReasonOf(there), await endReasonOf(earlier)]).toEqual(['ended_by_user', 'signed_out']);
    const actions = (await auditOf(there.id)).map(({ action }) => action);
    expect(actions).toEqual(['user_session.started', 'user_session.ended']);
  });

  test('are signed out one by one: other sessions of the user, and those of others, go on', async () => {
    const [here, there] = await twice();
    const other = await makePerson(system.database);
    await signOut(here);
    await signOut(here);
    for (const [{ cookie }, status] of [
      [here, 401],
      [there, 200],
      [other, 200],
    ] as const) {
      expect((await system.publicHost.request(`${SESSIONS}/current`, { cookie })).status).toBe(status);
    }
    // A browser may send old cookies beside the live one.
    const expired = await makeSession(system.database, 'user', other.userId, 'expired');
    await signOut({ cookie: `${here.cookie}; ${expired.cookie}; ${there.cookie}` });
    expect(await auditOf(expired.sessionId)).toEqual([]);
    expect([await endReasonOf(here), await endReasonOf(there)]).toEqual(['signed_out', 'signed_out']);
    const actions = (await auditOf(here.id)).map(({ action }) => action);
    expect(actions).toEqual(['user_session.started', 'user_session.ended']);
  });

  test('signing out is 204 with and without a session', async () => {
    for (const cookie of [undefined, 'app_session_id=x', (await makePerson(system.database)).cookie]) {
      const answer = await system.publicHost.request(`${SESSIONS}/current`, {
        method: 'DELETE',
        ...(cookie === undefined ? {} : { cookie }),
      });
      expect(answer.status).toBe(204);
    }
  });
});

describe('throttles', () => {
  test('slow an account’s failing sign-ins down, with Retry-After, and lock no other client out', async () => {
    const { userId } = await makePerson(system.database);
    await givePassword(system.database, userId);
    const email = addressOf({ userId });
    for (let failure = 0; failure < 3; failure += 1)
      expect((await signIn(email, 'wrong wrong')).status).toBe(422);
    const throttled = await signIn(email);
    expect(throttled).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn('pending@demo.test')).status).toBe(201);
  });

  test('forget an account’s failures after a right password', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let failure = 0; failure < 2; failure += 1) await signIn('newcomer@demo.test', 'wrong wrong');
      expect((await signIn('newcomer@demo.test')).status).toBe(201);
    }
  });
});

describe('signing up', () => {
  const signUp = (email: string, password = 'a lake in autumn') =>
    system.publicHost.request('/api/identities/users', {
      method: 'POST',
      body: { name: 'Somebody', email, password },
    });

  test('answers the same for a known and an unknown address, and only the mail differs', async () => {
    const [known, unknown] = await Promise.all([signUp('talent@demo.test'), signUp('new@signing-up.test')]);
    expect([known.status, unknown.status]).toEqual([202, 202]);
    expect(known.text).toBe(unknown.text);
    await nextMail(system, 'talent@demo.test', { subject: 'You already have an account' });
    await nextMail(system, 'new@signing-up.test', { subject: 'Confirm your email address' });
    const [row] = await system.database.query<{ text_body: string }>(
      "select text_body from identity.mail_outbox where to_address = 'new@signing-up.test' and sent_at is not null",
    );
    expect(row?.text_body ?? '').toBe('');
  });

  test('refuses the most used passwords, and those that are little more than words of this place', async () => {
    for (const password of ['password1', 'Gatehouse-2026!', 'talent.employer.7', 'gatehouse-demo-1'])
      expect((await signUp('x@signing-up.test', password)).body.code).toBe('password_common');
    expect((await signUp('y@signing-up.test', 'the gatehouse by the river')).status).toBe(202);
    expect((await signUp('x@signing-up.test', 'short')).body.errors[0].field).toBe('password');
  });

  test('keeps a hash and no password, and a hash of the token and no token', async () => {
    const [row] = await system.database.query<{ password_hash: string }>(
      "select password_hash from identity.sign_ups where email = 'new@signing-up.test'",
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('the administration of access facts', () => {
  test('each change is in the trail with its reason, and the same change again is not', async () => {
    const { userId, companyId, membershipId } = await makePerson(system.database, {
      membership: { role: 'owner', status: 'active' },
    });
    const changes = [
      [
        `/users/${userId}/talent_access`,
        { state: 'active' },
        userId,
        'talent_access.changed',
        'none → active',
      ],
      [
        `/companies/${companyId}/condition`,
        { condition: 'disabled' },
        companyId,
        'company.condition_changed',
        'active → disabled',
      ],
      [
        `/org_memberships/${membershipId}/status`,
        { status: 'revoked' },
        membershipId,
        'org_membership.status_changed',
        'active → revoked by staff',
      ],
    ] as const;
    for (const [path, body, subject, action, change] of changes) {
      for (let round = 0; round < 2; round += 1) {
        expect(
          (await admin(path, { method: 'PUT', body: { ...body, reason: '  a good reason ' } })).status,
        ).toBe(200);
      }
      expect(await auditOf(subject)).toEqual([
        { action, change, reason: 'a good reason', actor_kind: 'admin' },
      ]);
    }
    const trail = await admin(`/audit_events?subject_id=${companyId}`);
    expect(trail.body.items).toHaveLength(1);
    expect(trail.body.items[0]).toMatchObject({
      action: 'company.condition_changed',
      actor_kind: 'admin',
      actor_name: 'Test Admin',
      reason: 'a good reason',
    });
  });

  test('the answer to a change of a membership names its own user and company', async () => {
    const { userId, companyId, membershipId } = await makePerson(system.database, {
      membership: { role: 'owner', status: 'active' },
    });
    await system.database.query("update employer.companies set name = 'Answered Lanterns' where id = $1", [
      companyId,
    ]);
    for (const status of ['revoked', 'active', 'active']) {
      const body = { status, reason: 'a test' };
      const answer = await admin(`/org_memberships/${membershipId}/status`, { method: 'PUT', body });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          id: membershipId,
          user_id: userId,
          user_email: addressOf({ userId }),
          company_id: companyId,
          company_name: 'Answered Lanterns',
          status,
        },
      });
    }
  });

  test('a change needs a reason, and a viewer may not change', async () => {
    const { userId } = await makePerson(system.database);
    const blank = await admin(`/users/${userId}/talent_access`, {
      method: 'PUT',
      body: { state: 'active', reason: ' ' },
    });
    expect(blank).toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } });
    const { cookie } = await makeAdmin(system.database, 'viewer');
    const refused = await system.teamHost.request(`/api/identities/admin/users/${userId}/talent_access`, {
      method: 'PUT',
      body: { state: 'active', reason: 'x' },
      cookie,
    });
    expect(refused.body.code).toBe('admin_role_required');
    expect(await auditOf(userId)).toEqual([]);
  });

  test('people and companies are found by part of a name, and pages follow each other without gap or repeat', async () => {
    const found = await admin('/users?query=OLIVE');
    expect(found.body.items.map(({ email }: { email: string }) => email)).toEqual(['owner@demo.test']);
    expect((await admin('/users?query=%20olive%20')).body).toEqual(found.body);
    expect(found.body.items[0].org_membership).toMatchObject({
      company_name: 'Harbour & Pine',
      role: 'owner',
      status: 'active',
    });
    for (const list of ['users', 'companies', 'audit_events']) {
      const all = (await admin(`/${list}?limit=100`)).body.items
        .map(({ id }: { id: string }) => id)
        .slice(0, 10);
      const paged: string[] = [];
      let cursor = '';
      do {
        const { body } = await admin(`/${list}?limit=3&cursor=${encodeURIComponent(cursor)}`);
        paged.push(...body.items.map(({ id }: { id: string }) => id));
        cursor = body.next_cursor;
      } while (cursor !== '' && paged.length < 10);
      expect(paged.slice(0, 10)).toEqual(all);
    }
  });

  test('one company shows its members, and unknown ids are not found', async () => {
    const { body } = await admin('/companies?query=harbour');
    const detail = await admin(`/companies/${body.items[0].id}`);
    expect(detail.body.members.map(({ user_email }: { user_email: string }) => user_email)).toEqual([
      'owner@demo.test',
      'member@demo.test',
      'revoked@demo.test',
    ]);
    const unknown = '01900000-0000-7000-8000-000000000000';
    for (const path of [`/users/${unknown}`, `/companies/${unknown}`])
      expect((await admin(path)).status).toBe(404);
    expect((await admin(`/users/${unknown}/sessions`, { method: 'DELETE' })).status).toBe(404);
    const put = { method: 'PUT', body: { status: 'active', reason: 'x' } };
    expect((await admin(`/org_memberships/${unknown}/status`, put)).status).toBe(404);
  });

  test('one user shows, alone and in the list, the talent access, the sessions, and a deletion that is due', async () => {
    const { userId } = await makePerson(system.database, { talent: 'suspended' });
    const { body } = await admin(`/users/${userId}`);
    expect(body).toEqual({
      id: userId,
      name: 'Test Person',
      email: addressOf({ userId }),
      email_verified: true,
      created_at: expect.any(String),
      talent_access: { state: 'suspended' },
      session_count: 1,
      etag: expect.any(String),
    });
    expect((await admin(`/users?query=${userId}`)).body.items).toEqual([body]);
    await system.database.query(
      "update identity.users set deletion_requested_at = now(), deletion_due_at = '2100-01-01T00:00:00Z' where id = $1",
      [userId],
    );
    expect((await admin(`/users/${userId}`)).body).toEqual({
      ...body,
      deletion_due_at: '2100-01-01T00:00:00.000Z',
    });
  });

  test('of a user’s sessions, those that have ended or expired do not count', async () => {
    const { userId } = await makePerson(system.database);
    const states = ['ended_at = now()', 'expires_at = now()', 'idle_expires_at = now()'];
    for (const state of states) {
      await system.database.query(`update identity.user_sessions set ${state} where user_id = $1`, [userId]);
      expect((await admin(`/users/${userId}`)).body.session_count).toBe(0);
      await system.database.query(
        `update identity.user_sessions
            set ended_at = null, expires_at = now() + interval '1 hour', idle_expires_at = now() + interval '1 hour'
          where user_id = $1`,
        [userId],
      );
      expect((await admin(`/users/${userId}`)).body.session_count).toBe(1);
    }
  });

  test('all sessions of a user are ended, which is in the trail, and without one nothing is', async () => {
    const { userId, cookie } = await makePerson(system.database);
    for (let round = 0; round < 2; round += 1) {
      expect((await admin(`/users/${userId}/sessions`, { method: 'DELETE' })).status).toBe(204);
    }
    const own = await system.publicHost.request('/api/identities/users/current/notifications', { cookie });
    expect(own.status).toBe(401);
    expect(
      await system.database.query('select end_reason from identity.user_sessions where user_id = $1', [
        userId,
      ]),
    ).toEqual([{ end_reason: 'ended_by_admin' }]);
    expect(await auditOf(userId)).toEqual([
      { action: 'user.signed_out_everywhere', change: '1 sessions ended', reason: '', actor_kind: 'admin' },
    ]);
  });
});
