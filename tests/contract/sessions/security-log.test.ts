import {
  addressOf,
  makeAdmin,
  makePerson,
  makeSession,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { givePassword } from '#support/give-password.ts';

const PASSWORD = 'a lake in autumn';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity'] });
});
afterAll(() => system.stop());

const post = (path: string, body: object, headers: Record<string, string> = {}, cookie?: string) =>
  system.publicHost.request(`/api/identities${path}`, {
    method: 'POST',
    body,
    headers,
    ...(cookie === undefined ? {} : { cookie }),
  });

async function makeUser(): Promise<TestPerson> {
  const person = await makePerson(system.database);
  await givePassword(system.database, person.userId, PASSWORD);
  return person;
}

interface Event {
  readonly action: string;
  readonly device: string;
  readonly address: string;
  readonly place: string;
}

async function logOf({ cookie }: Pick<TestPerson, 'cookie'>): Promise<readonly Event[]> {
  const answer = await system.publicHost.request('/api/identities/users/current/security_events', { cookie });
  expect(answer.status).toBe(200);
  return answer.body.items;
}

const actionsOf = async (person: Pick<TestPerson, 'cookie'>) =>
  (await logOf(person)).map(({ action }) => action);

async function signIn(person: TestPerson): Promise<string> {
  const answer = await post(
    '/user_sessions',
    { email: addressOf(person), password: PASSWORD },
    { 'user-agent': FIREFOX },
  );
  expect(answer.status).toBe(201);
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

describe('the security log of a user', () => {
  test('has a sign-in with its browser and place, and what was done in the session, newest first', async () => {
    const person = await makeUser();
    const cookie = await signIn(person);
    expect((await post('/users/current/deletion', {}, {}, cookie)).status).toBe(201);
    const browser = { device: 'Firefox on Windows', place: 'This computer' };
    expect(await logOf({ cookie })).toMatchObject([
      { action: 'user.deletion_requested', ...browser },
      { action: 'user_session.started', ...browser },
    ]);
  });

  test('has what staff did, and the request of a reset by a visitor', async () => {
    const person = await makeUser();
    await post('/password_resets', { email: addressOf(person) });
    const admin = await makeAdmin(system.database, 'operator');
    const ended = await system.teamHost.request(`/api/identities/admin/users/${person.userId}/sessions`, {
      method: 'DELETE',
      cookie: admin.cookie,
      body: { reason: 'asked by phone' },
    });
    expect(ended.status).toBeLessThan(300);
    const session = await makeSession(system.database, 'user', person.userId);
    const events = await logOf(session);
    expect(events.map(({ action }) => action)).toEqual([
      'user.signed_out_everywhere',
      'user.password_reset_requested',
    ]);
    expect(JSON.stringify(events)).not.toContain('asked by phone');
    expect(events.map(({ device }) => device)).toEqual(['', '']);
  });

  test('G6: is not filled by the failed sign-ins of strangers, and has those of the own sessions', async () => {
    const person = await makeUser();
    await post('/user_sessions', { email: addressOf(person), password: 'a guess' });
    expect(await actionsOf(person)).toEqual([]);
    const proof = { password: 'a guess' };
    await post('/user_sessions/current/reauthentications', proof, {}, person.cookie);
    expect(await actionsOf(person)).toEqual(['user_session.refused']);
  });

  test('has nothing of other users, and no browser of a session that is no longer stored', async () => {
    const [person, other] = [await makeUser(), await makeUser()];
    const cookie = await signIn(person);
    expect(await logOf(other)).toEqual([]);
    expect(await actionsOf({ cookie })).toEqual(['user_session.started']);
    await system.database.query('delete from identity.user_sessions where user_id = $1 and user_agent = $2', [
      person.userId,
      FIREFOX,
    ]);
    expect(await logOf(person)).toMatchObject([
      { action: 'user_session.started', device: '', address: '', place: '' },
    ]);
  });

  test('names the browser of the user’s own sessions only', async () => {
    const [person, other] = [await makeUser(), await makeUser()];
    await system.database.query(
      `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
       values ('user', $1, 'user_session.ended', 'user_session', $2)`,
      [person.userId, other.sessionId],
    );
    await system.database.query('update identity.user_sessions set user_agent = $2 where id = $1', [
      other.sessionId,
      FIREFOX,
    ]);
    expect(await logOf(person)).toMatchObject([{ action: 'user_session.ended', device: '', address: '' }]);
  });

  test('has what its user did and what was done to it, and no other event with the same id', async () => {
    const person = await makeUser();
    const add = (actorKind: string, actor: string | null, action: string, kind: string, subject: string) =>
      system.database.query(
        `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
         values ($1, $2, $3, $4, $5)`,
        [actorKind, actor, action, kind, subject],
      );
    await add('admin', person.userId, 'user.signed_out_everywhere', 'user', crypto.randomUUID());
    await add('admin', null, 'user.signed_out_everywhere', 'company', person.userId);
    await add('user', person.userId, 'user.renamed', 'user', person.userId);
    expect(await actionsOf(person)).toEqual([]);
    await add('user', person.userId, 'user.password_changed', 'user', person.userId);
    await add('admin', null, 'user.signed_out_everywhere', 'user', person.userId);
    expect(await actionsOf(person)).toEqual(['user.signed_out_everywhere', 'user.password_changed']);
  });

  test('offers a report of sign-ins to other sessions alone', async () => {
    const person = await makeUser();
    const [own, other] = [await signIn(person), await signIn(person)];
    const offered = async (cookie: string) =>
      (await logOf({ cookie })).map((event) => typeof (event as { session_id?: string }).session_id);
    expect(await offered(own)).toEqual(['string', 'undefined']);
    expect(await offered(other)).toEqual(['undefined', 'string']);
  });
});
