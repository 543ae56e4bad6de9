import { randomBytes } from 'node:crypto';
import { lockAccess } from '@gatehouse/membership-resolver';
import {
  addressOf,
  currentOneTimeCode,
  DEMO_PASSWORD,
  makePerson,
  signIn,
  signInAdmin,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { nextMail } from '#support/next-mail.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ apis: ['identity'] });
});
afterAll(() => system.stop());

const CURRENT = '/api/identities/user_sessions/current';
/** Of the hashes that tests store: older parameters, which are fast. */
const OLDER = { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 };
const PRESENT = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

describe('the session JSON', () => {
  test('S1: identities_user.id is present exactly when a user is signed in', async () => {
    const anonymous = await system.publicHost.request(CURRENT);
    expect(anonymous.status).toBe(401);
    expect(anonymous.body).toMatchObject({ code: 'session_required', status: 401 });
    const cookie = await signIn(system.publicHost, 'talent@demo.test');
    const signedIn = await system.publicHost.request(CURRENT, { cookie });
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.identities_user.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['talent@demo.test', 'active', { state: 'none' }],
    ['newcomer@demo.test', 'none', { state: 'none' }],
    ['pending@demo.test', 'pending', { state: 'none' }],
    ['suspended@demo.test', 'suspended', { state: 'none' }],
    ['revoked@demo.test', 'none', { state: 'membership_inactive' }],
    ['disabled@demo.test', 'none', { state: 'company_disabled' }],
  ])(
    'S2 S3: %s has talent access %s and employer access %j, and no company',
    async (email, talent, employer) => {
      const cookie = await signIn(system.publicHost, email);
      const { body } = await system.publicHost.request(CURRENT, { cookie });
      expect(body.identities_user).toMatchObject({ email, name: expect.any(String) });
      expect(body.talent_access).toEqual({ state: talent });
      expect(body.employer_access).toEqual(employer);
    },
  );

  test('G11: it names the time at which the account will be deleted, once that was requested', async () => {
    const { cookie } = await makePerson(system.database);
    const deletionDueAt = async () =>
      (await system.publicHost.request(CURRENT, { cookie })).body.deletion_due_at;
    expect(await deletionDueAt()).toBeUndefined();
    const path = '/api/identities/users/current/deletion';
    const requested = await system.publicHost.request(path, { method: 'POST', body: {}, cookie });
    expect(requested.status).toBe(201);
    expect(await deletionDueAt()).toBe(requested.body.due_at);
  });

  test.each(['owner', 'member'])('S2: the %s of an active company has role and company', async (role) => {
    const cookie = await signIn(system.publicHost, `${role}@demo.test`);
    const { body } = await system.publicHost.request(CURRENT, { cookie });
    expect(body.employer_access).toEqual({
      state: 'active',
      role,
      company: { id: expect.any(String), name: 'Harbour & Pine' },
    });
  });

  test('S4: the admin session has the same role on the team host', async () => {
    const path = '/api/identities/admin_sessions/current';
    expect((await system.teamHost.request(path)).status).toBe(401);
    const cookie = await signInAdmin(system, 'viewer@demo.test');
    const { body } = await system.teamHost.request(path, { cookie });
    expect(body.identities_admin).toMatchObject({ email: 'viewer@demo.test', role: 'viewer' });
  });

  test('C1: it may not be stored', async () => {
    const cookie = await signIn(system.publicHost, 'talent@demo.test');
    const answer = await system.publicHost.request(CURRENT, { cookie });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).not.toContain(cookie.split('=')[1]);
  });
});

describe('signing in and out', () => {
  const SESSIONS = '/api/identities/user_sessions';

  test('A2: a failed sign-in is 422 and not 401, with the same answer for known and unknown addresses', async () => {
    const answers = await Promise.all(
      ['talent@demo.test', 'unknown@demo.test'].map((email) =>
        system.publicHost.request(SESSIONS, { method: 'POST', body: { email, password: 'wrong wrong' } }),
      ),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      expect(answer.body.code).toBe('credentials_invalid');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test('S6: the cookie is host-only, HttpOnly, SameSite=Lax and lives as long as the session', async () => {
    const answer = await system.publicHost.request(SESSIONS, {
      method: 'POST',
      body: { email: 'talent@demo.test', password: 'gatehouse-demo-1' },
    });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^app_session_id=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^app_browser_id=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  test('W7: cookies are set at sign-in and sign-out and nowhere else', async () => {
    const cookie = await signIn(system.publicHost, 'talent@demo.test');
    const read = await system.publicHost.request('/api/identities/user_sessions/current', { cookie });
    expect(read.headers['set-cookie']).toBeUndefined();
    const out = await system.publicHost.request('/api/identities/user_sessions/current', {
      method: 'DELETE',
      cookie,
    });
    expect(out.status).toBe(204);
    expect(out.headers['set-cookie']).toEqual([
      expect.stringMatching(/^app_session_id=; Path=\/; Max-Age=0/),
    ]);
    expect(out.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(
      (await system.publicHost.request('/api/identities/user_sessions/current', { cookie })).status,
    ).toBe(401);
  });

  test('signing in ends the session that came with the request', async () => {
    const first = await signIn(system.publicHost, 'talent@demo.test');
    await system.publicHost.request(SESSIONS, {
      method: 'POST',
      body: { email: 'newcomer@demo.test', password: 'gatehouse-demo-1' },
      cookie: first,
    });
    const answer = await system.publicHost.request(`${SESSIONS}/current`, { cookie: first });
    expect(answer.status).toBe(401);
  });

  test('a person signs up, confirms the address by mail and signs in; the link works once', async () => {
    const address = `${randomBytes(8).toString('hex')}@example.test`;
    const body = { name: 'Ines Prado', email: `Ines.${address}`, password: 'a lake in autumn' };
    const signUp = await system.publicHost.request('/api/identities/users', { method: 'POST', body });
    expect(signUp.status).toBe(202);
    const credentials = { email: `ines.${address}`, password: body.password };
    const early = await system.publicHost.request(SESSIONS, { method: 'POST', body: credentials });
    expect(early.body.code).toBe('email_unverified');
    const mail = await nextMail(system, credentials.email);
    const token = /#token=([\w-]{43})/.exec(mail.text)?.[1];
    const verify = () =>
      system.publicHost.request('/api/identities/email_verifications', { method: 'POST', body: { token } });
    expect((await verify()).status).toBe(204);
    expect(await verify()).toMatchObject({ status: 410, body: { code: 'token_invalid' } });
    expect((await system.publicHost.request(SESSIONS, { method: 'POST', body: credentials })).status).toBe(
      201,
    );
  });
});

describe('an address and a right password', () => {
  const newEmail = () => `${randomBytes(8).toString('hex')}@example.test`;

  async function makeUser(password: string): Promise<{ userId: string; email: string }> {
    const { userId } = await makePerson(system.database);
    await system.database.query('insert into identity.credentials (user_id, password_hash) values ($1, $2)', [
      userId,
      await hash(password, OLDER),
    ]);
    return { userId, email: addressOf({ userId }) };
  }
  async function makeSignUp(
    email: string,
    {
      password = DEMO_PASSWORD,
      expires = "now() + interval '1 hour'",
    }: { password?: string | null; expires?: string },
  ): Promise<string | undefined> {
    const [row] = await system.database.query<{ id: string }>(
      `insert into identity.sign_ups (email, name, password_hash, token_hash, expires_at)
       values ($1, 'Somebody', $2, $3, ${expires}) returning id`,
      [email, password === null ? null : await hash(password, OLDER), randomBytes(32)],
    );
    return row?.id;
  }
  const attempt = (email: string, password = DEMO_PASSWORD) =>
    system.publicHost.request('/api/identities/user_sessions', { method: 'POST', body: { email, password } });
  const lastRefusal = async () => {
    const [event] = await system.database.query<{
      subject_kind: string;
      subject_id: string | null;
      change: string;
    }>(
      `select subject_kind, subject_id, change from identity.audit_events
        where action = 'user_session.refused' order by id desc limit 1`,
    );
    return event;
  };
  const INVALID = { status: 422, body: { code: 'credentials_invalid' } };

  test('G3: with an address that another account gets meanwhile sign in to that one, if the password is its', async () => {
    const [first, second] = [await makeUser(DEMO_PASSWORD), await makeUser(DEMO_PASSWORD)];
    const { length: sessionsBefore } = await system.database.query(
      'select from identity.user_sessions where user_id = $1',
      [first.userId],
    );
    const [attempting] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'user', id: first.userId, mode: 'exclusive' }]);
      const waiting = attempt(first.email);
      await isWaitedFor(holder);
      for (const [userId, email] of [
        [first.userId, newEmail()],
        [second.userId, first.email],
      ])
        await holder.query('update identity.users set email = $2 where id = $1', [userId, email]);
      return [waiting];
    });
    expect(await attempting).toMatchObject({ status: 201, body: { identities_user: { id: second.userId } } });
    expect(
      await system.database.query('select from identity.user_sessions where user_id = $1', [first.userId]),
    ).toHaveLength(sessionsBefore);
  });

  test('of an account whose address is not verified are refused (G3)', async () => {
    const { userId, email } = await makeUser(DEMO_PASSWORD);
    await system.database.query('update identity.users set email_verified_at = null where id = $1', [userId]);
    expect(await attempt(email)).toMatchObject(INVALID);
    expect(await lastRefusal()).toEqual({ subject_kind: 'user', subject_id: null, change: '' });
  });

  test('of an open sign-up say what is missing, and staff read it', async () => {
    const email = newEmail();
    const id = await makeSignUp(email, {});
    expect(await attempt(email)).toMatchObject({ status: 403, body: { code: 'email_unverified' } });
    expect(await lastRefusal()).toEqual({
      subject_kind: 'user',
      subject_id: id,
      change: 'right password, address not confirmed',
    });
    expect(await attempt(email, 'wrong wrong')).toMatchObject(INVALID);
    expect(await lastRefusal()).toEqual({ subject_kind: 'user', subject_id: id, change: '' });
  });

  test.each([
    ['has expired', { expires: "now() - interval '1 second'" }],
    ['has no password', { password: null }],
  ])('of a sign-up that %s are those of no account', async (_what, signUp) => {
    const email = newEmail();
    await makeSignUp(email, signUp);
    expect(await attempt(email)).toMatchObject(INVALID);
    expect(await lastRefusal()).toEqual({ subject_kind: 'user', subject_id: null, change: '' });
  });

  test('of an account are not hidden by a sign-up with its address', async () => {
    const { userId, email } = await makeUser(DEMO_PASSWORD);
    await makeSignUp(email, { password: 'a lake in autumn' });
    expect((await attempt(email)).status).toBe(201);
    expect(await attempt(email, 'a lake in autumn')).toMatchObject(INVALID);
    expect(await lastRefusal()).toEqual({ subject_kind: 'user', subject_id: userId, change: '' });
  });
});

describe('a password hash with older parameters', () => {
  let older: string;
  beforeAll(async () => {
    older = await hash(DEMO_PASSWORD, OLDER);
  });

  const TABLES = {
    user: { table: 'identity.credentials', key: 'user_id', accounts: 'identity.users' },
    admin: { table: 'identity.admin_credentials', key: 'admin_id', accounts: 'identity.admins' },
  } as const;
  const [own, other] = ['admin@demo.test', 'viewer@demo.test'];
  const [talent, newcomer] = ['talent@demo.test', 'newcomer@demo.test'];

  test.each([
    ['a user', 'user', talent, newcomer, () => signIn(system.publicHost, talent)],
    ['an admin', 'admin', own, other, () => signInAdmin(system, own)],
  ] as const)(
    'is replaced by the sign-in of %s, and no other account’s',
    async (_who, kind, email, another, act) => {
      const { table, key, accounts } = TABLES[kind];
      await system.database.query(
        `update ${table} set password_hash = $1, updated_at = now() - interval '1 hour'
        where ${key} in (select id from ${accounts} where email in ($2, $3))`,
        [older, email, another],
      );
      await act();
      const rows = await system.database.query<{ email: string; is_older: boolean; is_old: boolean }>(
        `select a.email, c.password_hash = $1 as is_older, c.updated_at < now() - interval '30 minutes' as is_old
         from ${table} c join ${accounts} a on a.id = c.${key} where a.email in ($2, $3)`,
        [older, email, another],
      );
      expect(new Map(rows.map(({ email: of, ...row }) => [of, row]))).toEqual(
        new Map([
          [email, { is_older: false, is_old: false }],
          [another, { is_older: true, is_old: true }],
        ]),
      );
    },
  );

  test.each([
    ['with it', true],
    ['without it', false],
  ])('G3: an admin who is disabled during the sign-in is refused, %s', async (_what, isOlder) => {
    const email = 'viewer@demo.test';
    const [admin] = await system.database.query<{ id: string }>(
      'select id from identity.admins where email = $1',
      [email],
    );
    await system.database.query(
      'update identity.admin_credentials set password_hash = $2 where admin_id = $1',
      [admin?.id, isOlder ? older : await hash(DEMO_PASSWORD, PRESENT)],
    );
    const totp = await currentOneTimeCode(system.database, email);
    const [signingIn] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'admin', id: admin?.id ?? '', mode: 'exclusive' }]);
      const waiting = system.teamHost.request('/api/identities/admin_sessions', {
        method: 'POST',
        body: { email, password: DEMO_PASSWORD, totp },
      });
      await isWaitedFor(holder);
      await holder.query('update identity.admins set disabled_at = now() where id = $1', [admin?.id]);
      return [waiting];
    });
    expect(await signingIn).toMatchObject({ status: 422, body: { code: 'credentials_invalid' } });
    await system.database.query('update identity.admins set disabled_at = null where id = $1', [admin?.id]);
  });
});
