import { randomBytes } from 'node:crypto';
import { lockAccess } from '@gatehouse/membership-resolver';
import {
  type ApiAnswer,
  type ApiClient,
  addressOf,
  createApiClient,
  DEMO_PASSWORD,
  makeAdmin,
  makePerson,
  makeSession,
  signIn,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { nextMail } from '#support/next-mail.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ instances: 1 });
});
afterAll(() => system.stop());

const SESSIONS = '/api/identities/user_sessions';
const CURRENT = `${SESSIONS}/current`;
const ADMIN_CURRENT = '/api/identities/admin_sessions/current';

const randomToken = () => randomBytes(32).toString('base64url');
const tokenOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);
const cookieFrom = (answer: ApiAnswer) => answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';

function tryToSignIn(
  email: string,
  { cookie, password = DEMO_PASSWORD }: { cookie?: string; password?: string } = {},
): Promise<ApiAnswer> {
  return system.publicHost.request(SESSIONS, {
    method: 'POST',
    body: { email, password },
    ...(cookie === undefined ? {} : { cookie }),
  });
}

/** A person without a live session, who can sign in with the password of the demo. @returns the id of the user. */
async function makeSignInPerson(): Promise<string> {
  const { userId } = await makePerson(system.database, { session: 'ended' });
  await system.database.query(
    `insert into identity.credentials (user_id, password_hash)
     select $1, password_hash from identity.credentials limit 1`,
    [userId],
  );
  return userId;
}

const statusWith = async (cookie: string, path = CURRENT, host = system.publicHost) =>
  (await host.request(path, { cookie })).status;

describe('session fixation: a cookie that was there before is never a session afterwards', () => {
  test.each([
    ['a well-formed value of the attacker', async () => randomToken()],
    ['a session that has ended', async () => (await makePerson(system.database, { session: 'ended' })).token],
    ['a live session of the attacker', async () => (await makePerson(system.database)).token],
    [
      'a live session of the person',
      async () => tokenOf(await signIn(system.publicHost, 'talent@demo.test')),
    ],
  ])('S6: %s that was planted is not the session of a sign-in', async (_name, plant) => {
    const planted = await plant();
    const answer = await tryToSignIn('talent@demo.test', { cookie: `app_session_id=${planted}` });
    expect(answer.status).toBe(201);
    const given = tokenOf(cookieFrom(answer));
    expect(given).toMatch(/^[\w-]{43}$/);
    expect(given).not.toBe(planted);
    expect(await statusWith(`app_session_id=${planted}`)).toBe(401);
    expect(await statusWith(`app_session_id=${given}`)).toBe(200);
  });

  test('S6: a failed sign-in sets no cookie and ends no session', async () => {
    const { cookie } = await makePerson(system.database);
    const answer = await tryToSignIn('talent@demo.test', { cookie, password: 'wrong wrong' });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([422, undefined]);
    expect(await statusWith(cookie)).toBe(200);
  });
});

describe('the cookie of the other system', () => {
  test('S6 B6: a live token under the other cookie name is no session, on both hosts', async () => {
    const person = await makePerson(system.database);
    const admin = await makeAdmin(system.database, 'operator');
    for (const [host, path] of [
      [system.publicHost, CURRENT],
      [system.teamHost, ADMIN_CURRENT],
    ] as const) {
      for (const cookie of [
        `team_session_id=${person.token}`,
        `app_session_id=${admin.token}`,
        `team_session_id=${person.token}; app_session_id=${admin.token}`,
      ])
        expect([path, cookie, await statusWith(cookie, path, host)]).toEqual([path, cookie, 401]);
    }
    expect(await statusWith(person.cookie)).toBe(200);
    expect(await statusWith(admin.cookie, ADMIN_CURRENT, system.teamHost)).toBe(200);
  });

  test('S6 B6: signing out of one system leaves the other’s session alone', async () => {
    const person = await makePerson(system.database);
    const admin = await makeAdmin(system.database, 'viewer');
    const cookie = `${person.cookie}; ${admin.cookie}`;
    await system.publicHost.request(CURRENT, { method: 'DELETE', cookie });
    expect(await statusWith(person.cookie)).toBe(401);
    expect(await statusWith(admin.cookie, ADMIN_CURRENT, system.teamHost)).toBe(200);
  });
});

describe('cookies tossed in from a sibling domain', () => {
  test('S6: two different live sessions are no session in either order, and that is audited', async () => {
    const [one, two] = [await makePerson(system.database), await makePerson(system.database)];
    for (const cookie of [`${one.cookie}; ${two.cookie}`, `${two.cookie}; ${one.cookie}`]) {
      const answer = await system.publicHost.request(CURRENT, { cookie });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
    }
    const events = await waitFor(async () => {
      const rows = await system.database.query<{ actor_kind: string }>(
        'select actor_kind from identity.audit_events where subject_id = any($1)',
        [[one.sessionId, two.sessionId]],
      );
      return rows.length === 2 ? rows : undefined;
    });
    expect(events).toEqual([{ actor_kind: 'system' }, { actor_kind: 'system' }]);
  });

  test('S6: signing in or out ends both, so that the person gets out of it, and each end is audited as its user’s', async () => {
    for (const leave of [
      (cookie: string) => system.publicHost.request(CURRENT, { method: 'DELETE', cookie }),
      (cookie: string) => tryToSignIn('talent@demo.test', { cookie }),
    ]) {
      const [one, two] = [await makePerson(system.database), await makePerson(system.database)];
      await leave(`${one.cookie}; ${two.cookie}`);
      expect([await statusWith(one.cookie), await statusWith(two.cookie)]).toEqual([401, 401]);
      const ended = await system.database.query(
        `select subject_id, actor_id from identity.audit_events
          where action = 'user_session.ended' and subject_id = any($1) order by subject_id`,
        [[one.sessionId, two.sessionId]],
      );
      expect(ended).toEqual(
        [one, two].map(({ sessionId, userId }) => ({ subject_id: sessionId, actor_id: userId })),
      );
    }
  });

  test('S6: a dead, garbled or misnamed cookie beside the live one does not replace it, before or after it', async () => {
    const live = await makePerson(system.database);
    const dead = await makePerson(system.database, { session: 'ended' });
    const other = await makePerson(system.database);
    const admin = await makeAdmin(system.database, 'viewer');
    const tossed = [
      `app_session_id=${randomToken()}`,
      dead.cookie,
      'app_session_id=',
      'app_session_id',
      `app_session_id="${other.token}"`,
      `app_session_id='${other.token}'`,
      `app_session_id=${encodeURIComponent(`"${other.token}"`)}`,
      `app_session_id=%${other.token.charCodeAt(0).toString(16)}${other.token.slice(1)}`,
      `app_session_id=${other.token}=`,
      `app_session_id =${other.token}`,
      `APP_SESSION_ID=${other.token}`,
      `__Host-app_session_id=${other.token}`,
      `$Version=1; app_session_id=${randomToken()}; $Path=/api; $Domain=.example.test`,
      `x=1, app_session_id=${other.token}`,
      admin.cookie,
      `app_session_id=${admin.token}`,
      // The same cookie once more, with another path: one session.
      live.cookie,
      Array.from({ length: 7 }, () => `app_session_id=${randomToken()}`).join('; '),
    ];
    for (const one of tossed) {
      for (const cookie of [`${one}; ${live.cookie}`, `${live.cookie}; ${one}`]) {
        const answer = await system.publicHost.request(CURRENT, { cookie });
        expect([one, answer.status, answer.body?.identities_user?.id]).toEqual([one, 200, live.userId]);
      }
      if (one !== live.cookie) expect([one, await statusWith(one)]).toEqual([one, 401]);
    }
  });

  /** As many dead tokens as one would like, as a sibling domain sets them with a path of its own. */
  const tossed = (count: number) =>
    Array.from({ length: count }, () => `app_session_id=${randomToken()}`).join('; ');

  test.each([9, 60, 260])('F18 S6: %d dead ones before the live one do not hide it', async (count) => {
    // Past the ingress, which has a limit of its own.
    const identity = identityOf(system);
    try {
      const live = await makePerson(system.database);
      for (const cookie of [`${tossed(count)}; ${live.cookie}`, `${live.cookie}; ${tossed(count)}`]) {
        const answer = await identity.request(CURRENT, { cookie });
        expect([answer.status, answer.body.identities_user?.id]).toEqual([200, live.userId]);
      }
      const cookie = `${tossed(count)}; ${live.cookie}`;
      expect((await identity.request(CURRENT, { method: 'DELETE', cookie })).status).toBe(204);
      expect(await statusWith(live.cookie)).toBe(401);
      recordFinding('Sessions', {
        tried: `F18: ${count} dead session cookies of a sibling domain before and after the live one`,
        counted: { requests: 3, 'live sessions hidden or left after the sign-out': 0 },
      });
    } finally {
      identity.close();
    }
  });

  test('F18 A2: more headers than are taken are 431, which is no sign-out', async () => {
    const identity = identityOf(system);
    try {
      const { cookie } = await makePerson(system.database);
      const answer = await identity.request(CURRENT, { cookie: `${tossed(300)}; ${cookie}` });
      expect([answer.status, answer.body?.code]).toEqual([431, 'headers_too_large']);
      expect(await statusWith(cookie)).toBe(200);
    } finally {
      identity.close();
    }
  });

  test('F18 G6: a flood of requests with hundreds of cookies delays no other client', async () => {
    const identity = identityOf(system);
    try {
      const { cookie } = await makePerson(system.database);
      const flood = Array.from({ length: 120 }, () => identity.request(CURRENT, { cookie: tossed(260) }));
      const others = await Promise.all(
        Array.from({ length: 120 }, () => identity.request(CURRENT, { cookie })),
      );
      expect(others.map(({ status }) => status)).toEqual(Array(120).fill(200));
      // What does not fit into the queue of such requests is refused, never taken for signed out.
      for (const { status } of await Promise.all(flood)) expect([401, 503]).toContain(status);
    } finally {
      identity.close();
    }
  });

  test('S6: in two `Cookie` headers it is the same', async () => {
    const live = await makePerson(system.database);
    for (const cookie of [
      [live.cookie, `app_session_id=${randomToken()}`],
      [`app_session_id=${randomToken()}`, live.cookie],
    ]) {
      const answer = await system.publicHost.request(CURRENT, { headers: { cookie } });
      expect([answer.status, answer.body.identities_user.id]).toEqual([200, live.userId]);
    }
  });
});

describe('several browsers of one person', () => {
  test('S1: ten that sign in at once are all signed in, each with a session of its own that is listed', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryToSignIn('pending@demo.test')));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const cookies = answers.map(cookieFrom);
    expect(new Set(cookies).size).toBe(10);
    const seen = await Promise.all(cookies.map((cookie) => statusWith(cookie)));
    expect(seen).toEqual(Array(10).fill(200));
    const list = await system.publicHost.request(SESSIONS, { cookie: cookies[7] ?? '' });
    const listed = new Set(list.body.items.map(({ id }: { id: string }) => id));
    for (const { body } of answers) expect(listed).toContain(body.session.id);
  });

  test('F20 G1: a sign-in below the limit ends nothing, and waits for no write of its user', async () => {
    const [userId, other] = [await makeSignInPerson(), await makePerson(system.database)];
    // Of the user 20 live ones, and a hundred each that have ended, expired, or were not used; of another one 120 live ones.
    await system.database.query(
      `insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at, ended_at)
       select sha256(uuidv7()::text::bytea), s.user_id, now() + s.lifetime, now() + s.idle, s.ended_at
         from (select $1::uuid, interval '1 hour', interval '1 hour', null::timestamptz from generate_series(1, 20)
               union all select $1, '1 hour', '1 hour', now() from generate_series(1, 100)
               union all select $1, '-1 hour', '1 hour', null from generate_series(1, 100)
               union all select $1, '1 hour', '-1 hour', null from generate_series(1, 100)
               union all select $2, '1 hour', '1 hour', null from generate_series(1, 120)
              ) s (user_id, lifetime, idle, ended_at)`,
      [userId, other.userId],
    );
    await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'user', id: userId, mode: 'shared' }]);
      expect((await tryToSignIn(addressOf({ userId }))).status).toBe(201);
    });
  });

  test('F20: a person has a hundred sessions at most: signing in ends the least recently used ones, and the trail says so', async () => {
    const userId = await makeSignInPerson();
    const email = addressOf({ userId });
    const made = [];
    for (let index = 0; index < 101; index += 1) {
      const { sessionId } = await makeSession(system.database, 'user', userId);
      made.push(sessionId);
      await system.database.query(
        'update identity.user_sessions set last_seen_at = now() - make_interval(hours => $2) where id = $1',
        [sessionId, index],
      );
    }
    // Of two that were used at the same moment, the one that began last stays.
    await system.database.query(
      `update identity.user_sessions set last_seen_at = (select last_seen_at from identity.user_sessions where id = $1)
        where id = $2`,
      [made[98], made[99]],
    );
    for (const over of ['expires_at', 'idle_expires_at']) {
      const { sessionId } = await makeSession(system.database, 'user', userId);
      await system.database.query(`update identity.user_sessions set ${over} = now() where id = $1`, [
        sessionId,
      ]);
    }
    const answer = await tryToSignIn(email);
    expect(answer.status).toBe(201);
    const ended = await system.database.query<{ id: string; end_reason: string }>(
      "select id, end_reason from identity.user_sessions where user_id = $1 and end_reason = 'above_limit' order by id",
      [userId],
    );
    const beyond = [made[98], made[100]];
    expect(ended.map(({ id }) => id)).toEqual(beyond);
    const events = await system.database.query<{ actor_kind: string; change: string }>(
      "select actor_kind, change from identity.audit_events where subject_id = any($1) and action = 'user_session.ended'",
      [beyond],
    );
    expect(events).toEqual(Array(2).fill({ actor_kind: 'user', change: 'more than 100 sessions' }));

    // A hundred are live now.
    const next = await tryToSignIn(email);
    const [replaced] = await system.database.query<{ end_reason: string }>(
      'select end_reason from identity.user_sessions where id = $1',
      [made[99]],
    );
    expect([next.status, replaced?.end_reason]).toEqual([201, 'above_limit']);

    // F20: the list has pages.
    const cookie = cookieFrom(answer);
    const listed: string[] = [];
    const sizes: number[] = [];
    let cursor = '';
    do {
      const { status, body } = await system.publicHost.request(`${SESSIONS}?limit=40&cursor=${cursor}`, {
        cookie,
      });
      expect(status).toBe(200);
      sizes.push(body.items.length);
      listed.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    } while (cursor !== '');
    expect(sizes).toEqual([40, 40, 20]);
    expect(new Set(listed).size).toBe(100);
    expect(listed).toEqual(listed.toSorted().reverse());
    expect(listed.slice(0, 2)).toEqual([next.body.session.id, answer.body.session.id]);
    expect((await system.publicHost.request(SESSIONS, { cookie })).body.items).toHaveLength(50);
    for (const query of ['limit=101', 'cursor=%2A', 'cursor=eHg'])
      expect((await system.publicHost.request(`${SESSIONS}?${query}`, { cookie })).status).toBe(400);
  });

  test('F20 G1: a sign-in that ends sessions waits for the writes of its user: none of an ended session commits later', async () => {
    const userId = await makeSignInPerson();
    for (let index = 0; index < 100; index += 1) await makeSession(system.database, 'user', userId);
    const { answer } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      // As a write of one of the sessions.
      await lockAccess(holder, [{ kind: 'user', id: userId, mode: 'shared' }]);
      const answer = tryToSignIn(addressOf({ userId }));
      await isWaitedFor(holder);
      // It holds nothing meanwhile: with a shared lock of its own it and another one would wait for each other.
      await holder.query("set local lock_timeout = '300ms'");
      await lockAccess(holder, [{ kind: 'user', id: userId, mode: 'exclusive' }]);
      return { answer };
    });
    expect((await answer).status).toBe(201);
  });

  test('F20: sign-ins at once do not exceed the limit', async () => {
    const [userId, another] = [await makeSignInPerson(), await makeSignInPerson()];
    for (let index = 0; index < 98; index += 1) await makeSession(system.database, 'user', userId);
    const { answers } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'user', id: userId, mode: 'exclusive' }]);
      const answers = Array.from({ length: 3 }, () => tryToSignIn(addressOf({ userId })));
      await isWaitedFor(holder);
      // Passwords are verified in their order: the others are, and wait for their turn.
      expect((await tryToSignIn(addressOf({ userId: another }))).status).toBe(201);
      return { answers };
    });
    const cookies = (await Promise.all(answers)).map(cookieFrom);
    const live = await system.database.query(
      'select from identity.user_sessions where user_id = $1 and ended_at is null',
      [userId],
    );
    expect(live).toHaveLength(100);
    expect(await Promise.all(cookies.map((cookie) => statusWith(cookie)))).toEqual([200, 200, 200]);
  });

  test('B1 B7: signing out in one tab ends the session for the other tab’s next request, on every service', async () => {
    const { cookie } = await makePerson(system.database, {
      talent: 'active',
      membership: { role: 'owner', status: 'active' },
    });
    const paths = [CURRENT, '/api/talent/applications', '/api/employer/job_posts'];
    for (const path of paths) expect([path, await statusWith(cookie, path)]).toEqual([path, 200]);
    await system.publicHost.request(CURRENT, { method: 'DELETE', cookie });
    for (const path of paths) expect([path, await statusWith(cookie, path)]).toEqual([path, 401]);
  });

  test('B1: a password reset ends a thief’s session', async () => {
    const email = 'newcomer@demo.test';
    const thief = await signIn(system.publicHost, email);
    await system.publicHost.request('/api/identities/password_resets', { method: 'POST', body: { email } });
    const mail = await nextMail(system, email, { text: '#token=' });
    const token = /#token=([\w-]{43})/.exec(mail.text)?.[1];
    expect(await statusWith(thief)).toBe(200);
    const redeemed = await system.publicHost.request('/api/identities/password_resets/redeem', {
      method: 'POST',
      body: { token, password: 'a lake in autumn' },
      cookie: thief,
    });
    expect(redeemed.status).toBe(204);
    expect(await statusWith(thief)).toBe(401);
    expect((await tryToSignIn(email)).status).toBe(422);
    expect((await tryToSignIn(email, { password: 'a lake in autumn' })).status).toBe(201);
  });
});

/** Identity itself, without the ingress: who asks says where it comes from. */
function identityOf({ local }: TestSystem): ApiClient {
  const { port, host } = new URL(local.services.identity[0]?.url ?? '');
  return createApiClient({ port: Number(port), host });
}

describe('throttles', () => {
  /** Failures on an account: from one place, and from everywhere. */
  const LIMIT = 10;
  const EVERYWHERE = 3 * LIMIT;
  let identity: ApiClient;
  beforeAll(() => {
    identity = identityOf(system);
  });
  afterAll(() => identity.close());

  const from = (address: string, email: string, password = DEMO_PASSWORD) =>
    identity.request(SESSIONS, {
      method: 'POST',
      body: { email, password },
      headers: { 'x-forwarded-for': address },
    });
  const statuses = (answers: readonly ApiAnswer[]) => Object.groupBy(answers, ({ status }) => String(status));

  test('guesses sent all at once are as few as guesses sent one after the other', async () => {
    const email = 'suspended@demo.test';
    const guesses = Array.from({ length: 60 }, (_, index) =>
      from('198.51.100.1', email, `guess number ${index}`),
    );
    const by = statuses(await Promise.all(guesses));
    expect([by['422']?.length, by['429']?.length]).toEqual([LIMIT, 60 - LIMIT]);
    // The right one among them would have been refused as well.
    expect((await from('198.51.100.1', email)).status).toBe(429);
  });

  test('failures from elsewhere do not keep a person out of the place that they signed in from before', async () => {
    const email = 'member@demo.test';
    const [home, elsewhere] = ['203.0.113.7', '203.0.113.8'];
    expect((await from(home, email)).status).toBe(201);
    const attack = async () => {
      for (let attacker = 1; attacker <= EVERYWHERE; attacker += 1)
        await from(`198.51.100.${attacker}`, email, 'wrong wrong');
    };
    await attack();
    const stranger = await from(elsewhere, email);
    expect([stranger.status, Number(stranger.headers['retry-after']) > 0]).toEqual([429, true]);
    for (let time = 0; time < 3; time += 1) {
      expect((await from(home, email)).status).toBe(201);
      await attack();
    }
    // At home, too, guesses are few.
    const answers = [];
    for (let guess = 0; guess < LIMIT + 2; guess += 1) answers.push(await from(home, email, 'wrong wrong'));
    const by = statuses(answers);
    expect([by['422']?.length, by['429']?.length]).toEqual([LIMIT, 2]);
    expect((await from(home, email)).status).toBe(429);
  });

  test('a user who has set a new password by mail can sign in during an attack', async () => {
    const email = 'revoked@demo.test';
    const place = '203.0.113.9';
    const attack = async () => {
      for (let attacker = 1; attacker <= EVERYWHERE; attacker += 1)
        await from(`198.51.100.${100 + attacker}`, email, 'wrong wrong');
    };
    await attack();
    expect((await from(place, email)).status).toBe(429);
    await system.publicHost.request('/api/identities/password_resets', { method: 'POST', body: { email } });
    const mail = await nextMail(system, email, { text: '#token=' });
    const password = 'a lake in autumn';
    await identity.request('/api/identities/password_resets/redeem', {
      method: 'POST',
      body: { token: /#token=([\w-]{43})/.exec(mail.text)?.[1], password },
      headers: { 'x-forwarded-for': place },
    });
    await attack();
    expect((await from(place, email, password)).status).toBe(201);
  });

  test.each([
    ['no proxy', '', '198.51.100.1, 198.51.100.2', /^(127\.|::1|::ffff:127\.|172\.|10\.|192\.168\.)/],
    ['one hop', '1', '198.51.100.1, 198.51.100.2', /^198\.51\.100\.2$/],
    ['networks', 'loopback,uniquelocal', '198.51.100.1, 198.51.100.2, 10.1.2.3', /^198\.51\.100\.2$/],
  ])(
    'a client that claims addresses in X-Forwarded-For is counted by the address that %s sets: %s',
    async (_name, trustProxy, claimed, believed) => {
      const other = await startTestSystem({
        apis: ['identity'],
        instances: 1,
        environment: { TRUST_PROXY: trustProxy, SIGN_IN_FAILURES_PER_ADDRESS: '5' },
      });
      const client = identityOf(other);
      try {
        const ask = (password: string, spoofed: string, email = 'talent@demo.test') =>
          client.request(SESSIONS, {
            method: 'POST',
            body: { email, password },
            headers: { 'x-forwarded-for': claimed.replace('198.51.100.1', spoofed) },
          });
        const signedIn = await ask(DEMO_PASSWORD, '198.51.100.1');
        const list = await client.request(SESSIONS, { cookie: cookieFrom(signedIn) });
        expect(list.body.items[0].address).toMatch(believed);
        // Another claim for each try, another account for each try: it is one address all the same.
        const answers = [];
        for (let index = 0; index < 7; index += 1)
          answers.push(await ask('wrong wrong', `192.0.2.${index}`, `unknown-${index}@demo.test`));
        const by = statuses(answers);
        expect([by['422']?.length, by['429']?.length]).toEqual([5, 2]);
      } finally {
        client.close();
        await other.stop();
      }
    },
  );
});

describe('how long an answer takes does not tell whether an address is known', () => {
  const SAMPLES = 24;
  let identity: ApiClient;
  const known: { user: string; admin: string }[] = [];
  beforeAll(async () => {
    identity = identityOf(system);
    // Every one has a password, and is asked for once: throttles stay out of it.
    for (let index = 0; index < SAMPLES; index += 1) {
      const { userId } = await makePerson(system.database);
      const { adminId } = await makeAdmin(system.database, 'viewer');
      await system.database.query(
        `insert into identity.credentials (user_id, password_hash)
         select $1, password_hash from identity.credentials limit 1`,
        [userId],
      );
      await system.database.query(
        `insert into identity.admin_credentials (admin_id, password_hash)
         select $1, password_hash from identity.credentials limit 1`,
        [adminId],
      );
      known.push({ user: addressOf({ userId }), admin: addressOf({ adminId }) });
    }
  });
  afterAll(() => identity.close());

  const ways = {
    'signing in': {
      system: 'user',
      path: '/user_sessions',
      body: (email: string) => ({ email, password: 'wrong wrong' }),
    },
    'signing in on the team host': {
      system: 'admin',
      path: '/admin_sessions',
      body: (email: string) => ({ email, password: 'wrong wrong', totp: '000000' }),
    },
    'signing up': {
      system: 'user',
      path: '/users',
      body: (email: string) => ({ email, name: 'Somebody', password: 'a lake in autumn' }),
    },
    'asking for a new password': {
      system: 'user',
      path: '/password_resets',
      body: (email: string) => ({ email }),
    },
  } as const;

  /** How likely one of the first is greater than one of the second: 0.5 where nothing tells the two apart. */
  const likelyGreater = (some: readonly number[], others: readonly number[]) =>
    some
      .flatMap((one) => others.map((other): number => (one > other ? 1 : 0)))
      .reduce((sum, one) => sum + one, 0) /
    (some.length * others.length);
  const median = (values: readonly number[]) =>
    values.toSorted((left, right) => left - right)[values.length / 2] ?? 0;

  let asked = 0;
  async function millisOf(way: (typeof ways)[keyof typeof ways], email: string): Promise<number> {
    asked += 1;
    const startedAt = performance.now();
    const { status } = await identity.request(`/api/identities${way.path}`, {
      method: 'POST',
      body: way.body(email),
      headers: { 'x-forwarded-for': `2001:db8:${asked.toString(16)}::1` },
    });
    const millis = performance.now() - startedAt;
    expect([202, 422]).toContain(status);
    return millis;
  }

  test.each(Object.keys(ways) as (keyof typeof ways)[])('%s', async (name) => {
    const way = ways[name];
    let seen = '';
    // A busy machine may favour one of the two once; so that the measurement is repeated.
    for (let round = 0; round < 3; round += 1) {
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      for (const one of known) {
        times.known.push(await millisOf(way, one[way.system]));
        times.unknown.push(await millisOf(way, `${randomBytes(18).toString('hex')}@made.test`));
      }
      const likely = likelyGreater(times.known, times.unknown);
      const apart = Math.abs(median(times.known) - median(times.unknown));
      if ((likely > 0.2 && likely < 0.8) || apart < 3) {
        recordFinding('Known and unknown addresses', {
          tried: `telling them apart by the time of ${name}`,
          counted: {
            'samples of each': SAMPLES,
            'per cent of the known take longer than an unknown one (50: nothing tells them apart)':
              Math.round(likely * 100),
          },
        });
        return;
      }
      seen += `known is slower with likelihood ${likely.toFixed(2)}, medians are ${apart.toFixed(1)} ms apart; `;
    }
    throw new Error(seen);
  });
});
