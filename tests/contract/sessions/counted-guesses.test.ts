import { randomBytes } from 'node:crypto';
import {
  createInstanceClient,
  DEMO_PASSWORD,
  type RunningPart,
  signIn,
  signInAdmin,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inHeldTransaction } from '#support/held-transaction.ts';
import { beginSignIn, makePersonWithPasskey, originOf } from '#support/passkey-client.ts';

const UNCONFIRMED = { email: 'unconfirmed@demo.test', password: 'a lake in autumn' };
const WRONG = { password: 'a wrong password' };
/** Each case has an address of its own, as the ingress would report it. */
let nextAddress = 1;

let system: TestSystem;
let assertion: object;
beforeAll(async () => {
  system = await startTestSystem({
    apis: ['identity'],
    environment: { SIGN_IN_FAILURES_PER_ACCOUNT: '1', LOG_LEVEL: 'fatal' },
  });
  const { authenticator } = await makePersonWithPasskey(system);
  const { options } = await beginSignIn(system.publicHost);
  assertion = authenticator.get(options, { origin: originOf(system) });
  const signUp = await system.publicHost.request('/api/identities/users', {
    method: 'POST',
    body: { name: 'Not confirmed', ...UNCONFIRMED },
  });
  expect(signUp.status).toBe(202);
});
afterAll(() => system.stop());

const unknownPasskey = () => ({
  passkey: { ...assertion, credential_id: randomBytes(16).toString('base64url') },
});
const withPassword = (email: string, rest: object) => ({ email, password: DEMO_PASSWORD, ...rest });

test.each<[string, 'user' | 'admin', string | null, () => object]>([
  ['a password', 'user', null, () => ({ email: 'member@demo.test', ...WRONG })],
  ['a password of an unknown account', 'user', null, () => ({ email: 'unknown@demo.test', ...WRONG })],
  ['the password of an address that is not confirmed', 'user', null, () => UNCONFIRMED],
  ['a passkey', 'user', null, unknownPasskey],
  ['the own password', 'user', 'owner@demo.test', () => WRONG],
  ['the own passkey', 'user', 'talent@demo.test', unknownPasskey],
  [
    'the password of a change',
    'user',
    'pending@demo.test',
    () => ({ current_password: WRONG.password, new_password: 'a lake in autumn' }),
  ],
  ['a password of staff', 'admin', null, () => ({ email: 'admin@demo.test', ...WRONG, totp: '123456' })],
  ['a password of staff without a code', 'admin', null, () => withPassword('viewer@demo.test', { totp: '' })],
  ['a code', 'admin', null, () => withPassword('viewer@demo.test', { totp: 'wrong' })],
  ['the own code', 'admin', 'admin@demo.test', () => ({ totp: '123456' })],
  ['the own passkey of staff', 'admin', 'admin@demo.test', unknownPasskey],
])('F10: a wrong guess of %s counts also when it cannot be recorded', async (_what, host, email, bodyOf) => {
  const { local } = system;
  const client = createInstanceClient(
    local.services.identity[0] as RunningPart,
    host === 'user' ? local.publicHost : local.teamHost,
  );
  const signInAs = (address: string) =>
    host === 'user' ? signIn(system.publicHost, address) : signInAdmin(system, address);
  const headers = { 'x-forwarded-for': `198.18.1.${nextAddress++}` };
  const body = bodyOf();
  const cookie = email === null ? null : await signInAs(email);
  const sessions = `/api/identities/${host}_sessions`;
  const ofPasskey = 'passkey' in body ? `${sessions}/passkey` : sessions;
  const isChange = 'new_password' in body;
  const ofAccount = isChange
    ? '/api/identities/users/current/password'
    : `${sessions}/current/reauthentications`;
  const path = email === null ? ofPasskey : ofAccount;
  const guess = async () => {
    const answer = await client.request(path, {
      method: isChange ? 'PUT' : 'POST',
      body,
      headers,
      ...(cookie === null ? {} : { cookie }),
    });
    return [answer.status, answer.body.code];
  };
  const answer = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('lock table identity.audit_events in share mode');
    return guess();
  });
  expect(answer).toEqual([503, 'dependency_unavailable']);
  expect(await guess()).toEqual([429, 'rate_limited']);
  client.close();
});
