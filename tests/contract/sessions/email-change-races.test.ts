import { setTimeout } from 'node:timers/promises';
import {
  type ApiAnswer,
  type ApiClient,
  addressOf,
  createInstanceClient,
  makePerson,
  makeSession,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { makeConfirmedChange, makePendingChange } from '#support/email-changes.ts';
import { givePassword } from '#support/give-password.ts';
import { mailedTokens } from '#support/mail-links.ts';
import { waitFor } from '#support/wait-for.ts';

/** Rounds of each race; `make assurance` runs a thousand. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4);

/** In so many rounds each outcome of a race has to come. */
const ENOUGH_ROUNDS = 100;

/** Half a day, for a long run. */
const LONG = 43_200_000;

const OLD_PASSWORD = 'a lake in autumn';
const NEW_PASSWORD = 'a kettle on the sill';

let system: TestSystem;
let instances: ApiClient[];
beforeAll(async () => {
  const many = '1000000000';
  system = await startTestSystem({
    seed: 'none',
    apis: ['identity'],
    instances: 2,
    environment: {
      SIGN_IN_FAILURES_PER_ACCOUNT: many,
      SIGN_IN_FAILURES_PER_ADDRESS: many,
      SIGN_UPS_PER_ADDRESS: many,
      PASSWORD_RESETS: many,
      EMAIL_CHANGES: many,
    },
  });
  instances = system.local.services.identity.map((part) =>
    createInstanceClient(part, system.local.publicHost),
  );
});
afterAll(async () => {
  for (const client of instances) client.close();
  await system.stop();
});

const sql = <Row extends object>(text: string, values: readonly unknown[]) =>
  system.database.query<Row>(text, values);
const post = (index: number, path: string, body: object, cookie?: string) =>
  (instances[index % instances.length] as ApiClient).request(`/api/identities${path}`, {
    method: 'POST',
    body,
    ...(cookie === undefined ? {} : { cookie }),
  });
const confirm = (index: number, { cookie }: Pick<TestPerson, 'cookie'>, token: string) =>
  post(index, '/users/current/email_changes/confirm', { token }, cookie);
const undo = (index: number, token: string) =>
  post(index, '/email_changes/undo', { token, password: NEW_PASSWORD });
const statusesOf = async (answers: readonly Promise<ApiAnswer>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);
/** In every second round it is sent some milliseconds later: a password that the other request sets is hashed first. */
const laterInOddRounds = async (round: number, sendIt: () => Promise<ApiAnswer>) => {
  if (round % 2 === 1) await setTimeout((round % 20) * 10);
  return sendIt();
};
const addressNow = async ({ userId }: Pick<TestPerson, 'userId'>) =>
  (await sql<{ email: string }>('select email from identity.users where id = $1', [userId]))[0]?.email;
const liveSessionsOf = async ({ userId }: Pick<TestPerson, 'userId'>) =>
  (
    await sql<{ id: string }>(
      'select id from identity.user_sessions where user_id = $1 and ended_at is null',
      [userId],
    )
  ).map(({ id }) => id);

async function makeUser(): Promise<TestPerson> {
  const person = await makePerson(system.database);
  await givePassword(system.database, person.userId, OLD_PASSWORD);
  return person;
}

function record(tried: string, counted: Readonly<Record<string, number>>): void {
  recordFinding('Credentials that change under requests', {
    tried,
    counted: { rounds: ROUNDS, ...counted, 'sessions, links or addresses that survived': 0 },
  });
}

/** Runs a race some times; `round` names the addresses. @param expected the outcomes of which each has to come. */
function race(
  name: string,
  tried: string,
  run: (round: number) => Promise<string>,
  expected: readonly string[] = [],
): void {
  test(
    name,
    async () => {
      const outcomes: Record<string, number> = {};
      for (let round = 0; round < ROUNDS; round += 1) {
        const outcome = await run(round);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      if (ROUNDS >= ENOUGH_ROUNDS)
        expect(Object.keys(outcomes)).toEqual(expect.arrayContaining([...expected]));
      record(tried, outcomes);
    },
    LONG,
  );
}

race(
  'G3: a change that is confirmed twice at once, from two sessions: one of them wins and ends the other',
  'a change of the address that is confirmed twice at once',
  async (round) => {
    const person = await makeUser();
    const sessions = [person, { ...person, ...(await makeSession(system.database, 'user', person.userId)) }];
    const token = await makePendingChange(system.database, person.userId, `twice-${round}@race.test`);
    const statuses = await statusesOf(sessions.map((one, index) => confirm(round + index, one, token)));
    expect(statuses.toSorted()).toEqual([204, 401]);
    expect(await liveSessionsOf(person)).toEqual([sessions[statuses.indexOf(204)]?.sessionId]);
    return 'one confirmed';
  },
);

race(
  'G3: a confirmation against the undo of an earlier change: the old address is restored, and no session survives',
  'a confirmation and an undo at once',
  async (round) => {
    const person = await makeUser();
    const old = `undone-${round}@race.test`;
    const link = await makeConfirmedChange(system.database, person.userId, old);
    const token = await makePendingChange(system.database, person.userId, `further-${round}@race.test`);
    const [confirmed, undone] = await statusesOf([
      laterInOddRounds(round, () => confirm(round, person, token)),
      undo(round + 1, link),
    ]);
    expect(undone).toBe(204);
    expect([204, 401]).toContain(confirmed);
    expect(await addressNow(person)).toBe(old);
    expect(await liveSessionsOf(person)).toEqual([]);
    const open = await sql('select 1 from identity.email_changes where user_id = $1 and ended_at is null', [
      person.userId,
    ]);
    expect(open).toEqual([]);
    return confirmed === 204 ? 'confirmed first' : 'undone first';
  },
  ['confirmed first', 'undone first'],
);

race(
  'G3: a confirmation against a reset: the loser is refused, and what it would have kept is gone',
  'a confirmation and a password reset at once',
  async (round) => {
    const person = await makeUser();
    const [before, after] = [addressOf(person), `reset-${round}@race.test`];
    await post(round, '/password_resets', { email: before });
    const reset = await waitFor(
      async () => (await mailedTokens(system, before, 'reset-password'))[0] ?? undefined,
    );
    const token = await makePendingChange(system.database, person.userId, after);
    const [confirmed, redeemed] = await statusesOf([
      laterInOddRounds(round, () => confirm(round, person, token)),
      post(round + 1, '/password_resets/redeem', { token: reset, password: NEW_PASSWORD }),
    ]);
    const isChange = confirmed === 204;
    expect([confirmed, redeemed]).toEqual(isChange ? [204, 410] : [401, 204]);
    expect(await addressNow(person)).toBe(isChange ? after : before);
    expect(await liveSessionsOf(person)).toEqual(isChange ? [person.sessionId] : []);
    return isChange ? 'address changed' : 'password reset';
  },
  ['address changed', 'password reset'],
);

race(
  'G3: requests of resets at the old address while the change is confirmed: no link in the old mailbox survives',
  'requests of resets while the address changes',
  async (round) => {
    const person = await makeUser();
    const before = addressOf(person);
    const token = await makePendingChange(system.database, person.userId, `asked-${round}@race.test`);
    const statuses = await statusesOf([
      post(round, '/password_resets', { email: before }),
      confirm(round + 1, person, token),
      post(round, '/password_resets', { email: before }),
    ]);
    expect(statuses).toEqual([202, 204, 202]);
    const open = await sql('select 1 from identity.mail_tokens where user_id = $1 and used_at is null', [
      person.userId,
    ]);
    expect(open).toEqual([]);
    return 'confirmed';
  },
);

race(
  'G3: sign-ins with the old address while the change is confirmed: no session of theirs survives',
  'sign-ins with the old address while it changes',
  async (round) => {
    const person = await makeUser();
    const before = addressOf(person);
    const token = await makePendingChange(system.database, person.userId, `entered-${round}@race.test`);
    const signIn = (index: number) =>
      post(index, '/user_sessions', { email: before, password: OLD_PASSWORD });
    const [confirmed, ...signedIn] = await statusesOf([
      confirm(round, person, token),
      ...[0, 1, 2, 3].map((index) => signIn(index)),
    ]);
    expect(confirmed).toBe(204);
    expect(signedIn.filter((status) => ![201, 422].includes(status))).toEqual([]);
    expect(await liveSessionsOf(person)).toEqual([person.sessionId]);
    return 'confirmed';
  },
);

race(
  'G3: two users who confirm the same address at once: one of them has it, and the other keeps the own one',
  'two users who confirm one address at once',
  async (round) => {
    const people = [await makeUser(), await makeUser()];
    const address = `shared-${round}@race.test`;
    const tokens = await Promise.all(
      people.map(({ userId }) => makePendingChange(system.database, userId, address)),
    );
    const statuses = await statusesOf(
      people.map((person, index) => confirm(round + index, person, tokens[index] ?? '')),
    );
    expect(statuses.toSorted()).toEqual([204, 410]);
    const addresses = await Promise.all(people.map(addressNow));
    expect(addresses).toEqual(
      people.map((person, index) => (statuses[index] === 204 ? address : addressOf(person))),
    );
    return 'one has the address';
  },
);

race(
  'G3: a sign-up that is confirmed while its address is given up: the address stays with the account that can undo',
  'a sign-up for an address that is being given up',
  async (round) => {
    const person = await makeUser();
    const before = addressOf(person);
    const link = `sign-up-${round}-${'x'.repeat(24)}`;
    await sql(
      `insert into identity.sign_ups (email, name, password_hash, token_hash, expires_at)
       values ($1, 'Other', '', sha256($2::text::bytea), now() + interval '1 hour')`,
      [before, link],
    );
    const token = await makePendingChange(system.database, person.userId, `given-up-${round}@race.test`);
    const statuses = await statusesOf([
      confirm(round, person, token),
      post(round + 1, '/email_verifications', { token: link }),
    ]);
    expect(statuses).toEqual([204, 410]);
    expect(await sql('select 1 from identity.users where email = $1', [before])).toEqual([]);
    return 'confirmed';
  },
);

race(
  'G3: two requests at once, from two sessions: one change is pending, and the link of one mail alone confirms it',
  'two requests of a change at once',
  async (round) => {
    const person = await makeUser();
    const there = { ...person, ...(await makeSession(system.database, 'user', person.userId)) };
    const addresses = [`first-${round}@race.test`, `second-${round}@race.test`];
    const requested = await statusesOf(
      addresses.map((email, index) =>
        post(round + index, '/users/current/email_changes', { email }, [person, there][index]?.cookie),
      ),
    );
    expect(requested).toEqual([202, 202]);
    const tokens = await Promise.all(
      addresses.map((address) =>
        waitFor(async () => (await mailedTokens(system, address, 'confirm-email-change'))[0] ?? undefined),
      ),
    );
    const pending = await sql<{ new_email: string }>(
      'select new_email from identity.email_changes where user_id = $1 and confirmed_at is null and ended_at is null',
      [person.userId],
    );
    expect(pending).toHaveLength(1);
    const winner = addresses.indexOf(pending[0]?.new_email ?? '');
    const loser = await confirm(round, person, tokens[1 - winner] ?? '');
    expect([loser.status, await addressNow(person)]).toEqual([410, addressOf(person)]);
    expect((await confirm(round, person, tokens[winner] ?? '')).status).toBe(204);
    expect(await addressNow(person)).toBe(addresses[winner]);
    return 'one link confirms';
  },
);

race(
  'G3: an undo that is sent twice at once, with two passwords: one of them is set, and the other link has ended',
  'an undo that is sent twice at once',
  async (round) => {
    const person = await makeUser();
    const old = `undone-twice-${round}@race.test`;
    const token = await makeConfirmedChange(system.database, person.userId, old);
    const passwords = [NEW_PASSWORD, 'a lantern in the fog'];
    const statuses = await statusesOf(
      passwords.map((password, index) => post(round + index, '/email_changes/undo', { token, password })),
    );
    expect(statuses.toSorted()).toEqual([204, 410]);
    const signedIn = await statusesOf(
      passwords.map((password) => post(round, '/user_sessions', { email: old, password })),
    );
    expect(signedIn).toEqual(statuses.map((status) => (status === 204 ? 201 : 422)));
    return 'one undone';
  },
);

race(
  'G1 G3: a confirmation against the report of its session: nothing that it keeps survives the report',
  'a confirmation and a report of its session at once',
  async (round) => {
    const person = await makeUser();
    const thief = { ...person, ...(await makeSession(system.database, 'user', person.userId)) };
    const token = await makePendingChange(system.database, person.userId, `reported-${round}@race.test`);
    const [confirmed, reported] = await statusesOf([
      confirm(round, thief, token),
      post(round + 1, `/user_sessions/${thief.sessionId}/reports`, {}, person.cookie),
    ]);
    // The confirmation ends the other sessions: the report then comes too late, and the undo is the way back.
    const isChange = confirmed === 204;
    expect([confirmed, reported]).toEqual(isChange ? [204, 401] : [401, 204]);
    expect(await addressNow(person)).toBe(isChange ? `reported-${round}@race.test` : addressOf(person));
    expect(await liveSessionsOf(person)).toEqual(isChange ? [thief.sessionId] : []);
    if (!isChange) {
      const later = await makeSession(system.database, 'user', person.userId);
      expect((await confirm(round, later, token)).status).toBe(410);
    }
    return isChange ? 'confirmed first' : 'reported first';
  },
  ['confirmed first', 'reported first'],
);
