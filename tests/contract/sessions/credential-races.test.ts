import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type ApiAnswer,
  type ApiClient,
  createInstanceClient,
  makeSession,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { recordFinding } from '#support/assurance.ts';
import { createEnrolmentToken } from '#support/enrolment-token.ts';
import { mailedTokens, nextMailedToken } from '#support/mail-links.ts';
import { makeResetToken } from '#support/make-reset-token.ts';
import { waitFor } from '#support/wait-for.ts';

/** Rounds of each race; `make assurance` runs a thousand. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4);

/** In so many rounds each outcome of a race has to come. */
const ENOUGH_ROUNDS = 100;

/** Half a day, for a long run. */
const LONG = 43_200_000;

const OLD = 'a lake in autumn';
const NEW = 'a kettle on the sill';
const OTHER = 'a heron on the weir';

let system: TestSystem;
let owner: pg.Client;
let instances: ApiClient[];
/** Of the old password: with the parameters of today, and with others, so that a sign-in rehashes. */
let hashes: Record<'current' | 'outdated', string>;

beforeAll(async () => {
  const many = '1000000000';
  system = await startTestSystem({
    apis: ['identity'],
    instances: 2,
    environment: {
      SIGN_IN_FAILURES_PER_ACCOUNT: many,
      SIGN_IN_FAILURES_PER_ADDRESS: many,
      SIGN_UPS_PER_ADDRESS: many,
    },
  });
  owner = new pg.Client({ connectionString: system.database.ownerUrl });
  await owner.connect();
  instances = system.local.services.identity.map((part) =>
    createInstanceClient(part, system.local.publicHost),
  );
  hashes = {
    current: await hash(OLD, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
    outdated: await hash(OLD, { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 }),
  };
});
afterAll(async () => {
  for (const client of instances) client.close();
  await owner.end();
  await system.stop();
});

const at = (index: number) => instances[index % instances.length] as ApiClient;
const send = (
  index: number,
  path: string,
  body: object,
  options: { method?: string; cookie?: string } = {},
) => at(index).request(`/api/identities${path}`, { method: 'POST', body, ...options });
const signIn = (index: number, email: string, password: string) =>
  send(index, '/user_sessions', { email, password });
const report = (index: number, sessionId: string, cookie: string) =>
  at(index).request(`/api/identities/user_sessions/${sessionId}/reports`, { method: 'POST', cookie });
const statusesOf = async (answers: Promise<ApiAnswer>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);
const newAddress = () => `${randomBytes(8).toString('hex')}@race.test`;

/** In many rounds each outcome has come. */
function expectEach(outcomes: Readonly<Record<string, number>>): void {
  if (ROUNDS < ENOUGH_ROUNDS) return;
  expect([outcomes, Object.values(outcomes).includes(0)]).toEqual([outcomes, false]);
}

interface Account {
  readonly userId: string;
  readonly email: string;
}

async function makeAccount(passwordHash: string): Promise<Account> {
  const email = newAddress();
  const [row] = await system.database.query<{ id: string }>(
    `with made as (
       insert into identity.users (email, name, email_verified_at) values ($1, 'Racer', now()) returning id
     )
     insert into identity.credentials (user_id, password_hash) select id, $2 from made returning user_id as id`,
    [email, passwordHash],
  );
  return { userId: row?.id ?? '', email };
}

async function liveSessionsOf(kind: 'user' | 'admin', id: string): Promise<readonly string[]> {
  const rows = await system.database.query<{ id: string }>(
    `select id from identity.${kind}_sessions where ${kind}_id = $1 and ended_at is null`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Tries on each instance at the same time, again and again until `change` is answered; what each try was told. */
async function whileTrying<T>(
  change: () => Promise<T>,
  attempt: (index: number) => Promise<ApiAnswer>,
  loops = 3,
): Promise<{ changed: T; statuses: readonly number[] }> {
  const statuses: number[] = [];
  let isChanged = false;
  const trying = Array.from({ length: loops }, async (_, loop) => {
    while (!isChanged) statuses.push((await attempt(loop)).status);
  });
  const changed = await change();
  isChanged = true;
  await Promise.all(trying);
  return { changed, statuses };
}

/** Which of some passwords sign in now; each sign-in is ended again. */
async function passwordsThatWork(email: string, passwords: readonly string[]): Promise<readonly string[]> {
  const working: string[] = [];
  for (const [index, password] of passwords.entries()) {
    const answer = await signIn(index, email, password);
    expect([201, 422]).toContain(answer.status);
    if (answer.status === 201) working.push(password);
  }
  return working;
}

/** Ends when this many connections wait for a lock. */
const waiting = (count: number) =>
  waitFor(async () => {
    const rows = await system.database.query(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length >= count ? true : undefined;
  });

function record(tried: string, counted: Readonly<Record<string, number>>): void {
  recordFinding('Credentials that change under requests', {
    tried,
    counted: { rounds: ROUNDS, ...counted, 'sessions or passwords that survived': 0 },
  });
}

describe('sign-ins with the old password', () => {
  test.each(['current', 'outdated'] as const)(
    'F3 G3: while a reset is redeemed: no session and no password survives (%s parameters of the old hash)',
    async (parameters) => {
      let tries = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const account = await makeAccount(hashes[parameters]);
        const token = await makeResetToken(system.database, account.userId);
        const { changed, statuses } = await whileTrying(
          () => send(round, '/password_resets/redeem', { token, password: NEW }),
          (index) => signIn(index, account.email, OLD),
        );
        expect(
          [changed.status, ...new Set(statuses)].filter((status) => ![201, 204, 422].includes(status)),
        ).toEqual([]);
        expect(changed.status).toBe(204);
        expect(await liveSessionsOf('user', account.userId)).toEqual([]);
        expect(await passwordsThatWork(account.email, [OLD, NEW])).toEqual([NEW]);
        tries += statuses.length;
      }
      record(`sign-ins with the old password while a reset is redeemed (${parameters} hash)`, {
        'sign-ins': tries,
      });
    },
    LONG,
  );

  test.each(['current', 'outdated'] as const)(
    'F3 G3: while the password is changed: only the session that changed it survives (%s parameters of the old hash)',
    async (parameters) => {
      let tries = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const account = await makeAccount(hashes[parameters]);
        const { sessionId, cookie } = await makeSession(system.database, 'user', account.userId);
        const body = { current_password: OLD, new_password: NEW };
        const { changed, statuses } = await whileTrying(
          () => send(round, '/users/current/password', body, { method: 'PUT', cookie }),
          (index) => signIn(index, account.email, OLD),
        );
        expect(statuses.filter((status) => ![201, 422].includes(status))).toEqual([]);
        expect(changed.status).toBe(204);
        expect(await liveSessionsOf('user', account.userId)).toEqual([sessionId]);
        expect(await passwordsThatWork(account.email, [OLD, NEW])).toEqual([NEW]);
        tries += statuses.length;
      }
      record(`sign-ins with the old password while it is changed (${parameters} hash)`, {
        'sign-ins': tries,
      });
    },
    LONG,
  );

  test.each(['current', 'outdated'] as const)(
    'F3 G3: while a session is reported: no session and no password survives (%s parameters of the old hash)',
    async (parameters) => {
      let tries = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const account = await makeAccount(hashes[parameters]);
        const { sessionId, cookie } = await makeSession(system.database, 'user', account.userId);
        const { changed, statuses } = await whileTrying(
          () => report(round, sessionId, cookie),
          (index) => signIn(index, account.email, OLD),
        );
        expect(statuses.filter((status) => ![201, 422].includes(status))).toEqual([]);
        expect(changed.status).toBe(204);
        expect(await liveSessionsOf('user', account.userId)).toEqual([]);
        expect(await passwordsThatWork(account.email, [OLD])).toEqual([]);
        tries += statuses.length;
      }
      record(`sign-ins with the old password while a session is reported (${parameters} hash)`, {
        'sign-ins': tries,
      });
    },
    LONG,
  );

  test(
    'F3: at the same time while the password is rehashed: each of them succeeds',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const account = await makeAccount(hashes.outdated);
        const answers = Array.from({ length: 4 }, (_, index) => signIn(index, account.email, OLD));
        expect(await statusesOf(answers)).toEqual([201, 201, 201, 201]);
        expect(await passwordsThatWork(account.email, [OLD])).toEqual([OLD]);
      }
    },
    LONG,
  );
});

test(
  'F3 G3: a change of the password against a reset: one of them wins, and what the other gave is gone',
  async () => {
    const won = { changes: 0, resets: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const account = await makeAccount(hashes.outdated);
      const token = await makeResetToken(system.database, account.userId);
      const { sessionId, cookie } = await makeSession(system.database, 'user', account.userId);
      const [change, reset] = await statusesOf([
        send(
          round,
          '/users/current/password',
          { current_password: OLD, new_password: NEW },
          { method: 'PUT', cookie },
        ),
        send(round + 1, '/password_resets/redeem', { token, password: OTHER }),
      ]);
      const isChange = change === 204;
      expect([change, reset]).toEqual(isChange ? [204, 410] : [401, 204]);
      expect(await liveSessionsOf('user', account.userId)).toEqual(isChange ? [sessionId] : []);
      const winner = isChange ? NEW : OTHER;
      expect(await passwordsThatWork(account.email, [OLD, NEW, OTHER])).toEqual([winner]);
      won[isChange ? 'changes' : 'resets'] += 1;
    }
    expectEach(won);
    record('a change of the password and a reset at once', won);
  },
  LONG,
);

test(
  'F3 G3: a report of a session against a change of the password and a reset: what one has set, the others find gone or end',
  async () => {
    const won = { reports: 0, changes: 0, resets: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const account = await makeAccount(hashes.outdated);
      const token = await makeResetToken(system.database, account.userId);
      const [theirs, own] = [
        await makeSession(system.database, 'user', account.userId),
        await makeSession(system.database, 'user', account.userId),
      ];
      const change = { current_password: OLD, new_password: NEW };
      const senders = [
        () => report(round, theirs.sessionId, own.cookie),
        () => send(round + 1, '/users/current/password', change, { method: 'PUT', cookie: theirs.cookie }),
        () => send(round, '/password_resets/redeem', { token, password: OTHER }),
      ];
      // Each is the first one in its turn, some milliseconds earlier: two of them hash a password.
      const [reported, changed, reset] = await statusesOf(
        senders.map(async (sendIt, index) => {
          if (index !== round % senders.length) await setTimeout((round % 20) * 10);
          return sendIt();
        }),
      );
      // The first of them ends what the others need: the caller's session, or the link.
      expect([
        [204, 401, 410],
        [401, 204, 410],
        [401, 401, 204],
      ]).toContainEqual([reported, changed, reset]);
      const winner = reported === 204 ? 'reports' : changed === 204 ? 'changes' : 'resets';
      expect(await liveSessionsOf('user', account.userId)).toEqual(
        winner === 'changes' ? [theirs.sessionId] : [],
      );
      const working = { reports: [], changes: [NEW], resets: [OTHER] }[winner];
      expect(await passwordsThatWork(account.email, [OLD, NEW, OTHER])).toEqual(working);
      won[winner] += 1;
    }
    expectEach(won);
    record('a report of a session, a change of the password and a reset at once', won);
  },
  LONG,
);

test('G3: a change of the password in a session that a reset has just ended is 401, and not told that the password is wrong', async () => {
  const account = await makeAccount(hashes.current);
  const { sessionId, cookie } = await makeSession(system.database, 'user', account.userId);
  await owner.query('begin');
  // The request has resolved its session, and waits to read the hash.
  await owner.query('lock table identity.credentials in access exclusive mode');
  const changing = send(
    0,
    '/users/current/password',
    { current_password: OLD, new_password: NEW },
    { method: 'PUT', cookie },
  );
  await waiting(1);
  await owner.query('update identity.credentials set password_hash = $2 where user_id = $1', [
    account.userId,
    await hash(OTHER),
  ]);
  await owner.query('update identity.user_sessions set ended_at = now() where id = $1', [sessionId]);
  await owner.query('commit');
  expect(await changing).toMatchObject({ status: 401, body: { code: 'session_required' } });
});

test(
  'F3 G3: two changes of one password from two sessions: one of them wins, and the session of the other ends',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const account = await makeAccount(hashes.outdated);
      const sessions = [
        await makeSession(system.database, 'user', account.userId),
        await makeSession(system.database, 'user', account.userId),
      ];
      const passwords = [NEW, OTHER];
      const statuses = await statusesOf(
        sessions.map(({ cookie }, index) =>
          send(
            index,
            '/users/current/password',
            { current_password: OLD, new_password: passwords[index] },
            { method: 'PUT', cookie },
          ),
        ),
      );
      expect(statuses.toSorted()).toEqual([204, 401]);
      const winner = statuses.indexOf(204);
      expect(await liveSessionsOf('user', account.userId)).toEqual([sessions[winner]?.sessionId]);
      expect(await passwordsThatWork(account.email, [OLD, NEW, OTHER])).toEqual([passwords[winner]]);
    }
    record('two changes of one password at once', {});
  },
  LONG,
);

test(
  'F1 G3: a sign-up against two redemptions of an older link: at most one link is redeemed, and its password alone works',
  async () => {
    const redeemed = { 'older links redeemed': 0, 'newer links redeemed': 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = newAddress();
      const signUp = (index: number, password: string) =>
        send(index, '/users', { email, name: 'Racer', password });
      const verify = (index: number, token: string) => send(index, '/email_verifications', { token });
      expect((await signUp(round, OLD)).status).toBe(202);
      const older = await nextMailedToken(system, email, 'verify-email');
      // Hashing holds the sign-up up: each round redeems at another moment of it.
      const redeemLater = async (index: number) => {
        await system.database.query('select pg_sleep($1)', [((round % 10) * 8) / 1000]);
        return verify(index, older);
      };
      const [renewed, ...olders] = await statusesOf([
        signUp(round + 1, NEW),
        redeemLater(round),
        redeemLater(round + 1),
      ]);
      expect(renewed).toBe(202);
      const isOlder = olders.includes(204);
      expect(olders.toSorted()).toEqual(isOlder ? [204, 410] : [410, 410]);
      // The newer one was mailed a link unless it found the account; then the link is refused.
      const [newer] = (await newestTokens(email)).filter((token) => token !== older);
      if (!isOlder) expect(newer).toBeDefined();
      if (newer !== undefined) expect((await verify(round, newer)).status).toBe(isOlder ? 410 : 204);
      expect(await passwordsThatWork(email, [OLD, NEW])).toEqual([isOlder ? OLD : NEW]);
      redeemed[isOlder ? 'older links redeemed' : 'newer links redeemed'] += 1;
    }
    expectEach(redeemed);
    record('a sign-up while the link of an older one is redeemed twice', redeemed);
  },
  LONG,
);

test(
  'F1 G3: two sign-ups for one address at the same time: one link works, and its password alone',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = newAddress();
      await statusesOf(
        [OLD, NEW].map((password, index) =>
          send(index, '/users', { email, name: password === OLD ? 'Older' : 'Newer', password }),
        ),
      );
      const tokens = await newestTokens(email);
      // A mail that had not been sent when the other one was queued is replaced by it.
      expect([1, 2]).toContain(tokens.length);
      const statuses = await statusesOf(
        tokens.map((token, index) => send(index, '/email_verifications', { token })),
      );
      expect(statuses.toSorted()).toEqual([204, 410].slice(0, tokens.length));
      const [row] = await system.database.query<{ name: string }>(
        'select name from identity.users where email = $1',
        [email],
      );
      expect(await passwordsThatWork(email, [OLD, NEW])).toEqual([row?.name === 'Older' ? OLD : NEW]);
    }
    record('two sign-ups for one address at once', {});
  },
  LONG,
);

/** All links to the address, once the outbox has nothing more for it. */
async function newestTokens(email: string): Promise<readonly string[]> {
  await waitFor(async () => {
    const waiting = await system.database.query(
      'select id from identity.mail_outbox where to_address = $1 and sent_at is null and dropped_at is null',
      [email],
    );
    return waiting.length === 0 ? true : undefined;
  });
  return mailedTokens(system, email, 'verify-email');
}

describe('an admin who enrols again', () => {
  const post = (index: number, path: string, body: object) =>
    at(index).request(`/api/identities${path}`, {
      method: 'POST',
      body,
      headers: { host: system.local.teamHost },
    });

  const invite = (email: string) => createEnrolmentToken(system.database.ownerUrl, { email });

  /** Opens a link, which can be completed then. */
  async function openLink(index: number, email: string) {
    const token = await invite(email);
    const { body } = await post(index, '/admin_enrolments/open', { token });
    const totp = new TOTP({ secret: body.totp_secret });
    const complete = (password: string) =>
      post(index, '/admin_enrolments', {
        token,
        password,
        totp: totp.generate(),
      });
    return { totp, complete };
  }

  async function enrol(email: string) {
    const { totp, complete } = await openLink(0, email);
    const { body } = await complete(OLD);
    const [row] = await system.database.query<{ id: string }>(
      'select id from identity.admins where email = $1',
      [email],
    );
    const adminId = row?.id ?? '';
    const store = (parameters: keyof typeof hashes) =>
      system.database.query('update identity.admin_credentials set password_hash = $2 where admin_id = $1', [
        adminId,
        hashes[parameters],
      ]);
    return { adminId, totp, recoveryCodes: body.recovery_codes as string[], store };
  }

  async function expectNewPasswordAlone(email: string, [first, second]: readonly string[]): Promise<void> {
    const told = async (password: string, totp: string | undefined) =>
      (await post(0, '/admin_sessions', { email, password, totp })).body?.code ?? 'signed in';
    expect(await told(OLD, first)).toBe('credentials_invalid');
    expect(await told(NEW, second)).toBe('signed in');
  }

  test.each(['current', 'outdated'] as const)(
    'F3 G3: a sign-in with the old password that waits for the enrolment is refused (%s parameters of the old hash)',
    async (parameters) => {
      const email = newAddress();
      const { adminId, totp, store } = await enrol(email);
      await store(parameters);
      const { complete } = await openLink(1, email);
      await owner.query('begin');
      await owner.query('select from identity.admin_second_factors where admin_id = $1 for update', [
        adminId,
      ]);
      const enrolling = complete(NEW);
      await waiting(1);
      // Of a later time step than the enrolment's: the number alone would be taken for unused.
      const body = { email, password: OLD, totp: totp.generate({ timestamp: Date.now() + 30_000 }) };
      const signingIn = post(0, '/admin_sessions', body);
      await waiting(2);
      await owner.query('commit');
      const enrolled = await enrolling;
      expect(enrolled.status).toBe(201);
      expect(await signingIn).toMatchObject({ status: 422, body: { code: 'credentials_invalid' } });
      expect(await liveSessionsOf('admin', adminId)).toEqual([]);
      await expectNewPasswordAlone(email, enrolled.body.recovery_codes);
    },
  );

  test(
    'F3 G3: sign-ins while the enrolment is completed: no session and no old password survives',
    async () => {
      let tries = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const email = newAddress();
        const { adminId, recoveryCodes, store } = await enrol(email);
        await store(round % 2 === 0 ? 'outdated' : 'current');
        const { complete } = await openLink(round, email);
        const { changed, statuses } = await whileTrying(
          () => complete(NEW),
          (index) =>
            post(index, '/admin_sessions', { email, password: OLD, totp: recoveryCodes.pop() ?? 'NONE' }),
        );
        expect(statuses.filter((status) => ![201, 422].includes(status))).toEqual([]);
        expect(changed.status).toBe(201);
        expect(await liveSessionsOf('admin', adminId)).toEqual([]);
        await expectNewPasswordAlone(email, changed.body.recovery_codes);
        tries += statuses.length;
      }
      record('sign-ins of an admin while an enrolment is completed', { 'sign-ins': tries });
    },
    LONG,
  );
});
