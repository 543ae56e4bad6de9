import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiService } from '@gatehouse/contract';
import {
  type ApiClient,
  createInstanceClient,
  DEMO_PASSWORD,
  makeAdmin,
  makeColleague,
  makePerson,
  makeSession,
  type RunningPart,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { countDeadlocks } from '#support/deadlocks.ts';
import { countWaiting, inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { addApplications, moveOf } from '#support/many-applications.ts';
import { beginSignIn, makePersonWithPasskey, originOf, signInWith } from '#support/passkey-client.ts';
import { percentile } from '#support/percentile.ts';
import { timeRevocations } from '#support/revocation-times.ts';
import { waitFor } from '#support/wait-for.ts';
import { type FloodWrite, startWriteFlood } from '#support/write-flood.ts';

/** Requests of each kind in each of the blocks, alternately quiet and loud; `WRITE_SAMPLES` makes a longer run of it. */
const SAMPLES = Number(process.env['WRITE_SAMPLES'] ?? 12);
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 25);
const BLOCKS = 3;
const CONNECTIONS = 50;
const LONG = 3_600_000;
/** Only the long run (`make assurance`, on a quiet machine) compares times. */
const COMPARES_TIMES = SAMPLES >= 100;
/** What a request waits at the most where no connection is free: below it, the flood did not hold it up. */
const MAX_MEDIAN_MILLIS = 1000;

let system: TestSystem;
let identity: ApiClient;
let employer: ApiClient[];
let staff: ApiClient;
beforeAll(async () => {
  system = await startTestSystem({
    instances: 2,
    environment: { LOG_LEVEL: 'fatal', SIGN_UPS_PER_ADDRESS: '1000', ACCOUNT_CHANGES: '1000000' },
  });
  const clients = (name: ApiService) =>
    system.local.services[name].map((part) => createInstanceClient(part, system.local.publicHost));
  identity = clients('identity')[0] as ApiClient;
  employer = clients('employer');
  staff = createInstanceClient(system.local.services.identity[0] as RunningPart, system.local.teamHost);
});
afterAll(async () => {
  for (const client of [identity, staff, ...employer]) client.close();
  await system.stop();
});

const RENAME: FloodWrite = {
  service: 'identity',
  method: 'PATCH',
  path: '/identities/users/current',
  body: (count) => ({ name: `Name ${count}` }),
};

async function millisOf(request: () => Promise<{ status: number; text: string }>, expected: number) {
  const startedAt = performance.now();
  const { status, text } = await request();
  expect([status, text]).toEqual([expected, text]);
  return performance.now() - startedAt;
}

describe('while 50 connections of one account rename it without a pause', () => {
  test(
    'F6 G6: sign-ins and writes of others take at most twice as long as when it is quiet',
    async () => {
      const attacker = await makePerson(system.database);
      const other = await makePerson(system.database);
      const requests = {
        'sign-ins': () =>
          millisOf(
            () =>
              identity.request('/api/identities/user_sessions', {
                method: 'POST',
                body: { email: 'member@demo.test', password: DEMO_PASSWORD },
              }),
            201,
          ),
        writes: () =>
          millisOf(
            () =>
              identity.request('/api/identities/users/current', {
                method: 'PATCH',
                cookie: other.cookie,
                body: { name: 'Another' },
              }),
            200,
          ),
      };
      type Kind = keyof typeof requests;
      const kinds = Object.keys(requests) as Kind[];
      const millis: Record<'quiet' | 'loud', Record<Kind, number[]>> = {
        quiet: { 'sign-ins': [], writes: [] },
        loud: { 'sign-ins': [], writes: [] },
      };
      const statuses = new Set<number>();
      const measureInto = async (into: Record<Kind, number[]>) => {
        for (let sample = 0; sample < SAMPLES; sample += 1) {
          for (const kind of kinds) into[kind].push(await requests[kind]());
        }
      };
      const measure = (when: keyof typeof millis) => measureInto(millis[when]);
      // The first requests of a process compile its code; they count as neither.
      await measureInto({ 'sign-ins': [], writes: [] });
      for (let block = 0; block < BLOCKS; block += 1) {
        await measure('quiet');
        const flood = startWriteFlood(system, {
          connections: CONNECTIONS,
          writers: [attacker],
          writes: [RENAME],
        });
        try {
          await flood.hasWritten(20);
          await measure('loud');
        } finally {
          await flood.stop();
        }
        for (const status of flood.statuses.keys()) statuses.add(status);
      }
      expect(await countDeadlocks(system)).toBe(0);
      // The flood gets 429, and no request fails otherwise.
      expect([...statuses].sort()).toEqual([200, 429]);
      for (const kind of kinds) {
        const [quiet, loud] = [percentile(millis.quiet[kind], 0.99), percentile(millis.loud[kind], 0.99)];
        recordFinding('One account on many connections', {
          tried: `${kind} of others, while ${CONNECTIONS} connections of one account rename it`,
          counted: {
            measured: millis.loud[kind].length,
            'milliseconds when quiet (p99)': Math.round(quiet),
            'milliseconds meanwhile (p99)': Math.round(loud),
          },
        });
        expect(percentile(millis.loud[kind], 0.5)).toBeLessThan(MAX_MEDIAN_MILLIS);
        if (COMPARES_TIMES) expect([kind, loud <= 2 * quiet, loud, quiet]).toEqual([kind, true, loud, quiet]);
      }
    },
    LONG,
  );

  test('F6 G6: too many writes at once are refused with 429 and when to try again, without a session’s end', async () => {
    const attacker = await makePerson(system.database);
    const answers = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, index) =>
        identity.request('/api/identities/users/current', {
          method: 'PATCH',
          cookie: attacker.cookie,
          body: { name: `Name ${index}` },
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBe(CONNECTIONS - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect([body.code, headers['retry-after']]).toEqual(['rate_limited', '1']);
    }
  });

  const endSessionsOfThief = async (): Promise<number> => {
    const thief = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const move = moveOf(await addApplications(system.database, thief.companyId ?? '', 50));
    const sessions = await Promise.all(
      Array.from({ length: 40 }, () => makeSession(system.database, 'user', thief.userId)),
    );
    const own = await makeSession(system.database, 'user', thief.userId);
    let isRunning = true;
    const statuses = new Set<number>();
    const flood = sessions.map(async ({ cookie }) => {
      while (isRunning) {
        const { status } = await identity.request('/api/identities/users/current/deletion', {
          method: 'POST',
          cookie,
          body: { close_company_id: thief.companyId },
          headers: { 'x-forwarded-for': '198.18.0.9' },
        });
        statuses.add(status);
        if (status === 401) return;
      }
    });
    const writing = startWriteFlood(system, { connections: 12, writers: [thief], writes: [move] });
    let millis = Number.POSITIVE_INFINITY;
    try {
      await writing.hasWritten(5);
      await waitFor(() => (statuses.has(201) ? true : undefined));
      millis = await millisOf(
        () => identity.request('/api/identities/user_sessions', { method: 'DELETE', cookie: own.cookie }),
        204,
      );
    } finally {
      isRunning = false;
      await Promise.all([...flood, writing.stop()]);
    }
    // What waits for too long is refused, and no request fails otherwise.
    expect([201, 401, 429, 503]).toEqual(expect.arrayContaining([...statuses]));
    const session = await identity.request('/api/identities/user_sessions/current', { cookie: own.cookie });
    expect(session.status).toBe(200);
    return millis;
  };

  test(
    'F6 G1 G6: the owner of an account ends the sessions of a thief who writes and asks for a deletion with 40 of them',
    async () => {
      await timeRevocations(endSessionsOfThief);
    },
    LONG,
  );
});

describe('while 300 connections of one account send what could write and does not', () => {
  const requestBy = ({ cookie }: { cookie: string }, method: string, path: string, body?: object) =>
    identity.request(`/api/identities${path}`, { method, cookie, body });
  const lookUp = (caller: { cookie: string }) =>
    requestBy(caller, 'POST', '/invitation_lookups', {
      invitation_token: randomBytes(32).toString('base64url'),
    });
  const leaveUnchanged = async (caller: TestPerson) => {
    const { membershipId } = await makeColleague(system.database, caller);
    return () =>
      (employer[0] as ApiClient).request(`/api/employer/org_memberships/${membershipId}`, {
        method: 'PATCH',
        cookie: caller.cookie,
        headers: { 'if-match': '*' },
        body: { status: 'active' },
      });
  };

  test.each([
    ['look-ups of invitations', async (caller: TestPerson) => () => lookUp(caller)],
    ['changes of a membership to what it is', leaveUnchanged],
  ])(
    'F6 G6: %s are limited as its reads are; its writes and revocations, and other accounts, are not',
    async (_what, requestOf) => {
      const attacker = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
      const other = await makePerson(system.database);
      // The owner of the account, in another browser.
      const own = await makeSession(system.database, 'user', attacker.userId);
      const send = await requestOf(attacker);
      const statuses = new Set<number>();
      let isRunning = true;
      const flood = Array.from({ length: 300 }, async () => {
        while (isRunning) statuses.add((await send()).status);
      });
      try {
        await waitFor(() => (statuses.has(429) ? true : undefined));
        const answers = [
          await lookUp(other),
          await requestBy(other, 'GET', '/user_sessions/current'),
          await requestBy(own, 'PATCH', '/users/current', { name: 'Another' }),
          await requestBy(own, 'DELETE', '/user_sessions'),
        ];
        expect(answers.map(({ status }) => status)).toEqual([410, 200, 200, 204]);
      } finally {
        isRunning = false;
        await Promise.all(flood);
      }
    },
    LONG,
  );
});

describe('successful sign-ins of one account, at once', () => {
  test('F6 G1 G6: hold one connection: another person signs out meanwhile', async () => {
    const attacker = await makePersonWithPasskey(system);
    const other = await makePerson(system.database);
    const origin = originOf(system);
    const begun = await Promise.all(Array.from({ length: 12 }, () => beginSignIn(identity)));
    const assertions = begun.map(({ options, browser }) => ({
      passkey: attacker.authenticator.get(options, { origin }),
      browser,
    }));
    const { answers, signOut, waiting } = await inHeldTransaction(
      system.database.ownerUrl,
      async (holder) => {
        await holder.query("select identity.lock_access('{user}', array[$1::uuid], '{true}')", [
          attacker.userId,
        ]);
        const answers = assertions.map(({ passkey, browser }) => signInWith(identity, passkey, browser));
        await isWaitedFor(holder);
        const signOut = await identity.request('/api/identities/user_sessions/current', {
          method: 'DELETE',
          cookie: other.cookie,
        });
        return { answers, signOut, waiting: await countWaiting(holder) };
      },
    );
    expect([waiting, signOut.status]).toEqual([1, 204]);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    // Ten in fifteen minutes until one has succeeded; the others may try again.
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

describe('revocations of several accounts, at once', () => {
  test('F2 G1: leave staff a connection: another user’s sessions are ended meanwhile', async () => {
    const { cookie } = await makeAdmin(system.database, 'operator');
    const people = await Promise.all(Array.from({ length: 5 }, () => makePerson(system.database)));
    const other = await makePerson(system.database);
    // Each has another session to end: without one, nothing takes a lock.
    for (const { userId } of people) await makeSession(system.database, 'user', userId);
    const ids = people.map(({ userId }) => userId).sort();
    const { answers, ended } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      const [kinds, modes] = [ids.map(() => 'user'), ids.map(() => true)];
      await holder.query('select identity.lock_access($1, $2::uuid[], $3)', [kinds, ids, modes]);
      const answers = people.map((person) =>
        identity.request('/api/identities/user_sessions', { method: 'DELETE', cookie: person.cookie }),
      );
      await isWaitedFor(holder);
      const ended = await staff.request(`/api/identities/admin/users/${other.userId}/sessions`, {
        method: 'DELETE',
        cookie,
      });
      return { answers, ended };
    });
    expect([ended.status, ended.text]).toEqual([204, ended.text]);
    await Promise.all(answers);
  });
});

describe('requests without a session, at once from one network', () => {
  /** Without a password: no hash delays it. */
  const signUp = () =>
    identity.request('/api/identities/users', {
      method: 'POST',
      body: { name: 'Somebody', email: `${crypto.randomUUID()}@flood.test` },
    });

  test('F6 G1 G6: refused passkey sign-ins hold one connection', async () => {
    const { authenticator } = await makePersonWithPasskey(system);
    const { options } = await beginSignIn(identity);
    const assertion = authenticator.get(options, { origin: originOf(system) });
    // Without the browser's cookie it answers no challenge, which all would wait for.
    const { answers, waiting } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('lock table identity.audit_events in share mode');
      const answers = Array.from({ length: 20 }, () =>
        signInWith(identity, { ...assertion, credential_id: randomBytes(16).toString('base64url') }, ''),
      );
      await isWaitedFor(holder);
      // Sent after them, answered before them: each has had its time to take a connection.
      expect((await signUp()).status).toBe(202);
      return { answers, waiting: await countWaiting(holder) };
    });
    expect(waiting).toBe(1);
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([422]));
  });

  test('F6 G6: hold one connection: a write of a user is answered meanwhile', async () => {
    const other = await makePerson(system.database);
    const { answers, renamed, waiting } = await inHeldTransaction(
      system.database.ownerUrl,
      async (holder) => {
        await holder.query('lock table identity.sign_ups in share mode');
        const answers = Array.from({ length: 80 }, signUp);
        await isWaitedFor(holder);
        const renamed = await identity.request('/api/identities/users/current', {
          method: 'PATCH',
          cookie: other.cookie,
          body: { name: 'Another' },
        });
        return { answers, renamed, waiting: await countWaiting(holder) };
      },
    );
    expect([waiting, renamed.status]).toEqual([1, 200]);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    // One runs, 64 wait; the others may try again.
    expect(statuses.filter((status) => status === 202)).toHaveLength(65);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  const reset = (email: string) =>
    identity.request('/api/identities/password_resets', { method: 'POST', body: { email } });

  test('G6: a reset waits for another one also for an unknown address: no delay tells that there is an account', async () => {
    const { answers, early } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('lock table identity.mail_tokens in share mode');
      const answers = [reset('member@demo.test')];
      await isWaitedFor(holder);
      answers.push(reset('unknown@flood.test'));
      const early = await Promise.race([...answers, delay(600)]);
      // Sign-ups wait for neither.
      answers.push(signUp());
      await answers.at(-1);
      return { answers, early };
    });
    expect(early).toBeUndefined();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([202, 202, 202]);
  });

  test.each(['member@demo.test', 'unknown@flood.test'])(
    'G6: what waits behind a reset for %s starts when its time is over: no delay tells what it did',
    async (email) => {
      const startedAt = performance.now();
      const first = reset(email);
      await delay(30);
      // The later of the two has waited, whichever it is.
      const answers = await Promise.all([first, reset('other@flood.test')]);
      expect(performance.now() - startedAt).toBeGreaterThan(295);
      expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    },
  );
});

describe('two owners who change each other at the same moment', () => {
  async function makeOwners(): Promise<readonly [TestPerson, TestPerson]> {
    const first = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    return [first, await makeColleague(system.database, first)];
  }

  test.each([
    ['revoke', { status: 'revoked' }, 'org_membership_inactive'],
    ['demote', { role: 'member' }, 'org_role_required'],
  ] as const)(
    'F22: who %s each other: one does, the other is refused, and neither request fails',
    async (what, body, code) => {
      const owners = await makeOwners();
      let firstWon = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const answers = await Promise.all(
          owners.map(({ cookie }, index) =>
            (employer[(index + round) % employer.length] as ApiClient).request(
              `/api/employer/org_memberships/${owners[1 - index]?.membershipId}`,
              { method: 'PATCH', cookie, body },
            ),
          ),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
        expect(answers.find(({ status }) => status === 403)?.body.code).toBe(code);
        if (answers[0]?.status === 200) firstWon += 1;
        await system.database.query(
          `update employer.org_memberships set role = 'owner', status = 'active', revoked_by = null
            where company_id = $1`,
          [owners[0].companyId],
        );
      }
      // A deadlock that is retried costs a second, and after four of them the request fails.
      expect(await countDeadlocks(system)).toBe(0);
      recordFinding('Two changes at the same moment', {
        tried: `two owners ${what} each other`,
        counted: {
          rounds: ROUNDS,
          'rounds that the first won': firstWon,
          'failed requests': 0,
          deadlocks: 0,
        },
      });
    },
    LONG,
  );
});
