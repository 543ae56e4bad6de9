import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEMO_TOTP_SECRET } from '@gatehouse/demo-data/staff';
import { DEMO_PASSWORD, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { recordFinding } from '#support/assurance.ts';
import { createEnrolmentToken } from '#support/enrolment-token.ts';
import { nextMail } from '#support/next-mail.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { waitFor } from '#support/wait-for.ts';

const LIMIT = 5;
const PASSWORD = 'a heron on the weir';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({
    apis: ['identity'],
    environment: { SIGN_IN_FAILURES_PER_ACCOUNT: String(LIMIT) },
  });
});
afterAll(() => system.stop());

const post = (path: string, body: object) =>
  system.teamHost.request(`/api/identities${path}`, { method: 'POST', body });
const signIn = (email: string, password: string, totp = '') =>
  post('/admin_sessions', { email, password, totp });
const open = async (token: string) =>
  String((await post('/admin_enrolments/open', { token })).body.totp_secret);
const complete = (token: string, seed: string) =>
  post('/admin_enrolments', { token, password: PASSWORD, totp: new TOTP({ secret: seed }).generate() });
const invite = (email: string) => createEnrolmentToken(system.database.ownerUrl, { email });

/** An admin with password and second factor. */
async function enrol(email: string) {
  const token = await invite(email);
  const seed = await open(token);
  const { status, body } = await complete(token, seed);
  expect(status).toBe(201);
  return { token, seed, recoveryCodes: body.recovery_codes as string[] };
}

/** What the trail says of an admin, oldest first. */
async function auditOf(email: string) {
  const events = await system.database.query<{ action: string; change: string }>(
    `select e.action, e.change from identity.audit_events e join identity.admins a on a.id = e.subject_id
      where a.email = $1 order by e.id`,
    [email],
  );
  return events.map(({ action, change }) => (change === '' ? action : `${action}: ${change}`));
}

const subjectsTo = async (email: string) =>
  (await system.local.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);

/** Everything that the database holds of second factors and links, as text. */
async function storedText() {
  const rows = await system.database.query<{ row: string }>(
    `select f::text as row from identity.admin_second_factors f
      union all select e::text from identity.admin_enrolments e
      union all select m::text from identity.mail_outbox m
      union all select a::text from identity.audit_events a`,
  );
  return rows.map(({ row }) => row).join('\n');
}

describe('F11: the enrolment link', () => {
  test('F11: the seed of the first of two openings never works', async () => {
    const token = await invite('first@staff.test');
    const thief = await open(token);
    const admin = await open(token);
    expect(admin).not.toBe(thief);
    expect((await complete(token, thief)).body.code).toBe('totp_invalid');
    expect((await complete(token, admin)).status).toBe(201);
    const code = new TOTP({ secret: thief }).generate();
    expect((await signIn('first@staff.test', PASSWORD, code)).body.code).toBe('totp_invalid');
  });

  test('F11: its seed is in no table in plain text, and in none at all once it was used', async () => {
    const token = await invite('erased@staff.test');
    const seed = await open(token);
    expect(await storedText()).not.toContain(seed);
    const rowOf = () =>
      system.database.query<{ encrypted: Buffer | null }>(
        `select e.encrypted_totp_secret as encrypted from identity.admin_enrolments e
           join identity.admins a on a.id = e.admin_id where a.email = 'erased@staff.test'`,
      );
    expect((await rowOf())[0]?.encrypted).toBeInstanceOf(Buffer);
    expect((await complete(token, seed)).status).toBe(201);
    expect(await rowOf()).toEqual([{ encrypted: null }]);
    expect(await storedText()).not.toContain(seed);
  });

  test('F11: a code before any opening sets nothing up', async () => {
    const token = await invite('unopened@staff.test');
    expect((await complete(token, DEMO_TOTP_SECRET)).body.code).toBe('totp_invalid');
  });

  test('F11: another link ends the one before, opened or not', async () => {
    const email = 'relinked@staff.test';
    const lost = await invite(email);
    const seed = await open(lost);
    await invite(email);
    expect((await post('/admin_enrolments/open', { token: lost })).body.code).toBe('token_invalid');
    expect((await complete(lost, seed)).body.code).toBe('token_invalid');
  });

  test('F11: every step is audited, and each that succeeds is mailed', async () => {
    const email = 'steps@staff.test';
    const token = await invite(email);
    const seed = await open(token);
    await post('/admin_enrolments', { token, password: PASSWORD, totp: '000000' });
    await complete(token, seed);
    expect(await auditOf(email)).toEqual([
      'admin.invited: role operator',
      'admin.enrolment_opened',
      'admin.enrolment_refused',
      'admin.enrolled',
    ]);
    const subjects = await waitFor(async () => {
      const found = await subjectsTo(email);
      return found.length === 3 ? found : undefined;
    });
    expect(subjects.toSorted()).toEqual([
      'Your staff sign-in is set up',
      'Your staff sign-in link was created',
      'Your staff sign-in link was opened',
    ]);
  });
});

describe('F11: signing in', () => {
  test.each([
    ['without a code', '', 403, 'totp_required', 'right password, no second factor'],
    ['with a wrong code', '000000', 422, 'totp_invalid', 'right password, wrong second factor'],
    ['with a wrong recovery code', 'ABCD-EFGH', 422, 'totp_invalid', 'right password, wrong second factor'],
  ])('F11: a right password %s is audited and throttled', async (name, code, status, refusal, change) => {
    const email = `${name.replaceAll(' ', '-')}@staff.test`;
    await enrol(email);
    for (let attempt = 0; attempt < LIMIT; attempt += 1) {
      expect(await signIn(email, PASSWORD, code)).toMatchObject({ status, body: { code: refusal } });
    }
    const throttled = await signIn(email, PASSWORD, code);
    expect([throttled.status, Number(throttled.headers['retry-after']) > 0]).toEqual([429, true]);
    const refusals = (await auditOf(email)).filter((event) => event.startsWith('admin_session.refused'));
    expect(refusals).toEqual(Array.from({ length: LIMIT }, () => `admin_session.refused: ${change}`));
    recordFinding('Credentials that are guessed', {
      tried: `F11: sign-ins of staff with the right password, ${name}`,
      counted: { tries: LIMIT, 'without an audit event': 0, 'further tries': 1, 'of them not refused': 0 },
    });
  });

  test('F11: a right password without a right second factor is mailed, unless the admin has signed in from the address before', async () => {
    const email = 'guessed@staff.test';
    const { recoveryCodes } = await enrol(email);
    const warnings = () =>
      system.database.query(
        "select from identity.mail_outbox where kind = 'staff_password_used' and to_address = $1",
        [email],
      );
    await signIn(email, 'a wrong password', '000000');
    expect(await warnings()).toHaveLength(0);
    await signIn(email, PASSWORD, '000000');
    expect(await warnings()).toHaveLength(1);
    expect((await signIn(email, PASSWORD, recoveryCodes[0])).status).toBe(201);
    await signIn(email, PASSWORD);
    expect(await warnings()).toHaveLength(1);
  });

  test('F11: the use of a recovery code is audited and mailed, with the number that is left', async () => {
    const email = 'recovered@staff.test';
    const { recoveryCodes } = await enrol(email);
    expect((await signIn(email, PASSWORD, recoveryCodes[0])).status).toBe(201);
    expect(await auditOf(email)).toContain('admin.recovery_code_used: 9 left');
    const mail = await nextMail(system, email, { subject: 'A recovery code was used to sign in' });
    expect(mail.text).toContain('You have 9 left.');
    for (const code of recoveryCodes) expect(mail.text).not.toContain(code);
  });
});

describe('F11: seeds at rest', () => {
  const plainSeeds = () =>
    system.database.query('select admin_id from identity.admin_second_factors where secret is not null');

  test('F11: seeds of before the encryption are encrypted when identity starts', async () => {
    await waitFor(async () => ((await plainSeeds()).length === 0 ? true : undefined));
    expect(await storedText()).not.toContain(DEMO_TOTP_SECRET);
  });

  test('F11: a seed that the version before writes meanwhile is encrypted when it is used', async () => {
    const email = 'viewer@demo.test';
    const seed = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    await system.database.query(
      `update identity.admin_second_factors set secret = $2, last_used_step = 0
        where admin_id = (select id from identity.admins where email = $1)`,
      [email, seed],
    );
    const code = (secret: string) => new TOTP({ secret }).generate();
    expect((await signIn(email, DEMO_PASSWORD, code(DEMO_TOTP_SECRET))).body.code).toBe('totp_invalid');
    expect(await plainSeeds()).toEqual([]);
    expect((await signIn(email, DEMO_PASSWORD, code(seed))).status).toBe(201);
    expect(await storedText()).not.toContain(seed);
  });

  test('F11: a row of another admin decrypts to nothing', async () => {
    const victim = await enrol('victim@staff.test');
    await enrol('copier@staff.test');
    await system.database.query(
      `update identity.admin_second_factors f set last_used_step = 0,
              encrypted_secret = (select o.encrypted_secret from identity.admin_second_factors o
                                    join identity.admins a on a.id = o.admin_id where a.email = 'victim@staff.test')
         from identity.admins a where a.id = f.admin_id and a.email = 'copier@staff.test'`,
    );
    const copied = await signIn('copier@staff.test', PASSWORD, new TOTP({ secret: victim.seed }).generate());
    expect(copied).toMatchObject({ status: 500, body: { code: 'internal_error' } });
  });
});

describe('F11: SECRETS_KEY', () => {
  const MAIN = fileURLToPath(new URL('services/identity/src/main.ts', REPOSITORY_ROOT));

  test.each([
    ['missing', undefined],
    ['too short', randomBytes(31).toString('base64')],
  ])('F11: identity does not start with a key that is %s, and says how to make one', async (_how, value) => {
    const env = {
      PORT: '0',
      DATABASE_URL: 'postgres://none@127.0.0.1:1/none',
      PUBLIC_HOST: 'www.key.test',
      TEAM_HOST: 'team.key.test',
      ...(value === undefined ? {} : { SECRETS_KEY: value }),
    };
    const failure = await promisify(execFile)(process.execPath, [MAIN], { env, timeout: 30_000 }).then(
      () => null,
      (error: { code: number; stderr: string }) => error,
    );
    expect(failure?.code).toBe(1);
    expect(failure?.stderr).toContain('SECRETS_KEY');
    expect(failure?.stderr).toContain('openssl rand -base64 32');
    if (value !== undefined) expect(failure?.stderr).not.toContain(value);
  });
});
