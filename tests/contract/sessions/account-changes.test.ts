import { makePerson, makeSession, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addPasskey, originOf } from '#support/passkey-client.ts';
import { SoftwareAuthenticator } from '#support/software-authenticator.ts';

/** More than a session sends at once. */
const LIMIT = 10;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({
    seed: 'none',
    environment: { ACCOUNT_CHANGES: String(LIMIT) },
  });
});
afterAll(() => system.stop());

interface Caller {
  readonly cookie: string;
}

const send = (method: string, path: string, { cookie }: Caller, body?: object, headers = {}) =>
  system.publicHost.request(`/api/identities${path}`, { method, cookie, body, headers });
const rename = (caller: Caller, name: string) => send('PATCH', '/users/current', caller, { name });
const nameOf = async (caller: Caller) =>
  (await send('GET', '/user_sessions/current', caller)).body.identities_user.name;

/** Uses up the limit by new names. @returns the last one. */
async function renameOften(caller: Caller): Promise<string> {
  const names = Array.from({ length: LIMIT }, (_, index) => `Name ${index}`);
  for (const name of names) expect((await rename(caller, name)).status).toBe(200);
  return names.at(-1) ?? '';
}

const REFUSED = { status: 429, body: { code: 'rate_limited' } };

describe('changes of an account by its user', () => {
  test('F8 G6: have a limit in an hour: a further name is refused with when to try again, changes nothing and is no event', async () => {
    const person = await makePerson(system.database);
    const name = await renameOften(person);
    const refused = await rename(person, 'One more');
    expect(refused).toMatchObject(REFUSED);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3000);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(await nameOf(person)).toBe(name);
    const events = await system.database.query(
      "select from identity.audit_events where subject_id = $1 and action = 'user.renamed'",
      [person.userId],
    );
    expect(events).toHaveLength(LIMIT);
  });

  test('F8 G6: count for the account, in each of its sessions, and for no other account', async () => {
    const [person, other] = [await makePerson(system.database), await makePerson(system.database)];
    const elsewhere = await makeSession(system.database, 'user', person.userId);
    await renameOften(person);
    expect(await rename(elsewhere, 'One more')).toMatchObject(REFUSED);
    expect((await rename(other, 'Another')).status).toBe(200);
  });

  test('F8 G6: are also new names of passkeys and mail settings', async () => {
    const person = await makePerson(system.database);
    const added = await addPasskey(
      system.publicHost,
      person.cookie,
      new SoftwareAuthenticator(),
      originOf(system),
    );
    const { body: settings } = await send('GET', '/users/current/notification_settings', person);
    const changes = {
      passkey: () => send('PATCH', `/passkeys/${added.body.id}`, person, { name: 'Laptop' }),
      settings: () => {
        const { etag, ...choices } = settings;
        const body = { ...choices, message_received: 'never' };
        return send('PUT', '/users/current/notification_settings', person, body, { 'if-match': etag });
      },
    };
    expect([(await changes.passkey()).status, (await changes.settings()).status]).toEqual([200, 200]);
    for (let left = LIMIT - 2; left > 0; left -= 1)
      expect((await rename(person, `Name ${left}`)).status).toBe(200);
    expect(await changes.passkey()).toMatchObject(REFUSED);
    expect(await changes.settings()).toMatchObject(REFUSED);
  });

  test.each([
    ['the profile', 'PUT', '/api/talent/profiles/current', 'profile.changed', 'headline'],
    ['the company', 'PATCH', '/api/employer/companies/current', 'company.changed', 'about'],
  ] as const)(
    'G6: are also those of %s, but not the same again: a further one is refused, writes nothing and is no event',
    async (_name, method, path, action, field) => {
      const membership = { role: 'owner', status: 'active' } as const;
      const [person, other] = [
        await makePerson(system.database, { membership, talent: 'active' }),
        await makePerson(system.database, { membership, talent: 'active' }),
      ];
      const change = (text: string, { cookie } = person) =>
        system.publicHost.request(path, { method, cookie, body: { [field]: text } });
      for (let count = 0; count < LIMIT; count += 1) {
        const made = await change(`Text ${count}`);
        expect(made).toMatchObject({ status: 200, body: { [field]: `Text ${count}` } });
        expect(await change(`Text ${count}`)).toEqual({ ...made, headers: expect.anything() });
      }
      const before = await change(`Text ${LIMIT - 1}`);
      const refused = await change('One more');
      expect(refused).toMatchObject(REFUSED);
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThan(3000);
      expect(seconds).toBeLessThanOrEqual(3600);
      expect((await change(`Text ${LIMIT - 1}`)).body).toEqual(before.body);
      expect((await change('Another', other)).status).toBe(200);
      const events = await system.database.query(
        'select from identity.audit_events where actor_id = $1 and action = $2',
        [person.userId, action],
      );
      expect(events).toHaveLength(LIMIT);
    },
  );

  test('G6: the same name again does not count, however often', async () => {
    const person = await makePerson(system.database);
    const name = await renameOften(person);
    for (let again = 0; again < LIMIT; again += 1) {
      expect((await rename(person, ` ${name} `)).status).toBe(200);
      expect((await send('PATCH', '/users/current', person, {})).status).toBe(200);
    }
  });

  test('G6: the same name of the user or of a passkey again writes no row and audits nothing', async () => {
    const person = await makePerson(system.database);
    const authenticator = new SoftwareAuthenticator();
    const added = await addPasskey(system.publicHost, person.cookie, authenticator, originOf(system));
    const same = async () => {
      const passkey = await send('PATCH', `/passkeys/${added.body.id}`, person, { name: ' Laptop ' });
      expect(passkey).toMatchObject({ status: 200, body: { name: 'Laptop' } });
      const user = await rename(person, ' Ana ');
      expect(user).toMatchObject({ status: 200, body: { id: person.userId, name: 'Ana' } });
      return [passkey.body, user.body];
    };
    const written = () =>
      system.database.query(
        `select u.xmin::text as user, p.xmin::text as passkey,
                (select count(*)::int from identity.audit_events e where e.subject_id = u.id) as events
           from identity.users u join identity.user_passkeys p on p.user_id = u.id where u.id = $1`,
        [person.userId],
      );
    const first = await same();
    const before = await written();
    expect(await same()).toEqual(first);
    expect((await send('PATCH', '/users/current', person, {})).body).toEqual(first[1]);
    expect(await written()).toEqual(before);
  });

  test('S1 G6: eight of one session at once are made', async () => {
    const person = await makePerson(system.database);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => rename(person, `At once ${index}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test('G1 G6: beyond the limit, the user still ends other sessions, removes a passkey and signs out', async () => {
    const person = await makePerson(system.database);
    const elsewhere = await makeSession(system.database, 'user', person.userId);
    const authenticator = new SoftwareAuthenticator();
    await addPasskey(system.publicHost, person.cookie, authenticator, originOf(system));
    const added = await addPasskey(
      system.publicHost,
      person.cookie,
      new SoftwareAuthenticator(),
      originOf(system),
    );
    await renameOften(person);
    expect((await send('DELETE', `/passkeys/${added.body.id}`, person)).status).toBe(204);
    expect((await send('DELETE', '/user_sessions', person)).status).toBe(204);
    expect((await send('GET', '/user_sessions/current', elsewhere)).status).toBe(401);
    expect((await send('DELETE', '/user_sessions/current', person)).status).toBe(204);
  });
});
