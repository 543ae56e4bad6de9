import {
  type ApiClient,
  addressOf,
  DEMO_PASSWORD,
  makeAdmin,
  makePerson,
  makeSession,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  addPasskey,
  beginSignIn,
  makePersonWithPasskey,
  originOf,
  signInWith,
  signInWithPasskey,
} from '#support/passkey-client.ts';
import { SoftwareAuthenticator } from '#support/software-authenticator.ts';

let system: TestSystem;
let origin: string;
beforeAll(async () => {
  system = await startTestSystem({ apis: ['identity'] });
  origin = originOf(system);
});
afterAll(() => system.stop());

const eventsOf = async (subjectId: string) =>
  (
    await system.database.query<{ action: string }>(
      'select action from identity.audit_events where subject_id = $1 order by id',
      [subjectId],
    )
  ).map(({ action }) => action);

/** What its audit says of each change of a user's passkeys. */
const passkeyChangesOf = (userId: string) =>
  system.database.query(
    `select action, change from identity.audit_events
      where subject_id = $1 and action like 'user.passkey\\_%' order by id`,
    [userId],
  );

const mailsTo = async (userId: string) =>
  (
    await system.database.query<{ kind: string }>(
      'select kind from identity.mail_outbox where to_address = $1 order by id',
      [addressOf({ userId })],
    )
  ).map(({ kind }) => kind);

const request = (path: string, cookie: string, method = 'POST', body?: object) =>
  system.publicHost.request(`/api/identities${path}`, { method, cookie, body });

describe('a passkey', () => {
  test('is added, listed, renamed, used and removed; each is audited, and mailed where it changes who signs in', async () => {
    const person = await makePerson(system.database);
    const authenticator = new SoftwareAuthenticator({ counter: 1 });
    const added = await addPasskey(system.publicHost, person.cookie, authenticator, origin);
    expect(added).toMatchObject({ status: 201, body: { name: 'Passkey', backed_up: false } });
    const other = await addPasskey(system.publicHost, person.cookie, new SoftwareAuthenticator(), origin);
    const { id } = added.body;

    const renamed = await request(`/passkeys/${id}`, person.cookie, 'PATCH', { name: ' Work laptop ' });
    expect(renamed).toMatchObject({ status: 200, body: { id, name: 'Work laptop' } });

    const signedIn = await signInWithPasskey(system.publicHost, authenticator, origin);
    expect(signedIn.status).toBe(201);
    expect(signedIn.body.identities_user.id).toBe(person.userId);
    expect(signedIn.headers['set-cookie']?.[0]).toMatch(/^app_session_id=[\w-]{43}; Path=\/; Max-Age=/);

    const credentials = await request('/users/current/credentials', person.cookie, 'GET');
    expect(credentials.body).toMatchObject({
      has_password: false,
      passkeys: [{ id, name: 'Work laptop', last_used_at: expect.any(String) }, { id: other.body.id }],
    });

    expect((await request(`/passkeys/${id}`, person.cookie, 'DELETE')).status).toBe(204);
    expect((await signInWithPasskey(system.publicHost, authenticator, origin)).body.code).toBe(
      'passkey_invalid',
    );
    expect(await eventsOf(person.userId)).toEqual([
      'user.passkey_added',
      'user.passkey_added',
      'user.passkey_renamed',
      'user.passkey_removed',
    ]);
    expect((await mailsTo(person.userId)).toSorted()).toEqual([
      'new_sign_in',
      'passkey_added',
      'passkey_added',
      'passkey_removed',
    ]);
  });

  test('G3: its removal ends the other sessions that began with it', async () => {
    const person = await makePersonWithPasskey(system);
    await addPasskey(system.publicHost, person.cookie, new SoftwareAuthenticator(), origin);
    const signedIn = await signInWithPasskey(system.publicHost, person.authenticator, origin);
    const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect((await request('/user_sessions/current', cookie, 'GET')).status).toBe(200);
    expect((await request(`/passkeys/${person.passkeyId}`, person.cookie, 'DELETE')).status).toBe(204);
    expect((await request('/user_sessions/current', cookie, 'GET')).status).toBe(401);
    expect((await request('/user_sessions/current', person.cookie, 'GET')).status).toBe(200);
    expect(await passkeyChangesOf(person.userId)).toEqual([
      { action: 'user.passkey_added', change: '' },
      { action: 'user.passkey_added', change: '' },
      { action: 'user.passkey_removed', change: '1 sessions ended' },
    ]);
    const [ended] = await system.database.query(
      'select end_reason from identity.user_sessions where user_id = $1 and ended_at is not null',
      [person.userId],
    );
    expect(ended).toEqual({ end_reason: 'passkey_removed' });
  });

  test('G3: its removal leaves the session that removes it, and those that began otherwise or have ended', async () => {
    const person = await makePersonWithPasskey(system);
    const other = await addPasskey(system.publicHost, person.cookie, new SoftwareAuthenticator(), origin);
    const [byOther, ended] = [
      await makeSession(system.database, 'user', person.userId),
      await makeSession(system.database, 'user', person.userId, 'ended'),
    ];
    const beganWith = (sessionId: string, passkeyId: string) =>
      system.database.query('update identity.user_sessions set passkey_id = $2 where id = $1', [
        sessionId,
        passkeyId,
      ]);
    await beganWith(person.sessionId, person.passkeyId);
    await beganWith(ended.sessionId, person.passkeyId);
    await beganWith(byOther.sessionId, other.body.id);
    expect((await request(`/passkeys/${person.passkeyId}`, person.cookie, 'DELETE')).status).toBe(204);
    for (const { cookie } of [person, byOther]) {
      expect((await request('/user_sessions/current', cookie, 'GET')).status).toBe(200);
    }
    expect((await passkeyChangesOf(person.userId)).at(-1)).toEqual({
      action: 'user.passkey_removed',
      change: '0 sessions ended',
    });
  });

  test('the last way to sign in is not removed; beside a password each passkey is', async () => {
    const person = await makePersonWithPasskey(system);
    const remove = (id: string) => request(`/passkeys/${id}`, person.cookie, 'DELETE');
    const detail = 'Add another passkey or set a password first, then remove this one.';
    expect(await remove(person.passkeyId)).toMatchObject({
      status: 409,
      body: { code: 'last_credential', detail },
    });
    const other = await addPasskey(system.publicHost, person.cookie, new SoftwareAuthenticator(), origin);
    await system.database.query(
      "insert into identity.credentials (user_id, password_hash) values ($1, 'x')",
      [person.userId],
    );
    const { body } = await request('/users/current/credentials', person.cookie, 'GET');
    expect([body.has_password, body.passkeys.length]).toEqual([true, 2]);
    expect((await remove(other.body.id)).status).toBe(204);
    expect((await remove(person.passkeyId)).status).toBe(204);
  });

  test('is named for the browser that has created it', async () => {
    const person = await makePerson(system.database);
    const { body } = await request('/passkey_challenges/creation', person.cookie);
    const passkey = new SoftwareAuthenticator().create(body.options, { origin });
    const added = await system.publicHost.request('/api/identities/passkeys', {
      method: 'POST',
      cookie: person.cookie,
      body: { passkey },
      headers: {
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
    });
    expect(added).toMatchObject({ status: 201, body: { name: 'Firefox on Windows' } });
  });

  test('that a provider copies to other devices says so, as of its last use', async () => {
    const person = await makePerson(system.database);
    const authenticator = new SoftwareAuthenticator();
    const use = async (ceremony: { isBackupEligible: boolean; isBackedUp: boolean }) => {
      const { options, browser } = await beginSignIn(system.publicHost);
      const passkey = authenticator.get(options, { origin, ...ceremony });
      return (await signInWith(system.publicHost, passkey, browser)).status;
    };
    const isBackedUp = async () =>
      (await request('/users/current/credentials', person.cookie, 'GET')).body.passkeys[0].backed_up;
    const { body } = await request('/passkey_challenges/creation', person.cookie);
    const ceremony = { origin, isBackupEligible: true, isBackedUp: true };
    const passkey = authenticator.create(body.options, ceremony);
    expect((await request('/passkeys', person.cookie, 'POST', { passkey })).body.backed_up).toBe(true);
    expect(await use({ isBackupEligible: true, isBackedUp: false })).toBe(201);
    expect(await isBackedUp()).toBe(false);
    expect(await use({ isBackupEligible: true, isBackedUp: true })).toBe(201);
    expect(await isBackedUp()).toBe(true);
    expect(await use({ isBackupEligible: false, isBackedUp: false })).toBe(422);
  });

  test('of an authenticator that cannot verify its user is enough: the options prefer one that can', async () => {
    const person = await makePerson(system.database);
    const authenticator = new SoftwareAuthenticator();
    const ceremony = { origin, isUserVerified: false };
    const { body } = await request('/passkey_challenges/creation', person.cookie);
    const passkey = authenticator.create(body.options, ceremony);
    expect((await request('/passkeys', person.cookie, 'POST', { passkey })).status).toBe(201);
    const { options, browser } = await beginSignIn(system.publicHost);
    const answer = await signInWith(system.publicHost, authenticator.get(options, ceremony), browser);
    expect(answer.status).toBe(201);
  });

  test('is added once, to one account', async () => {
    const person = await makePersonWithPasskey(system);
    const stranger = await makePerson(system.database);
    for (const { cookie } of [person, stranger]) {
      const again = await addPasskey(system.publicHost, cookie, person.authenticator, origin);
      expect(again).toMatchObject({ status: 409, body: { code: 'passkey_exists' } });
    }
  });

  test('the creation options exclude the passkeys that the account has, list the algorithms (EdDSA, ES256, RS256), and name nothing of the account in the handle', async () => {
    const person = await makePersonWithPasskey(system);
    const { body } = await request('/passkey_challenges/creation', person.cookie);
    expect(body.options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'preferred',
      },
      excludeCredentials: [{ id: person.authenticator.credentialId.toString('base64url') }],
    });
    expect(Buffer.from(body.options.user.id, 'base64url').toString('hex')).toBe(
      person.userId.replaceAll('-', ''),
    );
  });
});

describe('a sign-in with a passkey', () => {
  test('the options name no account and no passkey: nothing tells whether one exists', async () => {
    const { answer, options } = await beginSignIn(system.publicHost);
    expect(answer.status).toBe(201);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^app_sign_in_id=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; SameSite=Strict$/),
    ]);
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'preferred',
      allowCredentials: [],
    });
  });

  test('two tabs of a browser have one cookie, and a challenge each', async () => {
    const person = await makePersonWithPasskey(system);
    const first = await beginSignIn(system.publicHost);
    const second = await beginSignIn(system.publicHost, first.browser);
    expect(second.browser).toBe(first.browser);
    expect(second.options.challenge).not.toBe(first.options.challenge);
    for (const { options } of [first, second]) {
      const answer = await signInWith(
        system.publicHost,
        person.authenticator.get(options, { origin }),
        first.browser,
      );
      expect(answer.status).toBe(201);
    }
  });

  test('replaces the session that the request carries', async () => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    const passkey = person.authenticator.get(options, { origin });
    expect((await signInWith(system.publicHost, passkey, `${browser}; ${person.cookie}`)).status).toBe(201);
    expect((await request('/user_sessions/current', person.cookie, 'GET')).status).toBe(401);
  });

  test('a user whose address is not verified is refused', async () => {
    const person = await makePersonWithPasskey(system);
    await system.database.query('update identity.users set email_verified_at = null where id = $1', [
      person.userId,
    ]);
    const answer = await signInWithPasskey(system.publicHost, person.authenticator, origin);
    expect(answer).toMatchObject({ status: 422, body: { code: 'passkey_invalid' } });
    expect(answer.body.detail).toBe('Try again. If it fails again, use another way to sign in.');
  });

  test('is audited as one, and one with a password is not', async () => {
    const person = await makePersonWithPasskey(system);
    const started = await signInWithPasskey(system.publicHost, person.authenticator, origin);
    const withPassword = await system.publicHost.request('/api/identities/user_sessions', {
      method: 'POST',
      body: { email: 'newcomer@demo.test', password: DEMO_PASSWORD },
    });
    const changes = await Promise.all(
      [started, withPassword].map(({ body }) =>
        system.database.query(
          "select change from identity.audit_events where subject_id = $1 and action = 'user_session.started'",
          [body.session.id],
        ),
      ),
    );
    expect(changes).toEqual([[{ change: 'with a passkey' }], [{ change: '' }]]);
  });

  test.each([
    ['another origin', { origin: 'http://evil.test' }],
    ['the origin of the staff', { origin: 'TEAM' }],
    ['another host in the authenticator data', { rpId: 'team.localhost' }],
    ['the type of a creation', { type: 'webauthn.create' }],
    ['a passkey that is now backup eligible', { isBackupEligible: true }],
    ['a backed up passkey that cannot be backed up', { isBackedUp: true }],
  ])('with %s is refused, audited, and its challenge is used up', async (_name, difference) => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    const ceremony = { origin, ...difference };
    if (ceremony.origin === 'TEAM') ceremony.origin = `http://${system.local.teamHost}`;
    const refused = await signInWith(system.publicHost, person.authenticator.get(options, ceremony), browser);
    expect(refused).toMatchObject({ status: 422, body: { code: 'passkey_invalid' } });
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(await eventsOf(person.userId)).toContain('user_session.refused');
    const right = await signInWith(system.publicHost, person.authenticator.get(options, { origin }), browser);
    expect(right.body.code).toBe('passkey_invalid');
  });

  test('another passkey with the same id does not sign in', async () => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    const forged = new SoftwareAuthenticator().get(options, { origin });
    const { credential_id, user_handle } = person.authenticator.get(options, { origin });
    const answer = await signInWith(system.publicHost, { ...forged, credential_id, user_handle }, browser);
    expect(answer.body.code).toBe('passkey_invalid');
  });

  test('a passkey that the authenticator has for another account does not sign in', async () => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    const passkey = {
      ...person.authenticator.get(options, { origin }),
      user_handle: 'AAAAAAAAAAAAAAAAAAAAAA',
    };
    expect((await signInWith(system.publicHost, passkey, browser)).body.code).toBe('passkey_invalid');
  });

  test('a replayed assertion is refused', async () => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    const passkey = person.authenticator.get(options, { origin });
    expect((await signInWith(system.publicHost, passkey, browser)).status).toBe(201);
    expect((await signInWith(system.publicHost, passkey, browser)).body.code).toBe('passkey_invalid');
  });

  test('one assertion that is sent many times at once signs in once', async () => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    const passkey = person.authenticator.get(options, { origin });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signInWith(system.publicHost, passkey, browser)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(422)]);
  });

  test.each([
    ['without the cookie', async () => ''],
    ['with the cookie of another browser', async () => (await beginSignIn(system.publicHost)).browser],
  ])("another browser's challenge is refused: %s", async (_name, cookieOf) => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    const passkey = person.authenticator.get(options, { origin });
    const refused = await signInWith(system.publicHost, passkey, await cookieOf());
    expect(refused).toMatchObject({ status: 422, body: { code: 'passkey_invalid' } });
    // It is still open for the browser that it was made for.
    expect((await signInWith(system.publicHost, passkey, browser)).status).toBe(201);
  });

  test.each(['reauthentication', 'creation'])('a challenge for %s does not sign in', async (purpose) => {
    const person = await makePersonWithPasskey(system);
    const { browser } = await beginSignIn(system.publicHost);
    const { body } = await request(`/passkey_challenges/${purpose}`, person.cookie);
    const options = { rpId: 'localhost', challenge: body.options.challenge };
    const passkey = person.authenticator.get(options, { origin });
    const answer = await signInWith(system.publicHost, passkey, `${browser}; ${person.cookie}`);
    expect(answer.body.code).toBe('passkey_invalid');
  });

  test('an expired challenge is refused, and deleted by a later one', async () => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    await system.database.query(
      "update identity.passkey_challenges set expires_at = now() - interval '1 second'",
    );
    const passkey = person.authenticator.get(options, { origin });
    expect((await signInWith(system.publicHost, passkey, browser)).body.code).toBe('passkey_invalid');
    await beginSignIn(system.publicHost);
    expect(
      await system.database.query('select from identity.passkey_challenges where expires_at <= now()'),
    ).toEqual([]);
  });

  test('the database has neither a challenge nor a token in plain text', async () => {
    const { options, browser } = await beginSignIn(system.publicHost);
    const rows = await system.database.query('select * from identity.passkey_challenges');
    const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex');
    const stored = JSON.stringify(rows, (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('hex') : value,
    );
    expect(stored).not.toContain(hex(options.challenge));
    expect(stored).not.toContain(hex(browser.split('=')[1] ?? ''));
  });
});

describe('a copied passkey', () => {
  test.each([
    ['behind', 4],
    ['the same', 5],
    ['gone', 0],
  ])('whose counter is %s is refused, audited and mailed', async (_name, counter) => {
    const person = await makePersonWithPasskey(system, new SoftwareAuthenticator({ counter: 3 }));
    expect((await signInWithPasskey(system.publicHost, person.authenticator, origin)).status).toBe(201);
    const { options, browser } = await beginSignIn(system.publicHost);
    const copied = await signInWith(
      system.publicHost,
      person.authenticator.get(options, { origin, counter }),
      browser,
    );
    expect(copied).toMatchObject({ status: 422, body: { code: 'passkey_invalid' } });
    expect(await eventsOf(person.userId)).toEqual(
      expect.arrayContaining(['user.passkey_copied', 'user_session.refused']),
    );
    expect(await mailsTo(person.userId)).toContain('passkey_copied');
    expect((await signInWithPasskey(system.publicHost, person.authenticator, origin)).status).toBe(201);
  });
});

describe('limits', () => {
  test('an address gets a bounded number of challenges', async () => {
    const limited = await startTestSystem({
      apis: ['identity'],
      environment: { PASSKEY_CHALLENGES_PER_ADDRESS: '2' },
    });
    try {
      const answers = [];
      for (let index = 0; index < 3; index += 1) answers.push((await beginSignIn(limited.publicHost)).answer);
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
      expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await limited.stop();
    }
  });

  test('G6 G1: visitors at an address use up no challenge of a signed-in user or of staff there', async () => {
    const limited = await startTestSystem({
      apis: ['identity'],
      environment: { PASSKEY_CHALLENGES_PER_ADDRESS: '2' },
    });
    try {
      const [user, admin] = [
        await makePerson(limited.database),
        await makeAdmin(limited.database, 'operator'),
      ];
      const challenge = async (client: ApiClient, path: string, cookie?: string) => {
        const options = { method: 'POST', ...(cookie === undefined ? {} : { cookie }) };
        return (await client.request(`/api/identities/${path}`, options)).status;
      };
      const thrice = async (client: ApiClient, path: string, cookie?: string) => [
        await challenge(client, path, cookie),
        await challenge(client, path, cookie),
        await challenge(client, path, cookie),
      ];
      const { publicHost, teamHost } = limited;
      for (const [client, path, cookie] of [
        [publicHost, 'passkey_challenges/sign_in', undefined],
        [publicHost, 'passkey_challenges/reauthentication', user.cookie],
        [teamHost, 'admin_passkey_challenges/sign_in', undefined],
        [teamHost, 'admin_passkey_challenges/reauthentication', admin.cookie],
      ] as const)
        expect([path, await thrice(client, path, cookie)]).toEqual([path, [201, 201, 429]]);
    } finally {
      await limited.stop();
    }
  });

  test('G6: failed passkeys of an address are limited with its failed passwords, and stop no passkey elsewhere', async () => {
    const limited = await startTestSystem({
      apis: ['identity'],
      environment: { SIGN_IN_FAILURES_PER_ADDRESS: '3' },
    });
    try {
      const guess = (index: number) => {
        const credential_id = Buffer.from(`guess ${index}`).toString('base64url');
        return signInWith(
          limited.publicHost,
          {
            credential_id,
            client_data_json: 'e30',
            authenticator_data: 'AA',
            signature: 'AA',
            user_handle: '',
          },
          '',
        );
      };
      const statuses = [];
      for (let index = 0; index < 4; index += 1) statuses.push((await guess(index)).status);
      expect(statuses).toEqual([422, 422, 422, 429]);
    } finally {
      await limited.stop();
    }
  });

  test('an account has at most 20 passkeys', async () => {
    const person = await makePerson(system.database);
    await system.database.query(
      `insert into identity.user_passkeys
         (user_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
       select $1::uuid, sha256(($1::text || n)::bytea), '\\x00', 0, false, false, '{}', 'x' from generate_series(1, 20) n`,
      [person.userId],
    );
    const answer = await addPasskey(system.publicHost, person.cookie, new SoftwareAuthenticator(), origin);
    const detail = 'An account has at most 20 passkeys. Remove one first.';
    expect(answer).toMatchObject({ status: 409, body: { code: 'passkey_quota_reached', detail } });
  });
});

describe('a fresh authentication', () => {
  const makeStale = (sessionId: string) =>
    system.database.query(
      "update identity.user_sessions set authenticated_at = now() - interval '10 minutes' where id = $1",
      [sessionId],
    );

  test('a passkey makes it, for this session alone, by a challenge of this session', async () => {
    const person = await makePersonWithPasskey(system);
    const other = await makeSession(system.database, 'user', person.userId);
    await makeStale(person.sessionId);
    await makeStale(other.sessionId);
    const refused = await request('/passkey_challenges/creation', person.cookie);
    expect(refused).toMatchObject({ status: 403, body: { code: 'fresh_authentication_required' } });

    const challenge = await request('/passkey_challenges/reauthentication', person.cookie);
    expect(challenge.body.options.allowCredentials).toEqual([
      {
        id: person.authenticator.credentialId.toString('base64url'),
        type: 'public-key',
        transports: ['internal'],
      },
    ]);
    const passkey = person.authenticator.get(challenge.body.options, { origin });
    const path = '/user_sessions/current/reauthentications';
    expect((await request(path, other.cookie, 'POST', { passkey })).body.code).toBe('passkey_invalid');
    expect((await request(path, person.cookie, 'POST', { passkey })).status).toBe(204);
    expect((await request(path, person.cookie, 'POST', { passkey })).body.code).toBe('passkey_invalid');
    expect((await request('/passkey_challenges/creation', person.cookie)).status).toBe(201);
    expect((await request('/passkey_challenges/creation', other.cookie)).status).toBe(403);
    expect(await eventsOf(person.sessionId)).toContain('user_session.reauthenticated');
  });

  test("another user's passkey does not make it", async () => {
    const person = await makePersonWithPasskey(system);
    const other = await makePersonWithPasskey(system);
    const { body } = await request('/passkey_challenges/reauthentication', person.cookie);
    const passkey = other.authenticator.get(body.options, { origin });
    const answer = await request('/user_sessions/current/reauthentications', person.cookie, 'POST', {
      passkey,
    });
    expect(answer.body.code).toBe('passkey_invalid');
  });

  test('a password makes it, for this session alone; a wrong one counts as a failed sign-in, and staff read it', async () => {
    const person = await makePerson(system.database);
    const other = await makeSession(system.database, 'user', person.userId);
    await system.database.query(
      `insert into identity.credentials (user_id, password_hash)
       select $1, c.password_hash from identity.credentials c join identity.users u on u.id = c.user_id
        where u.email = 'talent@demo.test'`,
      [person.userId],
    );
    for (const { sessionId } of [person, other]) await makeStale(sessionId);
    const prove = (body: object) =>
      request('/user_sessions/current/reauthentications', person.cookie, 'POST', body);
    expect((await prove({ password: 'wrong' })).body).toMatchObject({
      code: 'credentials_invalid',
      detail: 'The current password is wrong.',
    });
    expect((await request('/passkey_challenges/creation', person.cookie)).status).toBe(403);
    expect((await prove({ password: DEMO_PASSWORD })).status).toBe(204);
    expect((await request('/passkey_challenges/creation', person.cookie)).status).toBe(201);
    expect((await request('/passkey_challenges/creation', other.cookie)).status).toBe(403);
    expect((await prove({})).status).toBe(400);
    expect(await eventsOf(person.sessionId)).toEqual(['user_session.reauthenticated']);
    const refusals = await system.database.query(
      `select action, subject_kind, actor_id, change from identity.audit_events where subject_id = $1 order by id`,
      [person.userId],
    );
    expect(refusals).toEqual([
      {
        action: 'user_session.refused',
        subject_kind: 'user',
        actor_id: person.userId,
        change: 'reauthentication',
      },
    ]);
  });

  test('a passkey without its user does not make it, and staff read that', async () => {
    const person = await makePersonWithPasskey(system);
    await makeStale(person.sessionId);
    const { body } = await request('/passkey_challenges/reauthentication', person.cookie);
    const passkey = person.authenticator.get(body.options, { origin, isUserPresent: false });
    const answer = await request('/user_sessions/current/reauthentications', person.cookie, 'POST', {
      passkey,
    });
    expect(answer.body.code).toBe('passkey_invalid');
    const [refusal] = await system.database.query<{ change: string }>(
      "select change from identity.audit_events where subject_id = $1 and action = 'user_session.refused'",
      [person.userId],
    );
    expect(refusal?.change).toBe('reauthentication with a passkey');
  });
});
