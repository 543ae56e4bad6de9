import { randomBytes } from 'node:crypto';
import { signIn, signInAdmin, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ apis: ['identity'] });
});
afterAll(() => system.stop());

const CURRENT = '/api/identities/user_sessions/current';

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
    const mail = await waitFor(async () =>
      (await system.local.mails()).find(({ to }) => to === credentials.email),
    );
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
