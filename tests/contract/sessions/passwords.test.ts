import { randomBytes } from 'node:crypto';
import {
  type ApiClient,
  addressOf,
  createApiClient,
  DEMO_PASSWORD,
  makePerson,
  signIn,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { givePassword } from '#support/give-password.ts';
import { makeResetToken } from '#support/make-reset-token.ts';
import { nextMail } from '#support/next-mail.ts';
import { freshAddress } from '#support/throttled-identity.ts';

let system: TestSystem;
let identity: ApiClient;
beforeAll(async () => {
  system = await startTestSystem({
    apis: ['identity'],
    environment: { SIGN_IN_FAILURES_PER_ACCOUNT: '4', PASSWORD_RESETS: '8' },
  });
  const { port, host } = new URL(system.local.services.identity[0]?.url ?? '');
  identity = createApiClient({ port: Number(port), host });
});
afterAll(async () => {
  identity.close();
  await system.stop();
});

const post = (path: string, body: object, options: { cookie?: string; method?: string } = {}) =>
  system.publicHost.request(`/api/identities${path}`, { method: 'POST', body, ...options });
/** @returns the address of a new user, whose password is that of the demo. */
async function makeUser(name = 'Test Person'): Promise<string> {
  const person = await makePerson(system.database);
  await givePassword(system.database, person.userId);
  await system.database.query('update identity.users set name = $2 where id = $1', [person.userId, name]);
  return addressOf(person);
}
/** Through a trusted proxy, which names an address of its own: each address may ask for a few. */
const askForReset = (email: string, address = freshAddress()) =>
  identity.request('/api/identities/password_resets', {
    method: 'POST',
    body: { email },
    headers: { 'x-forwarded-for': address },
  });
const isLive = async (cookie: string) =>
  (await system.publicHost.request('/api/identities/user_sessions/current', { cookie })).status === 200;
const mailsTo = async (address: string, subject: string) =>
  (await system.local.mails()).filter((mail) => mail.to === address && mail.subject === subject);
const nextMailTo = (address: string, subject = 'Reset your password') =>
  nextMail(system, address, { subject });

const auditOf = (email: string) =>
  system.database.query<{ action: string; actor_kind: string; change: string }>(
    `select e.action, e.actor_kind, e.change from identity.audit_events e join identity.users u on u.id = e.subject_id
      where u.email = $1 order by e.id`,
    [email],
  );
async function makeResetTokenFor(email: string): Promise<string> {
  const [user] = await system.database.query<{ id: string }>(
    'select id from identity.users where email = $1',
    [email],
  );
  return makeResetToken(system.database, user?.id ?? '');
}
const redeem = (token: string, password = 'a kettle on the sill') =>
  post('/password_resets/redeem', { token, password });

test.each([
  ['a change', true],
  ['a reset', false],
])(
  'G3: %s of a password ends what began with the old one, of its user alone, and is audited',
  async (_what, isChange) => {
    const [email, other] = [await makeUser(), await makeUser()];
    const [here, there, others] = [
      await signIn(system.publicHost, email),
      await signIn(system.publicHost, email),
      await signIn(system.publicHost, other),
    ];
    const [used, open, othersOpen] = [
      await makeResetTokenFor(email),
      await makeResetTokenFor(email),
      await makeResetTokenFor(other),
    ];
    // A link for another purpose, one that was used before, and a session that has ended stay as they were.
    const kept = await system.database.query<{ id: string }>(
      `insert into identity.mail_tokens (purpose, token_hash, user_id, expires_at, used_at)
       select t.purpose, sha256((t.purpose || u.email)::bytea), u.id, now() + interval '1 hour', t.used_at
         from identity.users u,
              (values ('email_verification', null), ('password_reset', now() - interval '2 hours')) t (purpose, used_at)
        where u.email = $1 returning id`,
      [email],
    );
    await system.database.query(
      `insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at, ended_at, end_reason)
       select sha256(uuidv7()::text::bytea), id, now() + interval '1 hour', now() + interval '1 hour', now(), 'signed_out'
         from identity.users where email = $1`,
      [email],
    );
    const pending = await system.database.query<{ id: string }>(
      `insert into identity.email_changes (user_id, new_email, token_hash)
     select id, 'new-' || email, sha256(email::bytea) from identity.users where email in ($1, $2)
     returning id`,
      [email, other],
    );
    const body = { current_password: DEMO_PASSWORD, new_password: 'a kettle on the sill' };
    const answer = isChange
      ? await post('/users/current/password', body, { cookie: here, method: 'PUT' })
      : await redeem(used);
    expect(answer.status).toBe(204);
    expect([await isLive(here), await isLive(there), await isLive(others)]).toEqual([isChange, false, true]);
    const ended = await system.database.query<{ is_ended: boolean }>(
      'select ended_at is not null as is_ended from identity.email_changes where id = any ($1) order by id',
      [pending.map(({ id }) => id).sort()],
    );
    expect(ended.filter(({ is_ended }) => is_ended)).toHaveLength(1);
    const sessions = await system.database.query<{ end_reason: string | null }>(
      `select s.end_reason from identity.user_sessions s join identity.users u on u.id = s.user_id where u.email = $1`,
      [email],
    );
    expect(sessions.map(({ end_reason }) => end_reason).toSorted()).toEqual(
      ['password_changed', 'password_changed', 'signed_out', isChange ? null : 'password_changed'].toSorted(),
    );
    expect(
      await system.database.query(
        `select t.purpose, t.used_at < now() - interval '1 hour' as is_old from identity.mail_tokens t
          where t.id = any ($1) order by t.purpose`,
        [kept.map(({ id }) => id)],
      ),
    ).toEqual([
      { purpose: 'email_verification', is_old: null },
      { purpose: 'password_reset', is_old: true },
    ]);
    // The session of its making, too.
    expect(await auditOf(email)).toEqual([
      { action: 'user.password_changed', actor_kind: 'user', change: `${isChange ? 2 : 3} sessions ended` },
    ]);
    expect((await redeem(open, 'a heron on the weir')).status).toBe(410);
    expect((await redeem(othersOpen)).status).toBe(204);
  },
);

describe('changing the own password', () => {
  const change = (cookie: string, current_password: string, new_password: string) =>
    post('/users/current/password', { current_password, new_password }, { cookie, method: 'PUT' });

  test('ends the other sessions and keeps this one; a mail tells of it', async () => {
    const email = await makeUser();
    const [here, there] = [await signIn(system.publicHost, email), await signIn(system.publicHost, email)];
    expect((await change(here, DEMO_PASSWORD, 'a lantern in the fog')).status).toBe(204);
    expect(await isLive(here)).toBe(true);
    expect(await isLive(there)).toBe(false);
    const answers = await Promise.all(
      [DEMO_PASSWORD, 'a lantern in the fog'].map((password) => post('/user_sessions', { email, password })),
    );
    expect(answers.map(({ status }) => status)).toEqual([422, 201]);
    await nextMailTo(email, 'Your password was changed');
  });

  test('takes 128 characters of any kind, and compares them as they were typed', async () => {
    const email = await makeUser();
    const password = ` Ünter Drei Brücken ✓ ${'x'.repeat(105)} `;
    expect(password).toHaveLength(128);
    const cookie = await signIn(system.publicHost, email);
    expect((await change(cookie, DEMO_PASSWORD, password)).status).toBe(204);
    const statuses: number[] = [];
    // The right one in between: failures in a row would be slowed down.
    for (const typed of [password.trim(), password.toLowerCase(), password, password.slice(0, 72)])
      statuses.push((await post('/user_sessions', { email, password: typed })).status);
    expect(statuses).toEqual([422, 422, 201, 422]);
    // A keyboard that composes its letters in another way types the same password.
    const composed = await post('/user_sessions', { email, password: password.normalize('NFD') });
    expect(composed.status).toBe(201);
  });

  test.each([
    ['wrong wrong', 'a lantern in the fog', 422, 'credentials_invalid'],
    [DEMO_PASSWORD, 'password1', 422, 'password_common'],
    [DEMO_PASSWORD, 'A lantern in 2026', 422, 'password_common'],
    [DEMO_PASSWORD, 'short', 400, 'input_invalid'],
  ])('is refused with current %j and new %j: %d %s', async (current, next, status, code) => {
    const email = await makeUser('A. Lantern-In');
    const cookie = await signIn(system.publicHost, email);
    const answer = await change(cookie, current, next);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body.detail === 'The current password is wrong.').toBe(code === 'credentials_invalid');
    expect(await isLive(cookie)).toBe(true);
    const refusal = { action: 'user_session.refused', actor_kind: 'user', change: 'change of the password' };
    expect(await auditOf(email)).toEqual(code === 'credentials_invalid' ? [refusal] : []);
  });

  test('A2: guessing the current password is slowed down, and the session stays', async () => {
    const cookie = await signIn(system.publicHost, await makeUser());
    const statuses: number[] = [];
    for (let guess = 0; guess < 5; guess += 1)
      statuses.push((await change(cookie, `guess ${guess}`, 'a lantern in the fog')).status);
    expect(statuses).toEqual([422, 422, 422, 422, 429]);
    expect(await isLive(cookie)).toBe(true);
  });

  test('the own name can be changed', async () => {
    const email = await makeUser();
    const cookie = await signIn(system.publicHost, email);
    const answer = await post('/users/current', { name: '  Mateo da Silva ' }, { cookie, method: 'PATCH' });
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'Mateo da Silva', email },
    });
    const { body } = await system.publicHost.request('/api/identities/user_sessions/current', { cookie });
    expect(body.identities_user.name).toBe('Mateo da Silva');
  });
});

describe('a reset by mail', () => {
  const tokenIn = (text: string) => /\/reset-password#token=([\w-]{43})$/m.exec(text)?.[1];

  test('sets a new password once and ends every session of the person', async () => {
    const email = await makeUser('Ada Lovelace');
    const thief = await signIn(system.publicHost, email);
    expect((await post('/password_resets', { email: ` ${email.toUpperCase()}` })).status).toBe(202);
    const mail = await nextMailTo(email);
    const redeem = (password: string) =>
      post('/password_resets/redeem', { token: tokenIn(mail.text), password });
    expect(await redeem('password1')).toMatchObject({ status: 422, body: { code: 'password_common' } });
    // The own name and address.
    expect(await redeem('Ada.Lovelace-2026')).toMatchObject({
      status: 422,
      body: { code: 'password_common' },
    });
    expect(await isLive(thief)).toBe(true);
    expect((await redeem('a kettle on the sill')).status).toBe(204);
    expect(await isLive(thief)).toBe(false);
    expect(await redeem('another one entirely')).toMatchObject({
      status: 410,
      body: { code: 'token_invalid' },
    });
    const again = await post('/user_sessions', {
      email,
      password: 'a kettle on the sill',
    });
    expect(again.status).toBe(201);
  });

  test('a token that never was costs no hash: a flood of them is answered, each with what it is', async () => {
    const redeem = () =>
      post('/password_resets/redeem', {
        token: randomBytes(32).toString('base64url'),
        password: 'a kettle on the sill',
      });
    const answers = await Promise.all(Array.from({ length: 300 }, redeem));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['410 token_invalid']),
    );
  });

  test('is audited when it is asked for, and after it the address may sign in that had guessed too often', async () => {
    const email = await makeUser();
    const from = freshAddress();
    const post = (path: string, body: object) =>
      identity.request(`/api/identities${path}`, {
        method: 'POST',
        body,
        headers: { 'x-forwarded-for': from },
      });
    const guess = (password: string) => post('/user_sessions', { email, password });
    for (let count = 0; count < 4; count += 1) await guess('wrong wrong');
    expect((await guess(DEMO_PASSWORD)).status).toBe(429);
    await askForReset(email);
    const token = tokenIn((await nextMailTo(email)).text);
    const password = 'a kettle on the sill';
    expect((await post('/password_resets/redeem', { token, password })).status).toBe(204);
    expect((await guess(password)).status).toBe(201);
    expect((await auditOf(email)).filter(({ action }) => action !== 'user_session.refused')).toEqual([
      { action: 'user.password_reset_requested', actor_kind: 'system', change: '' },
      { action: 'user.password_changed', actor_kind: 'user', change: '1 sessions ended' },
    ]);
  });

  test('sets the first password of a user who signs in with passkeys', async () => {
    const { userId } = await makePerson(system.database);
    const email = addressOf({ userId });
    expect((await redeem(await makeResetTokenFor(email))).status).toBe(204);
    expect((await post('/user_sessions', { email, password: 'a kettle on the sill' })).status).toBe(201);
  });

  test('reaches no account whose address is not verified: no link is mailed, and an older one sets nothing', async () => {
    const email = await makeUser();
    const token = await makeResetTokenFor(email);
    await system.database.query('update identity.users set email_verified_at = null where email = $1', [
      email,
    ]);
    await askForReset(email);
    expect(await auditOf(email)).toEqual([]);
    expect((await redeem(token)).status).toBe(410);
    expect(await auditOf(email)).toEqual([]);
  });

  test('of two uses of one link at the same time one works', async () => {
    const email = await makeUser();
    const other = await makeUser();
    await askForReset(email);
    const mail = await nextMailTo(email);
    const token = tokenIn(mail.text);
    expect(
      await system.database.query(
        'select from identity.mail_tokens t join identity.users u on u.id = t.user_id where u.email = $1',
        [other],
      ),
    ).toEqual([]);
    const answers = await Promise.all(
      ['a first new password', 'a second new password'].map((password) =>
        post('/password_resets/redeem', { token, password }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410]);
  });

  test('answers alike for an unknown address, and sends nothing', async () => {
    const email = await makeUser();
    const [known, unknown] = await Promise.all([email, 'unknown@demo.test'].map((one) => askForReset(one)));
    expect(unknown?.status).toBe(known?.status);
    expect(unknown?.text).toBe(known?.text);
    await nextMailTo(email);
    expect(await mailsTo('unknown@demo.test', 'Reset your password')).toEqual([]);
  });

  test.each([
    ['an expired link', "expires_at = now() - interval '1 second'"],
    ['a link of another purpose', "purpose = 'email_verification'"],
  ])('%s sets nothing', async (_, change) => {
    const email = await makeUser();
    await askForReset(email);
    const mail = await nextMailTo(email);
    await system.database.query(`update identity.mail_tokens set ${change} where used_at is null`);
    const answer = await post('/password_resets/redeem', {
      token: tokenIn(mail.text),
      password: 'a kettle on the sill',
    });
    expect(answer).toMatchObject({ status: 410, body: { code: 'token_invalid' } });
  });

  test('asking for mails without end is refused', async () => {
    const email = await makeUser();
    const address = freshAddress();
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await askForReset(email, address)).status);
    expect(statuses).toEqual([202, 202, 202, 429]);
  });
});
