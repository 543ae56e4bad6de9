import { addressOf, makePerson, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { nextMailedToken } from '#support/mail-links.ts';
import { makePersonWithPasskey, originOf, signInWithPasskey } from '#support/passkey-client.ts';
import { SoftwareAuthenticator } from '#support/software-authenticator.ts';

let system: TestSystem;
let origin: string;
beforeAll(async () => {
  system = await startTestSystem({ apis: ['identity'] });
  origin = originOf(system);
});
afterAll(() => system.stop());

const post = (path: string, body: object) =>
  system.publicHost.request(`/api/identities${path}`, { method: 'POST', body });

async function signUp(email: string, password?: string): Promise<string> {
  const body = { name: 'Kay Less', email, ...(password === undefined ? {} : { password }) };
  const answer = await post('/users', body);
  expect(answer.status).toBe(202);
  return nextMailedToken(system, email, 'verify-email');
}

async function begin(token: string) {
  const { body } = await post('/passkey_challenges/sign_up', { token });
  return body.options;
}

const findUser = async (email: string) =>
  (
    await system.database.query<{ id: string; passwords: number; passkeys: number }>(
      `select u.id, (select count(*)::int from identity.credentials c where c.user_id = u.id) as passwords,
              (select count(*)::int from identity.user_passkeys p where p.user_id = u.id) as passkeys
         from identity.users u where u.email = $1`,
      [email],
    )
  )[0];

describe('a sign-up without a password', () => {
  test('takes no less time for an address that has an account, or for one that has none', async () => {
    const person = await makePerson(system.database);
    for (const email of [addressOf(person), 'timed@keyless.test']) {
      const startedAt = performance.now();
      expect((await post('/users', { name: 'Kay Less', email })).status).toBe(202);
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(149);
    }
  });

  test('creates no account without a passkey, and the link stays open', async () => {
    const token = await signUp('a@keyless.test');
    expect(await post('/email_verifications', { token })).toMatchObject({
      status: 403,
      body: { code: 'passkey_required' },
    });
    expect(await findUser('a@keyless.test')).toBeUndefined();
    const authenticator = new SoftwareAuthenticator();
    const passkey = authenticator.create(await begin(token), { origin });
    expect((await post('/email_verifications', { token, passkey })).status).toBe(204);
    expect(await findUser('a@keyless.test')).toMatchObject({ passwords: 0, passkeys: 1 });
    expect((await signInWithPasskey(system.publicHost, authenticator, origin)).status).toBe(201);
    expect((await post('/email_verifications', { token, passkey })).body.code).toBe('token_invalid');
  });

  test('has no password: none signs in, neither before nor after it is confirmed', async () => {
    const email = 'b@keyless.test';
    const token = await signUp(email);
    const refused = { status: 422, body: { code: 'credentials_invalid' } };
    expect(await post('/user_sessions', { email, password: 'x' })).toMatchObject(refused);
    const passkey = new SoftwareAuthenticator().create(await begin(token), { origin });
    await post('/email_verifications', { token, passkey });
    expect(await post('/user_sessions', { email, password: 'x' })).toMatchObject(refused);
  });

  test('the passkey answers the challenge of its own link', async () => {
    const token = await signUp('c@keyless.test');
    const other = await signUp('d@keyless.test');
    const passkey = new SoftwareAuthenticator().create(await begin(other), { origin });
    expect((await post('/email_verifications', { token, passkey })).body.code).toBe('passkey_invalid');
    expect((await post('/passkey_challenges/sign_up', { token: 'of no mail' })).body.code).toBe(
      'token_invalid',
    );
  });

  test('begins no passkey by a link that has expired', async () => {
    const email = 'i@keyless.test';
    const token = await signUp(email);
    await system.database.query('update identity.sign_ups set expires_at = now() where email = $1', [email]);
    const answer = await post('/passkey_challenges/sign_up', { token });
    expect(answer).toMatchObject({ status: 410, body: { code: 'token_invalid' } });
  });

  test('a passkey that another account has is refused, and the link stays open', async () => {
    const { authenticator } = await makePersonWithPasskey(system);
    const token = await signUp('e@keyless.test');
    const passkey = authenticator.create(await begin(token), { origin });
    expect((await post('/email_verifications', { token, passkey })).body.code).toBe('passkey_exists');
    expect(await findUser('e@keyless.test')).toBeUndefined();
    const right = new SoftwareAuthenticator().create(await begin(token), { origin });
    expect((await post('/email_verifications', { token, passkey: right })).status).toBe(204);
  });

  test('G3: adds no passkey to an account that the address has by now', async () => {
    const email = 'j@keyless.test';
    const token = await signUp(email);
    const passkey = new SoftwareAuthenticator().create(await begin(token), { origin });
    await system.database.query(
      "insert into identity.users (email, name, email_verified_at) values ($1, 'Kay Less', now())",
      [email],
    );
    expect(await post('/email_verifications', { token, passkey })).toMatchObject({
      status: 410,
      body: { code: 'token_invalid' },
    });
    expect(await findUser(email)).toMatchObject({ passwords: 0, passkeys: 0 });
  });

  test('G3: a passkey that is refused uses up its challenge: an honest answer to it is refused, too', async () => {
    const { authenticator: known } = await makePersonWithPasskey(system);
    const token = await signUp('h@keyless.test');
    const refusals = [
      { code: 'passkey_invalid', from: new SoftwareAuthenticator(), at: 'http://evil.test' },
      { code: 'passkey_exists', from: known, at: origin },
    ];
    for (const { code, from, at } of refusals) {
      const options = await begin(token);
      const refused = from.create(options, { origin: at });
      expect((await post('/email_verifications', { token, passkey: refused })).body.code).toBe(code);
      const passkey = new SoftwareAuthenticator().create(options, { origin });
      const answer = await post('/email_verifications', { token, passkey });
      expect([code, answer.body?.code]).toEqual([code, 'passkey_invalid']);
    }
    expect(await findUser('h@keyless.test')).toBeUndefined();
  });

  test('one with a password may begin with a passkey, too', async () => {
    const token = await signUp('f@keyless.test', 'a lake in autumn');
    const passkey = new SoftwareAuthenticator().create(await begin(token), { origin });
    expect((await post('/email_verifications', { token, passkey })).status).toBe(204);
    expect(await findUser('f@keyless.test')).toMatchObject({ passwords: 1, passkeys: 1 });
  });

  test('the first password is set by a reset', async () => {
    const email = 'g@keyless.test';
    const token = await signUp(email);
    const passkey = new SoftwareAuthenticator().create(await begin(token), { origin });
    await post('/email_verifications', { token, passkey });
    expect((await post('/password_resets', { email })).status).toBe(202);
    const reset = await nextMailedToken(system, email, 'reset-password');
    const password = 'a kettle on the sill';
    expect((await post('/password_resets/redeem', { token: reset, password })).status).toBe(204);
    expect((await post('/user_sessions', { email, password })).status).toBe(201);
  });
});
