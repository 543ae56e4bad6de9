import { lockAccess } from '@gatehouse/boundary';
import {
  currentOneTimeCode,
  makeAdmin,
  makePerson,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { createEnrolmentToken } from '#support/enrolment-token.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { inviteAdmin } from '#support/invite-admin.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({
    apis: ['identity'],
    environment: { SIGN_IN_FAILURES_PER_ACCOUNT: '5', SIGN_UPS_PER_ADDRESS: '1000' },
  });
});
afterAll(() => system.stop());

const SESSIONS = '/api/identities/admin_sessions';
const post = (path: string, body: object, cookie?: string) =>
  system.teamHost.request(`/api/identities${path}`, {
    method: 'POST',
    body,
    ...(cookie === undefined ? {} : { cookie }),
  });
const signIn = (email: string, password: string, totp?: string) =>
  post('/admin_sessions', { email, password, ...(totp === undefined ? {} : { totp }) });
const cookieOf = (answer: Awaited<ReturnType<typeof post>>) =>
  answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';

const invite = (email: string, options: { name?: string; role?: 'operator' | 'viewer' } = {}) =>
  createEnrolmentToken(system.database.ownerUrl, { email, ...options });

/** A code of this moment as if none had been used before: a test does not wait for the next half minute. */
async function freshCode(totp: TOTP): Promise<string> {
  await system.database.query('update identity.admin_second_factors set last_used_step = 0');
  return totp.generate();
}

/** A new admin with password, second factor and recovery codes, through the link. */
async function enrol(email: string, role: 'operator' | 'viewer' = 'operator') {
  const token = await invite(email, { role });
  const opened = await post('/admin_enrolments/open', { token });
  expect(opened.status).toBe(200);
  const totp = new TOTP({ secret: opened.body.totp_secret });
  const password = 'a heron on the weir';
  const completed = await post('/admin_enrolments', { token, password, totp: totp.generate() });
  expect(completed.status).toBe(201);
  return { token, password, totp, recoveryCodes: completed.body.recovery_codes as string[] };
}

describe("the staff's second factor", () => {
  test('403 totp_required after a right password only', async () => {
    expect(await signIn('viewer@demo.test', 'gatehouse-demo-1')).toMatchObject({
      status: 403,
      body: { code: 'totp_required' },
      headers: expect.not.objectContaining({ 'set-cookie': expect.anything() }),
    });
    for (const email of ['viewer@demo.test', 'unknown@demo.test']) {
      const answer = await signIn(email, 'wrong wrong', '123456');
      expect(answer).toMatchObject({ status: 422, body: { code: 'credentials_invalid' } });
    }
  });

  test('a code works once, also for two requests at once', async () => {
    const totp = await currentOneTimeCode(system.database, 'admin@demo.test');
    const answers = await Promise.all([1, 2].map(() => signIn('admin@demo.test', 'gatehouse-demo-1', totp)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({
      code: 'totp_invalid',
      detail: expect.stringContaining('Each code works once. Wait for the next one'),
    });
    expect(refused?.headers['set-cookie']).toBeUndefined();
  });

  test('guessing codes is slowed down, and leaves a trail', async () => {
    const { password } = await enrol('guessed@staff.test');
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push((await signIn('guessed@staff.test', password, String(100_000 + guess))).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    const events = await system.database.query(
      `select e.id from identity.audit_events e join identity.admins a on a.id = e.subject_id
        where a.email = 'guessed@staff.test' and e.action = 'admin_session.refused'`,
    );
    expect(events).toHaveLength(5);
  });

  test('the ten recovery codes have 120 bits each: enough for a hash without a salt', async () => {
    const { recoveryCodes } = await enrol('codes@staff.test');
    expect(new Set(recoveryCodes).size).toBe(10);
    // Five bits a character.
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  });

  test('a recovery code replaces a code once, however it is typed', async () => {
    const { password, recoveryCodes } = await enrol('lost@staff.test');
    const [code = ''] = recoveryCodes;
    const typed = code.toLowerCase().replaceAll('-', ' ');
    expect((await signIn('lost@staff.test', password, typed)).status).toBe(201);
    expect((await signIn('lost@staff.test', password, code)).body.code).toBe('totp_invalid');
    const other = await enrol('other@staff.test');
    expect((await signIn('other@staff.test', other.password, recoveryCodes[1])).body.code).toBe(
      'totp_invalid',
    );
  });
});

describe('enrolment through the one-time link', () => {
  test('sets password and second factor once and starts no session', async () => {
    const { token, password, totp } = await enrol('new@staff.test', 'viewer');
    expect(await post('/admin_enrolments/open', { token })).toMatchObject({
      status: 410,
      body: { code: 'token_invalid' },
    });
    const again = await post('/admin_enrolments', { token, password, totp: totp.generate() });
    expect(again).toMatchObject({ status: 410, body: { code: 'token_invalid' } });
    const signedIn = await signIn('new@staff.test', password, await freshCode(totp));
    expect(signedIn).toMatchObject({ status: 201, body: { identities_admin: { role: 'viewer' } } });
  });

  test('a wrong first code leaves the link as it was', async () => {
    const token = await invite('slow@staff.test', { name: 'Slow' });
    const { body } = await post('/admin_enrolments/open', { token });
    expect(body).toMatchObject({ email: 'slow@staff.test', name: 'Slow', passkey_required: false });
    expect(body.totp_uri).toBe(
      `otpauth://totp/Gatehouse:slow%40staff.test?issuer=Gatehouse&secret=${body.totp_secret}&algorithm=SHA1&digits=6&period=30`,
    );
    const complete = (totp: string, password = 'a heron on the weir') =>
      post('/admin_enrolments', { token, password, totp });
    expect((await complete('000000')).body.code).toBe('totp_invalid');
    expect((await complete('000000', 'password1')).body.code).toBe('password_common');
    expect((await complete('000000', 'slow@staff.test')).body.code).toBe('password_common');
    expect((await complete(new TOTP({ secret: body.totp_secret }).generate())).status).toBe(201);
  });

  test('a link that was never opened has no seed that a code could prove', async () => {
    const token = await invite('unopened@staff.test');
    const answer = await post('/admin_enrolments', {
      token,
      password: 'a heron on the weir',
      totp: '000000',
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'totp_invalid' } });
  });

  test('F11: a seed that is copied to another admin’s link proves nothing', async () => {
    const [own, other] = [await invite('own-seed@staff.test'), await invite('other-seed@staff.test')];
    const { body } = await post('/admin_enrolments/open', { token: own });
    await system.database.query(
      `update identity.admin_enrolments e set encrypted_totp_secret = o.encrypted_totp_secret
         from identity.admin_enrolments o, identity.admins a, identity.admins oa
        where a.id = e.admin_id and a.email = 'other-seed@staff.test'
          and oa.id = o.admin_id and oa.email = 'own-seed@staff.test'`,
    );
    const totp = new TOTP({ secret: body.totp_secret }).generate();
    const answer = await post('/admin_enrolments', { token: other, password: 'a heron on the weir', totp });
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error' } });
  });

  test.each(['open', 'complete'] as const)(
    'G1: a link that ends while a request to %s it waits for the admin’s lock gives nothing',
    async (step) => {
      const token = await invite(`${step}-late@staff.test`);
      const { body } = await post('/admin_enrolments/open', { token });
      const [admin] = await system.database.query<{ id: string }>(
        'select id from identity.admins where email = $1',
        [`${step}-late@staff.test`],
      );
      const totp = new TOTP({ secret: body.totp_secret }).generate();
      const { answering } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
        await lockAccess(holder, [{ kind: 'admin', id: `${admin?.id}`, mode: 'exclusive' }]);
        const asked =
          step === 'open'
            ? post('/admin_enrolments/open', { token })
            : post('/admin_enrolments', { token, password: 'a heron on the weir', totp });
        await isWaitedFor(holder);
        await holder.query('update identity.admin_enrolments set used_at = now() where admin_id = $1', [
          admin?.id,
        ]);
        return { answering: asked };
      });
      expect(await answering).toMatchObject({ status: 410, body: { code: 'token_invalid' } });
    },
  );

  test('a second link ends what the first one gave: password, codes and sessions', async () => {
    const first = await enrol('again@staff.test');
    const cookie = cookieOf(await signIn('again@staff.test', first.password, await freshCode(first.totp)));
    expect((await system.teamHost.request(`${SESSIONS}/current`, { cookie })).status).toBe(200);
    await enrol('again@staff.test');
    expect((await system.teamHost.request(`${SESSIONS}/current`, { cookie })).status).toBe(401);
    expect((await signIn('again@staff.test', first.password, first.recoveryCodes[0])).body.code).toBe(
      'totp_invalid',
    );
  });

  test('an expired link and an unknown one are the same', async () => {
    const token = await invite('late@staff.test');
    await system.database.query(
      "update identity.admin_enrolments set expires_at = now() - interval '1 second' where used_at is null",
    );
    const answers = await Promise.all(
      [token, 'A'.repeat(43)].map((one) => post('/admin_enrolments/open', { token: one })),
    );
    expect(answers.map(({ body }) => body.code)).toEqual(['token_invalid', 'token_invalid']);
  });
});

describe('npm run admin:invite', () => {
  test('prints a link that works', async () => {
    const link = new URL(await inviteAdmin(system, '--email', 'printed@staff.test', '--name', 'Nadia Okoye'));
    expect([link.host, link.pathname]).toEqual([system.local.teamHost, '/enrol']);
    const opened = await post('/admin_enrolments/open', { token: link.hash.slice('#token='.length) });
    expect(opened).toMatchObject({ status: 200, body: { email: 'printed@staff.test', name: 'Nadia Okoye' } });
  });

  test.each([
    [['--email', 'x'], '--email needs an email address'],
    [['--email', 'x@x.test'], '--name needs a name'],
    [['--email', 'x@x.test', '--name', 'X', '--role', 'root'], '--role is operator or viewer'],
    [['--email', 'x@x.test', '--name', 'X', '--hours', '0'], '--hours is a number from 1 to 168'],
  ])('names the option that is wrong: %j', async (options, message) => {
    await expect(inviteAdmin(system, ...options)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });
});

describe('what asks for a fresh code', () => {
  test('B1: a code that is 15 minutes old does not disable a company, and a new one does, in its own session alone', async () => {
    const { password, totp } = await enrol('fresh@staff.test');
    const signedIn = await signIn('fresh@staff.test', password, await freshCode(totp));
    const cookie = cookieOf(signedIn);
    const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const disable = (by = cookie) =>
      system.teamHost.request(`/api/identities/admin/companies/${owner.companyId}/condition`, {
        method: 'PUT',
        cookie: by,
        body: { condition: 'disabled', reason: 'a test' },
      });
    const reauthenticate = (code: string) =>
      post('/admin_sessions/current/reauthentications', { totp: code }, cookie);
    await system.database.query(
      "update identity.admin_sessions set second_factor_at = now() - interval '15 minutes' where id = $1",
      [signedIn.body.session.id],
    );
    expect(await disable()).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
    expect(await reauthenticate('000000')).toMatchObject({
      status: 422,
      body: { code: 'totp_invalid', detail: expect.stringContaining('Each code works once.') },
    });
    const [refusal] = await system.database.query(
      'select action, change from identity.audit_events where subject_id = $1 order by id desc limit 1',
      [signedIn.body.identities_admin.id],
    );
    expect(refusal).toEqual({ action: 'admin_session.refused', change: 'wrong second factor' });
    expect((await disable()).status).toBe(403);
    const other = await makeAdmin(system.database, 'operator', 'live', '15 minutes old');
    expect((await reauthenticate(await freshCode(totp))).status).toBe(204);
    expect((await disable(other.cookie)).body.code).toBe('reauthentication_required');
    expect((await disable()).status).toBe(200);
  });

  test('B1: a session with an old code does not suspend a user, and one with a fresh code does', async () => {
    const old = await makeAdmin(system.database, 'operator', 'live', '15 minutes old');
    const cookie = (await makeAdmin(system.database, 'operator')).cookie;
    const person = await makePerson(system.database);
    const suspend = (who: string) =>
      system.teamHost.request(`/api/identities/admin/users/${person.userId}/talent_access`, {
        method: 'PUT',
        cookie: who,
        body: { state: 'suspended', reason: 'a test' },
      });
    expect((await suspend(old.cookie)).body.code).toBe('reauthentication_required');
    expect((await suspend(cookie)).status).toBe(200);
  });
});
