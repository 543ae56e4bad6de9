import { lockAccess } from '@gatehouse/boundary';
import {
  type ApiClient,
  currentOneTimeCode,
  DEMO_PASSWORD,
  makeAdmin,
  makePerson,
  makeSession,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { createEnrolmentToken } from '#support/enrolment-token.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { beginSignIn, makePersonWithPasskey, signInWith } from '#support/passkey-client.ts';
import { type Ceremony, SoftwareAuthenticator } from '#support/software-authenticator.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({
    apis: ['identity'],
    environment: {
      PASSKEY_CHALLENGES_PER_ADDRESS: '10000',
      SIGN_IN_FAILURES_PER_ADDRESS: '10000',
      SIGN_IN_FAILURES_PER_ACCOUNT: '10000',
    },
  });
});
afterAll(() => system.stop());

const INVALID = { status: 422, body: { code: 'passkey_invalid' } };
const NOT_ADDED = {
  ...INVALID,
  body: { ...INVALID.body, detail: 'The request may have expired. Try again.' },
};
const NOT_PROVED = {
  ...INVALID,
  body: { ...INVALID.body, detail: 'Try again. If it fails again, use another way to sign in.' },
};

const originOfHost = (host: string) => `http://${host}`;

/** One identity system: the same attacks are tried on both. */
interface Side {
  readonly name: 'user' | 'admin';
  /** Before the names of its endpoints. */
  readonly prefix: '' | 'admin_';
  readonly client: () => ApiClient;
  readonly origin: () => string;
  readonly makeAccount: () => Promise<{
    readonly id: string;
    readonly cookie: string;
    readonly sessionId: string;
  }>;
}

const SIDES: readonly Side[] = [
  {
    name: 'user',
    prefix: '',
    client: () => system.publicHost,
    origin: () => originOfHost(system.local.publicHost),
    makeAccount: async () => {
      const { userId, ...session } = await makePerson(system.database);
      return { id: userId, ...session };
    },
  },
  {
    name: 'admin',
    prefix: 'admin_',
    client: () => system.teamHost,
    origin: () => originOfHost(system.local.teamHost),
    makeAccount: async () => {
      const { adminId, ...session } = await makeAdmin(system.database, 'operator');
      return { id: adminId, ...session };
    },
  },
];

type CreationOptions = Parameters<SoftwareAuthenticator['create']>[0];

/** Client data that answers no challenge: no JSON, and a JSON object without one. */
const WITHOUT_CHALLENGE = ['challenge', '{}'].map((text) => Buffer.from(text).toString('base64url'));

type Forgery = readonly [string, Partial<Ceremony>];

/** How an answer may differ from an honest one, whatever it is for. */
const FORGERIES: readonly Forgery[] = [
  ['another origin', { origin: 'http://evil.test' }],
  ['the origin of the other identity system', { origin: 'OTHER' }],
  ['the host of another site', { rpId: 'evil.test' }],
  ['no presence of the user', { isUserPresent: false }],
  ['a backup state without backup eligibility', { isBackedUp: true }],
  ['a page in a frame of another site', { isCrossOrigin: true }],
];

describe.each(SIDES)('$name: attacks on passkeys', ({ name, prefix, client, origin, makeAccount }) => {
  const send = (path: string, cookie: string, body?: object, method = 'POST') =>
    client().request(`/api/identities${path}`, { method, cookie, body });
  const challenge = async (purpose: string, cookie: string) => {
    const { body } = await send(`/${prefix}passkey_challenges/${purpose}`, cookie);
    return body.options as CreationOptions & { rpId: string };
  };
  const add = (cookie: string, passkey: object) => send(`/${prefix}passkeys`, cookie, { passkey });
  const reauthenticate = (cookie: string, passkey: object) =>
    send(`/${name}_sessions/current/reauthentications`, cookie, { passkey });
  const ceremonyOf = (difference: Partial<Ceremony>) => {
    const other = SIDES.find((side) => side.name !== name);
    const from = difference.origin === 'OTHER' ? other?.origin() : difference.origin;
    return { ...difference, origin: from ?? origin() };
  };
  const passkeysOf = (id: string) =>
    system.database.query<{ id: string; counter: string }>(
      `select id, counter from identity.${name}_passkeys where ${name}_id = $1 order by id`,
      [id],
    );
  const addPasskeyRows = (id: string, count: number) =>
    system.database.query(
      `insert into identity.${name}_passkeys
         (${name}_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
       select $1::uuid, sha256(($1::text || n)::bytea), '\\x00', 0, false, false, '{}', 'x'
         from generate_series(1, $2::int) n`,
      [id, count],
    );
  const makeStale = (sessionId: string) =>
    system.database.query(
      `update identity.${name}_sessions set ${
        name === 'user' ? 'authenticated_at' : 'second_factor_at'
      } = now() - interval '1 hour' where id = $1`,
      [sessionId],
    );
  /** The challenges of one session. */
  const expire = async (sessionId: string) => {
    const expired = await system.database.query(
      `update identity.passkey_challenges set expires_at = now()
        where bound_to = sha256(convert_to('session ' || $1::text, 'UTF8')) returning purpose`,
      [sessionId],
    );
    expect(expired).not.toEqual([]);
  };
  const isFresh = async (cookie: string) =>
    (await send(`/${prefix}passkey_challenges/creation`, cookie)).status === 201;
  const makeAccountWithPasskey = async (authenticator = new SoftwareAuthenticator()) => {
    const account = await makeAccount();
    const options = await challenge('creation', account.cookie);
    const added = await add(account.cookie, authenticator.create(options, { origin: origin() }));
    expect(added.status).toBe(201);
    return { ...account, authenticator, passkeyId: added.body.id as string };
  };

  /** Staff alone must unlock the authenticator. */
  const UNVERIFIED: readonly Forgery[] =
    name === 'admin' ? [['no verification of the user', { isUserVerified: false }]] : [];

  describe('a new passkey', () => {
    test.each([...FORGERIES, ['the type of a sign-in', { type: 'webauthn.get' }], ...UNVERIFIED])(
      'from %s is not stored',
      async (_what, difference) => {
        const { id, cookie } = await makeAccount();
        const options = await challenge('creation', cookie);
        const forged = new SoftwareAuthenticator().create(options, ceremonyOf(difference));
        expect(await add(cookie, forged)).toMatchObject(NOT_ADDED);
        expect(await passkeysOf(id)).toEqual([]);
      },
    );

    test('that answers no challenge is not stored', async () => {
      const { id, cookie } = await makeAccount();
      const passkey = new SoftwareAuthenticator().create(await challenge('creation', cookie), {
        origin: origin(),
      });
      for (const client_data_json of WITHOUT_CHALLENGE) {
        expect(await add(cookie, { ...passkey, client_data_json })).toMatchObject(NOT_ADDED);
      }
      expect(await passkeysOf(id)).toEqual([]);
    });

    test('is not stored for a challenge of another session, of another account, of another purpose, or one that has expired', async () => {
      const [own, other] = [await makeAccount(), await makeAccount()];
      const ownElsewhere = await makeSession(system.database, name, own.id);
      const options = await challenge('creation', own.cookie);
      const others = [
        await challenge('creation', ownElsewhere.cookie),
        await challenge('creation', other.cookie),
        await challenge('reauthentication', own.cookie),
        await challenge('sign_in', own.cookie),
      ];
      const answer = (answered: string) =>
        add(
          own.cookie,
          new SoftwareAuthenticator().create({ ...options, challenge: answered }, { origin: origin() }),
        );
      for (const one of others) expect(await answer(one.challenge)).toMatchObject(INVALID);
      await expire(own.sessionId);
      expect(await answer(options.challenge)).toMatchObject(INVALID);
      expect(await passkeysOf(own.id)).toEqual([]);
    });

    test('is stored once for a challenge, however many answer it, one after another or at once', async () => {
      const { id, cookie } = await makeAccount();
      const options = await challenge('creation', cookie);
      const create = () => new SoftwareAuthenticator().create(options, { origin: origin() });
      const answers = await Promise.all(Array.from({ length: 4 }, () => add(cookie, create())));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
      expect(await add(cookie, create())).toMatchObject(INVALID);
      expect(await passkeysOf(id)).toHaveLength(1);
    });

    test('needs the fresh authentication when it is stored, too: a stolen session cannot finish what its owner has begun', async () => {
      const { id, cookie, sessionId } = await makeAccount();
      const options = await challenge('creation', cookie);
      await makeStale(sessionId);
      const passkey = new SoftwareAuthenticator().create(options, { origin: origin() });
      expect((await add(cookie, passkey)).status).toBe(403);
      expect(await passkeysOf(id)).toEqual([]);
    });

    test('G3: that is refused uses up its challenge: an honest answer to it is refused, too', async () => {
      const other = await makeAccountWithPasskey();
      const honest = () => new SoftwareAuthenticator();
      const refusals = [
        {
          code: 'passkey_invalid',
          create: (options: CreationOptions) => honest().create(options, { origin: 'http://evil.test' }),
        },
        {
          code: 'passkey_exists',
          create: (options: CreationOptions) => other.authenticator.create(options, { origin: origin() }),
        },
        {
          code: 'passkey_quota_reached',
          count: 20,
          create: (options: CreationOptions) => honest().create(options, { origin: origin() }),
        },
      ];
      for (const { code, create, count = 0 } of refusals) {
        const { id, cookie } = await makeAccount();
        const options = await challenge('creation', cookie);
        await addPasskeyRows(id, count);
        expect((await add(cookie, create(options))).body.code).toBe(code);
        await system.database.query(`delete from identity.${name}_passkeys where ${name}_id = $1`, [id]);
        const passkey = honest().create(options, { origin: origin() });
        expect([code, await add(cookie, passkey)]).toMatchObject([code, INVALID]);
        expect(await passkeysOf(id)).toEqual([]);
      }
    });

    test('is one of at most 20, also when several are added at once', async () => {
      const { id, cookie } = await makeAccount();
      await addPasskeyRows(id, 19);
      const created = [];
      for (let count = 0; count < 4; count += 1) {
        const options = await challenge('creation', cookie);
        created.push(new SoftwareAuthenticator().create(options, { origin: origin() }));
      }
      const answers = await Promise.all(created.map((passkey) => add(cookie, passkey)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
      expect(await passkeysOf(id)).toHaveLength(20);
    });
  });

  describe('a reauthentication', () => {
    test.each([
      ...FORGERIES,
      ['the type of a creation', { type: 'webauthn.create' }],
      ['a passkey that is now backup eligible', { isBackupEligible: true }],
      ...UNVERIFIED,
    ])('from %s leaves the session as it was', async (_what, difference) => {
      const { cookie, sessionId, authenticator } = await makeAccountWithPasskey();
      await makeStale(sessionId);
      const options = await challenge('reauthentication', cookie);
      const forged = authenticator.get(options, ceremonyOf(difference));
      expect(await reauthenticate(cookie, forged)).toMatchObject(NOT_PROVED);
      // The refused attempt has used up its challenge.
      const honest = authenticator.get(options, { origin: origin() });
      expect(await reauthenticate(cookie, honest)).toMatchObject(INVALID);
      expect(await isFresh(cookie)).toBe(false);
    });

    test('is not made by a challenge of another session, of another purpose, or one that has expired', async () => {
      const { id, cookie, sessionId, authenticator } = await makeAccountWithPasskey();
      const elsewhere = await makeSession(system.database, name, id);
      const options = await challenge('reauthentication', cookie);
      const others = [
        await challenge('creation', cookie),
        await challenge('reauthentication', elsewhere.cookie),
        await challenge('sign_in', cookie),
      ];
      await makeStale(sessionId);
      const answer = (answered: string) =>
        reauthenticate(cookie, authenticator.get({ ...options, challenge: answered }, { origin: origin() }));
      for (const one of others) expect(await answer(one.challenge)).toMatchObject(INVALID);
      await expire(sessionId);
      expect(await answer(options.challenge)).toMatchObject(INVALID);
      expect(await isFresh(cookie)).toBe(false);
    });

    test('is not made by an answer to no challenge', async () => {
      const { cookie, sessionId, authenticator } = await makeAccountWithPasskey();
      const options = await challenge('reauthentication', cookie);
      await makeStale(sessionId);
      const passkey = authenticator.get(options, { origin: origin() });
      for (const client_data_json of WITHOUT_CHALLENGE) {
        expect(await reauthenticate(cookie, { ...passkey, client_data_json })).toMatchObject(NOT_PROVED);
      }
      expect(await isFresh(cookie)).toBe(false);
    });

    test('may leave out the account, whose passkeys the options named, and names no other (WebAuthn Level 3, 7.2, step 6)', async () => {
      const { cookie, sessionId, authenticator } = await makeAccountWithPasskey();
      await makeStale(sessionId);
      const prove = async (user_handle: string) => {
        const options = await challenge('reauthentication', cookie);
        const passkey = authenticator.get(options, { origin: origin() });
        return reauthenticate(cookie, { ...passkey, user_handle });
      };
      expect(await prove('AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject(NOT_PROVED);
      expect(await isFresh(cookie)).toBe(false);
      expect((await prove('')).status).toBe(204);
      expect(await isFresh(cookie)).toBe(true);
    });

    test('is made once by an answer: a replay, at once or later, makes no later session fresh', async () => {
      const { cookie, sessionId, authenticator } = await makeAccountWithPasskey();
      await makeStale(sessionId);
      const passkey = authenticator.get(await challenge('reauthentication', cookie), { origin: origin() });
      const answers = await Promise.all(Array.from({ length: 4 }, () => reauthenticate(cookie, passkey)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422, 422, 422]);
      expect(await isFresh(cookie)).toBe(true);
      await makeStale(sessionId);
      expect(await reauthenticate(cookie, passkey)).toMatchObject(INVALID);
      expect(await isFresh(cookie)).toBe(false);
    });

    test('is not made by a copy: the attempt is audited, and the counter stays', async () => {
      const { id, cookie, sessionId, authenticator } = await makeAccountWithPasskey(
        new SoftwareAuthenticator({ counter: 5 }),
      );
      await makeStale(sessionId);
      const [before] = await passkeysOf(id);
      for (const counter of [0, 1, Number(before?.counter)]) {
        const options = await challenge('reauthentication', cookie);
        expect(
          await reauthenticate(cookie, authenticator.get(options, { origin: origin(), counter })),
        ).toMatchObject(INVALID);
      }
      expect(await passkeysOf(id)).toEqual([before]);
      expect(await isFresh(cookie)).toBe(false);
      const copied = await system.database.query(
        'select from identity.audit_events where subject_id = $1 and action = $2',
        [id, `${name}.passkey_copied`],
      );
      expect(copied).toHaveLength(3);
      const mails = await system.database.query(
        "select from identity.mail_outbox where to_address = $1 and subject like '%was refused'",
        [`${id}@made.test`],
      );
      expect(mails).toHaveLength(3);
    });

    test('is not made by a copy while the passkey is used in another process', async () => {
      const { cookie, sessionId, authenticator, passkeyId } = await makeAccountWithPasskey(
        new SoftwareAuthenticator({ counter: 5 }),
      );
      await makeStale(sessionId);
      const options = await challenge('reauthentication', cookie);
      const passkey = authenticator.get(options, { origin: origin(), counter: 50 });
      const held = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
        await holder.query(`update identity.${name}_passkeys set counter = 50 where id = $1`, [passkeyId]);
        const answering = reauthenticate(cookie, passkey);
        await isWaitedFor(holder);
        return { answering };
      });
      expect(await held.answering).toMatchObject(NOT_PROVED);
      expect(await isFresh(cookie)).toBe(false);
    });

    test('is not made by a passkey that was removed after the challenge', async () => {
      const { id, cookie, sessionId, authenticator, passkeyId } = await makeAccountWithPasskey();
      const options = await challenge('reauthentication', cookie);
      await system.database.query(`delete from identity.${name}_passkeys where id = $1`, [passkeyId]);
      await makeStale(sessionId);
      const passkey = authenticator.get(options, { origin: origin() });
      expect(await reauthenticate(cookie, passkey)).toMatchObject(INVALID);
      expect([await passkeysOf(id), await isFresh(cookie)]).toEqual([[], false]);
    });

    test('G1: is not made by a passkey that is removed while its answer is verified', async () => {
      const { id, cookie, sessionId, authenticator, passkeyId } = await makeAccountWithPasskey();
      const options = await challenge('reauthentication', cookie);
      await makeStale(sessionId);
      const passkey = authenticator.get(options, { origin: origin() });
      const held = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
        await lockAccess(holder, [{ kind: name, id, mode: 'exclusive' }]);
        const answering = reauthenticate(cookie, passkey);
        await isWaitedFor(holder);
        await holder.query(`delete from identity.${name}_passkeys where id = $1`, [passkeyId]);
        return { answering };
      });
      expect(await held.answering).toMatchObject(NOT_PROVED);
      expect(await isFresh(cookie)).toBe(false);
    });
  });

  test('of two last passkeys that are removed at once, one stays', async () => {
    const { id, cookie, passkeyId } = await makeAccountWithPasskey();
    const further = new SoftwareAuthenticator().create(await challenge('creation', cookie), {
      origin: origin(),
    });
    const { body } = await add(cookie, further);
    const answers = await Promise.all(
      [passkeyId, body.id].map((one) => send(`/${prefix}passkeys/${one}`, cookie, undefined, 'DELETE')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await passkeysOf(id)).toHaveLength(1);
  });

  test('is removed alone: its removal waits for the writes of the account in other processes', async () => {
    const { id, cookie } = await makeAccountWithPasskey();
    const further = new SoftwareAuthenticator().create(await challenge('creation', cookie), {
      origin: origin(),
    });
    const { body } = await add(cookie, further);
    const held = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: name, id, mode: 'shared' }]);
      const removal = send(`/${prefix}passkeys/${body.id}`, cookie, undefined, 'DELETE');
      const first = [removal.then(() => 'answered'), isWaitedFor(holder).then(() => 'waiting')];
      expect(await Promise.race(first)).toBe('waiting');
      return { removal };
    });
    expect((await held.removal).status).toBe(204);
  });

  test('one of an account is renamed, and no other one', async () => {
    const { id, cookie, passkeyId } = await makeAccountWithPasskey();
    await addPasskeyRows(id, 1);
    const renamed = await send(`/${prefix}passkeys/${passkeyId}`, cookie, { name: 'Work key' }, 'PATCH');
    expect(renamed).toMatchObject({ status: 200, body: { id: passkeyId, name: 'Work key' } });
    const names = await system.database.query(
      `select name from identity.${name}_passkeys where ${name}_id = $1 order by name`,
      [id],
    );
    expect(names).toEqual([{ name: 'Work key' }, { name: 'x' }]);
  });

  test("another account's passkey is neither renamed nor removed", async () => {
    const [own, other] = [await makeAccountWithPasskey(), await makeAccountWithPasskey()];
    const path = `/${prefix}passkeys/${other.passkeyId}`;
    expect((await send(path, own.cookie, { name: 'Mine' }, 'PATCH')).status).toBe(404);
    expect((await send(path, own.cookie, undefined, 'DELETE')).status).toBe(404);
    expect(await passkeysOf(other.id)).toHaveLength(1);
  });
});

describe('a sign-in with a passkey', () => {
  test.each([
    ['no presence of the user', { isUserPresent: false }],
    ['a page in a frame of another site', { isCrossOrigin: true }],
  ])('from %s is refused', async (_what, difference) => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    const origin = originOfHost(system.local.publicHost);
    const passkey = person.authenticator.get(options, { origin, ...difference });
    expect(await signInWith(system.publicHost, passkey, browser)).toMatchObject(INVALID);
  });

  test('that answers no challenge is refused', async () => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    const passkey = person.authenticator.get(options, { origin: originOfHost(system.local.publicHost) });
    for (const client_data_json of WITHOUT_CHALLENGE) {
      const answer = await signInWith(system.publicHost, { ...passkey, client_data_json }, browser);
      expect(answer).toMatchObject(NOT_PROVED);
    }
  });

  test('that does not name the account of the passkey is refused: the options named none (WebAuthn Level 3, 7.2, step 6)', async () => {
    const person = await makePersonWithPasskey(system);
    const { options, browser } = await beginSignIn(system.publicHost);
    const origin = originOfHost(system.local.publicHost);
    const passkey = { ...person.authenticator.get(options, { origin }), user_handle: '' };
    expect(await signInWith(system.publicHost, passkey, browser)).toMatchObject(INVALID);
  });
});

describe('a sign-in of the staff with a passkey', () => {
  const EMAIL = 'viewer@demo.test';
  const post = (path: string, cookie: string, body: object = {}) =>
    system.teamHost.request(`/api/identities${path}`, { method: 'POST', cookie, body });
  const teamOrigin = () => originOfHost(system.local.teamHost);
  const begin = async () => {
    const answer = await system.teamHost.request('/api/identities/admin_passkey_challenges/sign_in', {
      method: 'POST',
    });
    const browser = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return { options: answer.body.options as { challenge: string; rpId: string }, browser };
  };
  const signIn = (cookie: string, passkey: object) =>
    post('/admin_sessions', cookie, { email: EMAIL, password: DEMO_PASSWORD, passkey });
  let session: string;
  const authenticator = new SoftwareAuthenticator();
  beforeAll(async () => {
    const totp = await currentOneTimeCode(system.database, EMAIL);
    const started = await post('/admin_sessions', '', { email: EMAIL, password: DEMO_PASSWORD, totp });
    session = started.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const { body } = await system.teamHost.request('/api/identities/admin_passkey_challenges/creation', {
      method: 'POST',
      cookie: session,
    });
    const passkey = authenticator.create(body.options, { origin: teamOrigin() });
    expect((await post('/admin_passkeys', session, { passkey })).status).toBe(201);
  });

  test.each([...FORGERIES, ['no verification of the user', { isUserVerified: false }]])(
    'from %s is refused',
    async (_what, difference) => {
      const { options, browser } = await begin();
      const origin =
        difference.origin === 'OTHER'
          ? originOfHost(system.local.publicHost)
          : (difference.origin ?? teamOrigin());
      const passkey = authenticator.get(options, { ...difference, origin });
      expect(await signIn(browser, passkey)).toMatchObject(INVALID);
    },
  );

  test('G5: does not answer the challenge of another browser, of another purpose or of a user, and not with the passkey of a user', async () => {
    const [own, other] = [await begin(), await begin()];
    const ofUsers = await beginSignIn(system.publicHost);
    const { body } = await system.teamHost.request(
      '/api/identities/admin_passkey_challenges/reauthentication',
      { method: 'POST', cookie: session },
    );
    const { rpId } = own.options;
    for (const { challenge } of [other.options, ofUsers.options, body.options]) {
      const passkey = authenticator.get({ challenge, rpId }, { origin: teamOrigin() });
      for (const cookie of [own.browser, `${own.browser}; ${ofUsers.browser}; ${session}`]) {
        expect(await signIn(cookie, passkey)).toMatchObject(INVALID);
      }
    }
    const user = await makePersonWithPasskey(system);
    const { options, browser } = await begin();
    const ofUser = user.authenticator.get(options, { origin: teamOrigin() });
    expect(await signIn(browser, ofUser)).toMatchObject(INVALID);
    const honest = await begin();
    const passkey = authenticator.get(honest.options, { origin: teamOrigin() });
    expect((await signIn(honest.browser, passkey)).status).toBe(201);
    expect(await signIn(honest.browser, passkey)).toMatchObject(INVALID);
  });

  test('an enrolment takes no passkey for the challenge of another link, and none without verification of the user', async () => {
    const [own, other] = [
      await createEnrolmentToken(system.database.ownerUrl, { email: 'admin@demo.test' }),
      await createEnrolmentToken(system.database.ownerUrl, { email: EMAIL }),
    ];
    const challengeOf = async (token: string) =>
      (await post('/admin_passkey_challenges/enrolment', '', { token })).body.options;
    const complete = (passkey: object) =>
      post('/admin_enrolments', '', {
        token: own,
        password: 'a kettle on the sill',
        totp: '123456',
        passkey,
      });
    const create = async (token: string, ceremony: object) =>
      new SoftwareAuthenticator().create(await challengeOf(token), { origin: teamOrigin(), ...ceremony });
    expect(await complete(await create(other, {}))).toMatchObject(INVALID);
    expect(await complete(await create(own, { isUserVerified: false }))).toMatchObject(INVALID);
    expect(await complete(await create(own, { isCrossOrigin: true }))).toMatchObject(INVALID);
  });

  test('G3: an enrolment that is refused uses up the challenge of its passkey, and keeps the link', async () => {
    const token = await createEnrolmentToken(system.database.ownerUrl, { email: 'admin@demo.test' });
    const { totp_secret } = (await post('/admin_enrolments/open', '', { token })).body;
    const begun = async () => (await post('/admin_passkey_challenges/enrolment', '', { token })).body.options;
    const complete = (totp: string, options: CreationOptions, from = new SoftwareAuthenticator()) => {
      const passkey = from.create(options, { origin: teamOrigin() });
      return post('/admin_enrolments', '', { token, password: 'a kettle on the sill', totp, passkey });
    };
    const [wrongCode, known] = [await begun(), await begun()];
    const right = () => new TOTP({ secret: totp_secret }).generate();
    expect((await complete('000000', wrongCode)).body.code).toBe('totp_invalid');
    expect((await complete(right(), wrongCode)).body.code).toBe('passkey_invalid');
    expect((await complete(right(), known, authenticator)).body.code).toBe('passkey_exists');
    expect((await complete(right(), known)).body.code).toBe('passkey_invalid');
    expect((await complete(right(), await begun())).status).toBe(201);
  });
});
