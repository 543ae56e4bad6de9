import {
  type ApiAnswer,
  currentOneTimeCode,
  DEMO_PASSWORD,
  makeSession,
  signInAdmin,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createEnrolmentToken } from '#support/enrolment-token.ts';
import { SoftwareAuthenticator } from '#support/software-authenticator.ts';

const EMAIL = 'admin@demo.test';

let system: TestSystem;
let strict: TestSystem;
beforeAll(async () => {
  [system, strict] = await Promise.all([
    startTestSystem({ apis: ['identity'] }),
    startTestSystem({
      apis: ['identity'],
      environment: { ADMIN_PASSKEY_REQUIRED: 'true', SIGN_IN_FAILURES_PER_ACCOUNT: '5' },
    }),
  ]);
});
afterEach(async () => {
  await system.database.query('delete from identity.admin_passkeys');
});
afterAll(async () => {
  await system.stop();
  await strict.stop();
});

const originOf = ({ local }: TestSystem) => `http://${local.teamHost}`;
const send = (of: TestSystem, path: string, cookie = '', method = 'POST', body?: object) =>
  of.teamHost.request(`/api/identities${path}`, { method, cookie, body });

async function addPasskey(of: TestSystem, cookie: string, authenticator: SoftwareAuthenticator) {
  const { body } = await send(of, '/admin_passkey_challenges/creation', cookie);
  const passkey = authenticator.create(body.options, { origin: originOf(of) });
  return send(of, '/admin_passkeys', cookie, 'POST', { passkey });
}

async function begin(of: TestSystem) {
  const answer = await send(of, '/admin_passkey_challenges/sign_in');
  const browser = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { answer, options: answer.body.options, browser };
}

async function signIn(
  of: TestSystem,
  authenticator: SoftwareAuthenticator,
  {
    email = EMAIL,
    password = DEMO_PASSWORD,
    ...ceremony
  }: { email?: string; password?: string; isUserVerified?: boolean; counter?: number } = {},
) {
  const { options, browser } = await begin(of);
  const passkey = authenticator.get(options, { origin: originOf(of), ...ceremony });
  return send(of, '/admin_sessions', browser, 'POST', { email, password, passkey });
}

const actionsOf = async (of: TestSystem) =>
  (await of.database.query<{ action: string }>('select action from identity.audit_events order by id')).map(
    ({ action }) => action,
  );

describe('a passkey as second factor of the staff', () => {
  test('is added, signs in beside the one-time code, makes the second factor fresh, and is removed', async () => {
    const cookie = await signInAdmin(system, EMAIL);
    const authenticator = new SoftwareAuthenticator({ counter: 1 });
    const added = await addPasskey(system, cookie, authenticator);
    expect(added.status).toBe(201);
    const started = await signIn(system, authenticator);
    expect(started.status).toBe(201);
    expect(
      await system.database.query('select passkey_id from identity.admin_sessions where id = $1', [
        started.body.session.id,
      ]),
    ).toEqual([{ passkey_id: added.body.id }]);
    const session = started.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const totp = await currentOneTimeCode(system.database, EMAIL);
    expect(
      (await send(system, '/admin_sessions', '', 'POST', { email: EMAIL, password: DEMO_PASSWORD, totp }))
        .status,
    ).toBe(201);

    await system.database.query(
      "update identity.admin_sessions set second_factor_at = now() - interval '15 minutes'",
    );
    expect((await send(system, '/admin_passkey_challenges/creation', session)).body.code).toBe(
      'reauthentication_required',
    );
    const { body } = await send(system, '/admin_passkey_challenges/reauthentication', session);
    const passkey = authenticator.get(body.options, { origin: originOf(system) });
    const path = '/admin_sessions/current/reauthentications';
    expect((await send(system, path, session, 'POST', { passkey })).status).toBe(204);
    expect((await send(system, '/admin_passkey_challenges/creation', session)).status).toBe(201);

    await system.database.query('update identity.admin_sessions set second_factor_at = now()');
    expect((await send(system, `/admin_passkeys/${added.body.id}`, cookie, 'DELETE')).status).toBe(204);
    expect((await send(system, '/admin_sessions/current', session, 'GET')).status).toBe(401);
    expect((await signIn(system, authenticator)).body.code).toBe('passkey_invalid');
    expect(await actionsOf(system)).toEqual(
      expect.arrayContaining([
        'admin.passkey_added',
        'admin.passkey_removed',
        'admin_session.reauthenticated',
      ]),
    );
    const mails = await system.database.query(
      `select to_address, subject from identity.mail_outbox where kind = 'staff_passkey' order by id desc limit 2`,
    );
    expect(mails).toEqual([
      { to_address: EMAIL, subject: 'A passkey was removed from your staff account' },
      { to_address: EMAIL, subject: 'A passkey was added to your staff account' },
    ]);
  });

  test('that is refused makes no second factor fresh, and the trail says so', async () => {
    const cookie = await signInAdmin(system, EMAIL);
    const authenticator = new SoftwareAuthenticator();
    await addPasskey(system, cookie, authenticator);
    const { body } = await send(system, '/admin_passkey_challenges/reauthentication', cookie);
    const passkey = authenticator.get(body.options, { origin: originOf(system), isUserVerified: false });
    const path = '/admin_sessions/current/reauthentications';
    expect(await send(system, path, cookie, 'POST', { passkey })).toMatchObject({
      status: 422,
      body: { code: 'passkey_invalid' },
    });
    const [refusal] = await system.database.query(
      `select e.action, e.change, a.email from identity.audit_events e join identity.admins a on a.id = e.subject_id
        order by e.id desc limit 1`,
    );
    expect(refusal).toEqual({ action: 'admin_session.refused', change: 'wrong passkey', email: EMAIL });
  });

  test('G3: ends the other sessions of its admin when it is added and when it is removed, and no session of others', async () => {
    const isLive = async (session: string) =>
      (await send(system, '/admin_sessions/current', session, 'GET')).status === 200;
    const [own, viewer] = [await signInAdmin(system, EMAIL), await signInAdmin(system, 'viewer@demo.test')];
    const first = await signInAdmin(system, EMAIL);
    const added = await addPasskey(system, own, new SoftwareAuthenticator());
    expect(await Promise.all([own, first, viewer].map(isLive))).toEqual([true, false, true]);
    const [ended] = await system.database.query<{ end_reason: string }>(
      'select end_reason from identity.admin_sessions where token_hash = sha256($1)',
      [Buffer.from(first.slice(first.indexOf('=') + 1))],
    );
    expect(ended?.end_reason).toBe('passkeys_changed');
    const second = await signInAdmin(system, EMAIL);
    const [admin] = await system.database.query<{ id: string }>(
      'select id from identity.admins where email = $1',
      [EMAIL],
    );
    await makeSession(system.database, 'admin', `${admin?.id}`, 'expired');
    expect((await send(system, `/admin_passkeys/${added.body.id}`, own, 'DELETE')).status).toBe(204);
    expect(await Promise.all([own, second, viewer].map(isLive))).toEqual([true, false, true]);
    const changes = await system.database.query<{ change: string }>(
      `select change from identity.audit_events
        where action in ('admin.passkey_added', 'admin.passkey_removed') order by id desc limit 2`,
    );
    const [removal, addition] = changes;
    expect(removal).toEqual({ change: '1 sessions ended' });
    // Those of earlier tests, too.
    expect(addition).toEqual({ change: expect.stringMatching(/^[1-9]\d* sessions ended$/) });
  });

  test('needs the password, and the user verification of the authenticator', async () => {
    const cookie = await signInAdmin(system, EMAIL);
    const authenticator = new SoftwareAuthenticator();
    await addPasskey(system, cookie, authenticator);
    expect((await signIn(system, authenticator, { password: 'wrong' })).body.code).toBe(
      'credentials_invalid',
    );
    expect((await signIn(system, authenticator, { isUserVerified: false })).body.code).toBe(
      'passkey_invalid',
    );
    const { body } = await send(system, '/admin_passkey_challenges/creation', cookie);
    const weak = new SoftwareAuthenticator().create(body.options, {
      origin: originOf(system),
      isUserVerified: false,
    });
    expect((await send(system, '/admin_passkeys', cookie, 'POST', { passkey: weak })).body.code).toBe(
      'passkey_invalid',
    );
  });

  test("is the admin's own: another admin's does not sign in", async () => {
    const other = 'viewer@demo.test';
    const authenticator = new SoftwareAuthenticator();
    await addPasskey(system, await signInAdmin(system, other), authenticator);
    expect((await signIn(system, authenticator)).body).toMatchObject({
      code: 'passkey_invalid',
      detail: 'Try again. If it fails again, use another way to sign in.',
    });
    await addPasskey(system, await signInAdmin(system, EMAIL), new SoftwareAuthenticator());
    expect((await signIn(system, authenticator, { email: other })).status).toBe(201);
    const used = await system.database.query<{ email: string; is_used: boolean }>(
      `select a.email, p.last_used_at is not null as is_used
         from identity.admin_passkeys p join identity.admins a on a.id = p.admin_id order by a.email`,
    );
    expect(used).toEqual(
      [
        { email: EMAIL, is_used: false },
        { email: other, is_used: true },
      ].toSorted((one, two) => (one.email < two.email ? -1 : 1)),
    );
  });

  test('whose counter goes back is refused, audited and mailed', async () => {
    const authenticator = new SoftwareAuthenticator({ counter: 5 });
    await addPasskey(system, await signInAdmin(system, EMAIL), authenticator);
    expect((await signIn(system, authenticator)).status).toBe(201);
    expect((await signIn(system, authenticator, { counter: 2 })).body.code).toBe('passkey_invalid');
    expect(await actionsOf(system)).toContain('admin.passkey_copied');
    const mails = await system.database.query(
      "select to_address, subject from identity.mail_outbox where kind = 'staff_passkey' order by id desc limit 1",
    );
    expect(mails).toEqual([{ to_address: EMAIL, subject: 'A sign-in with your passkey was refused' }]);
  });

  test.each([
    ['with a passkey that is not accepted', { isUserVerified: false }, DEMO_PASSWORD, 'passkey_invalid'],
    ['with a wrong password', {}, 'wrong', 'credentials_invalid'],
  ])('a refused sign-in %s uses up its challenge', async (_name, ceremony, password, code) => {
    const authenticator = new SoftwareAuthenticator();
    await addPasskey(system, await signInAdmin(system, EMAIL), authenticator);
    const { options, browser } = await begin(system);
    const origin = originOf(system);
    const attempt = (credentials: { password: string; passkey: object }) =>
      send(system, '/admin_sessions', browser, 'POST', { email: EMAIL, ...credentials });
    const refused = await attempt({ password, passkey: authenticator.get(options, { origin, ...ceremony }) });
    expect(refused.body.code).toBe(code);
    const passkey = authenticator.get(options, { origin });
    const again = await attempt({ password: DEMO_PASSWORD, passkey });
    expect(again.body.code).toBe('passkey_invalid');
  });

  test('an admin has at most 20', async () => {
    const cookie = await signInAdmin(system, EMAIL);
    await system.database.query(
      `insert into identity.admin_passkeys
         (admin_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
       select a.id, sha256((a.id::text || n)::bytea), '\\x00', 0, false, false, '{}', 'x'
         from identity.admins a, generate_series(1, 20) n where a.email = $1`,
      [EMAIL],
    );
    const detail = 'An account has at most 20 passkeys. Remove one first.';
    expect(await addPasskey(system, cookie, new SoftwareAuthenticator())).toMatchObject({
      status: 409,
      body: { code: 'passkey_quota_reached', detail },
    });
  });

  test('G5: is refused from a browser that has begun no sign-in', async () => {
    const authenticator = new SoftwareAuthenticator();
    await addPasskey(system, await signInAdmin(system, EMAIL), authenticator);
    const { options } = await begin(system);
    const passkey = authenticator.get(options, { origin: originOf(system) });
    const body = { email: EMAIL, password: DEMO_PASSWORD, passkey };
    expect(await send(system, '/admin_sessions', '', 'POST', body)).toMatchObject({
      status: 422,
      body: { code: 'passkey_invalid' },
    });
  });

  test('G5: the challenge of a user does not sign staff in, and the options name no account', async () => {
    const { answer, options } = await begin(system);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^team_sign_in_id=/);
    expect(options).toMatchObject({
      rpId: 'team.localhost',
      userVerification: 'required',
      allowCredentials: [],
    });
  });
});

describe('ADMIN_PASSKEY_REQUIRED', () => {
  test('refuses one-time and recovery codes, after the password alone', async () => {
    const totp = await currentOneTimeCode(strict.database, EMAIL);
    const body = { email: EMAIL, password: DEMO_PASSWORD, totp };
    expect((await send(strict, '/admin_sessions', '', 'POST', body)).body.code).toBe('passkey_required');
    expect(
      (await send(strict, '/admin_sessions', '', 'POST', { ...body, totp: 'ABCD-EFGH-IJKL-MNOP' })).body.code,
    ).toBe('passkey_required');
    expect(
      (await send(strict, '/admin_sessions', '', 'POST', { ...body, password: 'wrong' })).body.code,
    ).toBe('credentials_invalid');
  });

  test('F11: the right password without a passkey counts as a failed sign-in', async () => {
    const email = 'viewer@demo.test';
    const answers: ApiAnswer[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      answers.push(await send(strict, '/admin_sessions', '', 'POST', { email, password: DEMO_PASSWORD }));
    }
    expect(answers.map(({ body }) => body.code)).toEqual([
      ...Array.from({ length: 5 }, () => 'passkey_required'),
      'rate_limited',
    ]);
  });

  test('G3: a link that was replaced, has expired or is unknown begins no enrolment', async () => {
    const email = 'links@staff.test';
    const begun = async (token: string) =>
      (await send(strict, '/admin_passkey_challenges/enrolment', '', 'POST', { token })).status;
    const replaced = await createEnrolmentToken(strict.database.ownerUrl, { email });
    const token = await createEnrolmentToken(strict.database.ownerUrl, { email });
    expect([await begun(token), await begun(replaced), await begun('A'.repeat(43))]).toEqual([201, 410, 410]);
    await strict.database.query(
      `update identity.admin_enrolments e set expires_at = now() from identity.admins a
        where a.id = e.admin_id and a.email = $1`,
      [email],
    );
    expect(await begun(token)).toBe(410);
  });

  test('enrols with a passkey alone, which then signs in and cannot be removed', async () => {
    const token = await createEnrolmentToken(strict.database.ownerUrl, { email: EMAIL });
    const opened = await send(strict, '/admin_enrolments/open', '', 'POST', { token });
    expect(opened.body).toMatchObject({ passkey_required: true, totp_secret: '', totp_uri: '' });
    const password = 'a kettle on the sill';
    const refused = await send(strict, '/admin_enrolments', '', 'POST', { token, password, totp: '123456' });
    expect(refused.body.code).toBe('passkey_required');
    const authenticator = new SoftwareAuthenticator();
    const { body } = await send(strict, '/admin_passkey_challenges/enrolment', '', 'POST', { token });
    const passkey = authenticator.create(body.options, { origin: originOf(strict) });
    const enrolled = await send(strict, '/admin_enrolments', '', 'POST', { token, password, passkey });
    expect(enrolled).toMatchObject({ status: 201, body: { recovery_codes: [] } });
    // The authenticator app of before proves nothing any more, also where no passkey is required.
    const apps = await strict.database.query(
      'select from identity.admin_second_factors f join identity.admins a on a.id = f.admin_id where a.email = $1',
      [EMAIL],
    );
    expect(apps).toEqual([]);
    const started = await signIn(strict, authenticator, { password });
    expect(started.status).toBe(201);
    const cookie = started.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const credentials = await send(strict, '/admin_credentials/current', cookie, 'GET');
    expect(credentials.body).toMatchObject({ passkey_required: true, passkeys: [{ backed_up: false }] });
    const [own] = credentials.body.passkeys;
    expect((await send(strict, `/admin_passkeys/${own.id}`, cookie, 'DELETE')).body).toMatchObject({
      code: 'last_credential',
      detail: 'Add another passkey first, then remove this one.',
    });
    const path = '/admin_sessions/current/reauthentications';
    expect((await send(strict, path, cookie, 'POST', { totp: '123456' })).body.code).toBe('passkey_required');
    const challenge = await send(strict, '/admin_passkey_challenges/reauthentication', cookie);
    const proof = authenticator.get(challenge.body.options, { origin: originOf(strict) });
    expect((await send(strict, path, cookie, 'POST', { passkey: proof })).status).toBe(204);
  });
});
