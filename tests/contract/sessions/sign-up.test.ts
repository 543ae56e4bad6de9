import { randomBytes } from 'node:crypto';
import { makePerson, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { mailedTokens, nextMailedToken } from '#support/mail-links.ts';
import { nextMail } from '#support/next-mail.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ apis: ['identity'], environment: { SIGN_UPS_PER_ADDRESS: '1000' } });
});
afterAll(() => system.stop());

const PAGE = 'verify-email';
const VICTIM = { name: 'Ines Prado', password: 'a lake in autumn' };
const ATTACKER = { name: 'Mallory', password: 'a trap in the lake' };

const newAddress = () => `${randomBytes(8).toString('hex')}@sign-up.test`;
const post = (path: string, body: object) =>
  system.publicHost.request(`/api/identities${path}`, { method: 'POST', body });
const signIn = (email: string, { password }: { password: string }) =>
  post('/user_sessions', { email, password });
const verify = async (token: string) => (await post('/email_verifications', { token })).status;

/** Signs up and returns the token of the link that is mailed. */
async function signUp(email: string, person: typeof VICTIM): Promise<string> {
  const known = await mailedTokens(system, email, PAGE);
  expect((await post('/users', { email, ...person })).status).toBe(202);
  return nextMailedToken(system, email, PAGE, known);
}

const usersOf = (email: string) =>
  system.database.query<{ id: string; name: string }>(
    'select id, name from identity.users where email = $1',
    [email],
  );
const signUpsOf = (email: string) =>
  system.database.query<{ id: string }>('select id from identity.sign_ups where email = $1', [email]);
const auditOf = (subjectId: string | undefined) =>
  system.database.query<{ action: string; actor_kind: string; actor_id: string | null; change: string }>(
    'select action, actor_kind, actor_id, change from identity.audit_events where subject_id = $1 order by id',
    [subjectId],
  );

describe('an address whose account is deleted at that moment', () => {
  /** Deletes the account while the request of its address waits. */
  const whileDeleted = async (path: string, body: object) => {
    const { userId } = await makePerson(system.database);
    const email = newAddress();
    await system.database.query("update identity.users set email = $2, name = 'Ines Prado' where id = $1", [
      userId,
      email,
    ]);
    await system.database.query('delete from identity.user_sessions where user_id = $1', [userId]);
    const [answer] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('delete from identity.users where id = $1', [userId]);
      const request = post(path, { email, ...body });
      await isWaitedFor(holder);
      return [request];
    });
    return { status: (await answer)?.status, email };
  };

  test('G11: is free for a sign-up, which mails nothing about the account', async () => {
    const { status, email } = await whileDeleted('/users', ATTACKER);
    expect(status).toBe(202);
    expect(await signUpsOf(email)).toHaveLength(1);
  });

  test('G11: gets no link that sets a password, and the same answer as an unknown one', async () => {
    const { status, email } = await whileDeleted('/password_resets', {});
    expect(status).toBe(202);
    expect(await mailedTokens(system, email, 'reset-password')).toEqual([]);
  });
});

describe('two sign-ups for one address', () => {
  test('F1 G3: the attacker first: the link of the victim’s own sign-up sets the victim’s name and password', async () => {
    const email = newAddress();
    const planted = await signUp(email, ATTACKER);
    const own = await signUp(email, VICTIM);
    expect(await verify(own)).toBe(204);
    expect((await signIn(email, ATTACKER)).status).toBe(422);
    const signedIn = await signIn(email, VICTIM);
    expect([signedIn.status, signedIn.body.identities_user?.name]).toEqual([201, VICTIM.name]);
    // The attacker's mail, had it been read, does nothing any more.
    expect(await verify(planted)).toBe(410);
    expect((await signIn(email, VICTIM)).status).toBe(201);
  });

  test('F1 G3: the attacker last: the victim’s older link is refused instead of verifying the attacker’s password', async () => {
    const email = newAddress();
    const own = await signUp(email, VICTIM);
    await signUp(email, ATTACKER);
    expect(await verify(own)).toBe(410);
    expect(await usersOf(email)).toEqual([]);
    expect((await signIn(email, VICTIM)).status).toBe(422);
    // Signing up once more puts the victim back in front.
    expect(await verify(await signUp(email, VICTIM))).toBe(204);
    expect((await signIn(email, ATTACKER)).status).toBe(422);
    expect((await signIn(email, VICTIM)).status).toBe(201);
  });

  test('F1: the mail of a sign-up that replaced an open one says so', async () => {
    const email = newAddress();
    const warnings = async () =>
      (await system.local.mails()).filter(
        ({ to, text }) => to === email && text.includes('signed up only once'),
      );
    await signUp(email, ATTACKER);
    expect(await warnings()).toHaveLength(0);
    await signUp(email, VICTIM);
    expect(await warnings()).toHaveLength(1);
  });
});

describe('before its link is redeemed', () => {
  test('F1: nothing of a sign-up is in the account', async () => {
    const email = newAddress();
    const token = await signUp(email, VICTIM);
    expect(await usersOf(email)).toEqual([]);
    expect(await signUpsOf(email)).toHaveLength(1);
    expect(await verify(token)).toBe(204);
    expect(await usersOf(email)).toEqual([{ id: expect.any(String), name: VICTIM.name }]);
    expect(await signUpsOf(email)).toEqual([]);
  });

  test('F14: the right password gets `email_unverified` and is audited; a wrong one learns nothing', async () => {
    const email = newAddress();
    const token = await signUp(email, VICTIM);
    const [waiting] = await signUpsOf(email);
    const refused = await signIn(email, VICTIM);
    expect([refused.status, refused.body.code]).toEqual([403, 'email_unverified']);
    expect(refused.headers['set-cookie']).toBeUndefined();
    const guessed = await signIn(email, ATTACKER);
    expect([guessed.status, guessed.body.code]).toEqual([422, 'credentials_invalid']);
    const refusal = { action: 'user_session.refused', actor_kind: 'system', actor_id: null };
    const both = [
      { ...refusal, change: 'right password, address not confirmed' },
      { ...refusal, change: '' },
    ];
    expect(await auditOf(waiting?.id)).toEqual(both);
    await verify(token);
    // The account keeps the sign-up's id, and with it the trail.
    const [user] = await usersOf(email);
    expect(user?.id).toBe(waiting?.id);
    const own = { actor_kind: 'user', actor_id: user?.id, change: '' };
    expect(await auditOf(user?.id)).toEqual([
      ...both,
      { action: 'user.signed_up', ...own },
      { action: 'user.email_verified', ...own },
    ]);
  });

  test('F14: a password reset verifies no address: there is no account to reset', async () => {
    const email = newAddress();
    const token = await signUp(email, VICTIM);
    expect((await post('/password_resets', { email })).status).toBe(202);
    const mails = await system.database.query('select id from identity.mail_outbox where to_address = $1', [
      email,
    ]);
    expect(mails).toHaveLength(1);
    expect(await verify(token)).toBe(204);
  });

  test('F1 G3: the second has its own time, and the id by which its link is known', async () => {
    const email = newAddress();
    await signUp(email, VICTIM);
    const [first] = await system.database.query<{ id: string }>(
      `update identity.sign_ups set expires_at = now() + interval '1 minute', created_at = now() - interval '1 day'
        where email = $1 returning id`,
      [email],
    );
    await signUp(email, VICTIM);
    const rows = await system.database.query<{ id: string }>(
      `select id, expires_at > now() + interval '23 hours' as is_renewed, created_at > now() - interval '1 hour' as is_new
         from identity.sign_ups where email = $1`,
      [email],
    );
    expect(rows).toMatchObject([{ is_renewed: true, is_new: true }]);
    expect(rows[0]?.id).not.toBe(first?.id);
  });

  test('an expired link is refused, its password starts no session, and the next sign-up deletes its data', async () => {
    const email = newAddress();
    const token = await signUp(email, VICTIM);
    await system.database.query(
      "update identity.sign_ups set expires_at = now() - interval '1 second' where email = $1",
      [email],
    );
    expect(await verify(token)).toBe(410);
    expect((await signIn(email, VICTIM)).status).toBe(422);
    await signUp(newAddress(), VICTIM);
    expect(await signUpsOf(email)).toEqual([]);
  });
});

describe('a verified address', () => {
  test('F1 G3: a sign-up for it changes nothing and mails a reminder alone', async () => {
    const email = newAddress();
    await verify(await signUp(email, VICTIM));
    const linksBefore = await mailedTokens(system, email, PAGE);
    expect((await post('/users', { email, ...ATTACKER })).status).toBe(202);
    await nextMail(system, email, { subject: 'You already have an account' });
    expect(await mailedTokens(system, email, PAGE)).toEqual(linksBefore);
    expect(await signUpsOf(email)).toEqual([]);
    expect((await signIn(email, ATTACKER)).status).toBe(422);
    const signedIn = await signIn(email, VICTIM);
    expect([signedIn.status, signedIn.body.identities_user?.name]).toEqual([201, VICTIM.name]);
  });

  test('F1 G3: the link of a sign-up that was under way when the address was verified is refused', async () => {
    const email = newAddress();
    const planted = await signUp(email, ATTACKER);
    // As another instance would have left it whose redemption and sign-up crossed.
    await system.database.query(
      'insert into identity.users (email, name, email_verified_at) values ($1, $2, now())',
      [email, VICTIM.name],
    );
    expect(await verify(planted)).toBe(410);
    expect((await signIn(email, ATTACKER)).status).toBe(422);
    expect((await usersOf(email)).map(({ name }) => name)).toEqual([VICTIM.name]);
    expect(await signUpsOf(email)).toEqual([]);
  });
});

test('F1: the mail of a sign-up holds nothing that was typed but the address that it goes to', async () => {
  const email = newAddress();
  const name = 'You have won, call Mallory';
  await signUp(email, { ...VICTIM, name });
  const mail = (await system.local.mails()).find(({ to }) => to === email);
  expect(mail?.text).not.toContain('Mallory');
  expect(mail?.subject).not.toContain('Mallory');
});

test('U23: a password that is little more than the own name is refused, and nothing is stored or mailed', async () => {
  const email = newAddress();
  const answer = await post('/users', { email, name: VICTIM.name, password: 'ines.prado-1815' });
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'password_common', errors: [{ field: 'password' }] },
  });
  expect(await signUpsOf(email)).toEqual([]);
});

test('F14: an account whose address was never confirmed learns nothing of one: its sign-up begins again', async () => {
  const email = newAddress();
  await system.database.query(
    "insert into identity.users (email, name, updated_at) values ($1, $2, now() - interval '1 day')",
    [email, ATTACKER.name],
  );
  expect(await verify(await signUp(email, { ...VICTIM, name: `  ${VICTIM.name} ` }))).toBe(204);
  expect(
    await system.database.query(
      "select name, updated_at > now() - interval '1 hour' as is_new from identity.users where email = $1",
      [email],
    ),
  ).toEqual([{ name: VICTIM.name, is_new: true }]);
});

test('a link that verifies an account which has none yet replaces its name and password (G3)', async () => {
  const email = newAddress();
  const own = await signUp(email, VICTIM);
  const [user] = await system.database.query<{ id: string }>(
    `with made as (insert into identity.users (email, name) values ($1, $2) returning id)
     insert into identity.credentials (user_id, password_hash) select id, 'none' from made returning user_id as id`,
    [email, ATTACKER.name],
  );
  expect(await verify(own)).toBe(204);
  const signedIn = await signIn(email, VICTIM);
  expect([signedIn.status, signedIn.body.identities_user?.name]).toEqual([201, VICTIM.name]);
  expect(await usersOf(email)).toEqual([{ id: user?.id, name: VICTIM.name }]);
});

test('the own name is stored without spaces around it, and audited when it changes alone', async () => {
  const { userId, cookie } = await makePerson(system.database);
  const isNew = async () =>
    (
      await system.database.query(
        "select updated_at > now() - interval '1 hour' as is_new from identity.users where id = $1",
        [userId],
      )
    )[0];
  await system.database.query(
    "update identity.users set updated_at = now() - interval '1 day' where id = $1",
    [userId],
  );
  const rename = (body: object) =>
    system.publicHost.request('/api/identities/users/current', { method: 'PATCH', body, cookie });
  for (const body of [{}, { name: 'Test Person' }])
    expect(await rename(body)).toMatchObject({ status: 200, body: { id: userId, name: 'Test Person' } });
  expect(await auditOf(userId)).toEqual([]);
  expect(await rename({ name: '  Mateo da Silva ' })).toMatchObject({ body: { name: 'Mateo da Silva' } });
  expect(await rename({ name: 'Mateo da Silva' })).toMatchObject({ status: 200 });
  expect(await isNew()).toEqual({ is_new: true });
  expect(await auditOf(userId)).toEqual([
    { action: 'user.renamed', actor_kind: 'user', actor_id: userId, change: '' },
  ]);
});
