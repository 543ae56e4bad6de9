import {
  addressOf,
  makeAdmin,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let operator: Awaited<ReturnType<typeof makeAdmin>>;
let viewer: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity', 'talent'] });
  operator = await makeAdmin(system.database, 'operator');
  viewer = await makeAdmin(system.database, 'viewer');
  await system.database.query("update identity.admins set name = 'Olga Operator' where id = $1", [
    operator.adminId,
  ]);
});
afterAll(() => system.stop());

const UNKNOWN = '01900000-0000-7000-8000-000000000000';

const admin = (path: string, options: { method?: string; body?: object; cookie?: string } = {}) =>
  system.teamHost.request(`/api/identities/admin${path}`, { cookie: viewer.cookie, ...options });
const decide = (userId: string, body: object) =>
  admin(`/users/${userId}/talent_access`, {
    method: 'PUT',
    body: { reason: '', send_reason: false, ...body },
    cookie: operator.cookie,
  });
const review = async (userId: string) => {
  const answer = await admin(`/users/${userId}/access_review`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const request = async ({ cookie }: TestPerson) => {
  const answer = await system.publicHost.request('/api/talent/access_requests', {
    method: 'POST',
    body: {},
    cookie,
  });
  expect(answer.status).toBeLessThan(300);
};
const outboxOf = (person: TestPerson) =>
  system.database.query<{ subject: string }>(
    "select subject from identity.mail_outbox where to_address = $1 and kind = 'talent_access_decided' and dropped_at is null order by id",
    [addressOf(person)],
  );
const notificationsOf = ({ userId }: TestPerson) =>
  system.database.query<{ value: string }>(
    "select value from identity.notifications where user_id = $1 and kind = 'access_decided'",
    [userId],
  );
const mailsTo = async (person: TestPerson) =>
  (await system.local.mails()).filter(({ to }) => to === addressOf(person));

describe('U5: the queue of requests', () => {
  test('is in the order of the requests, counts all, and loses a user with the decision', async () => {
    const people = await Promise.all([0, 1, 2].map(() => makePerson(system.database)));
    const [first, second, third] = people as [TestPerson, TestPerson, TestPerson];
    for (const person of [second, first, third]) await request(person);
    const queue = await admin('/access_requests');
    expect(queue.body).toMatchObject({ pending_count: 3, next_cursor: '' });
    expect(queue.body.items.map(({ id }: { id: string }) => id)).toEqual([
      second.userId,
      first.userId,
      third.userId,
    ]);
    expect(Date.now() - Date.parse(queue.body.items[0].requested_at)).toBeLessThan(60_000);

    expect((await review(second.userId)).next.id).toBe(first.userId);
    expect((await review(third.userId)).next.id).toBe(second.userId);
    await decide(second.userId, { state: 'active' });
    expect((await review(second.userId)).next.id).toBe(first.userId);
    for (const { userId } of [first, third]) await decide(userId, { state: 'none', reason: 'x' });
    expect((await admin('/access_requests')).body).toEqual({ items: [], next_cursor: '', pending_count: 0 });
    expect((await review(first.userId)).next).toBeUndefined();
  });

  test('a request after a refusal goes to the end of the queue', async () => {
    const [early, late] = [await makePerson(system.database), await makePerson(system.database)];
    await request(early);
    await request(late);
    await decide(early.userId, { state: 'none', reason: 'x' });
    await request(early);
    const ids = (await admin('/access_requests')).body.items.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([late.userId, early.userId]);
    for (const { userId } of [early, late]) await decide(userId, { state: 'active' });
  });

  test('goes on behind a user’s place, and begins again at its end; decided requests have no place', async () => {
    /** Users in one state, in the order of their ids, who asked for access that many minutes ago. */
    const make = async (talent: 'pending' | 'active', ...minutes: number[]) => {
      const people = await Promise.all(minutes.map(() => makePerson(system.database, { talent })));
      const ids = people.map(({ userId }) => userId).toSorted();
      for (const [index, id] of ids.entries()) {
        await system.database.query(
          "update identity.users set access_requested_at = date_trunc('hour', now()) - make_interval(mins => $2) where id = $1",
          [id, minutes[index]],
        );
      }
      return ids;
    };
    const [a, b, c] = await make('pending', 30, 30, 30);
    const [last] = await make('pending', 10);
    await make('active', 40);
    const [between] = await make('active', 20);
    const nextOf = async (id = '') => (await review(id)).next?.id;
    expect([await nextOf(a), await nextOf(c), await nextOf(last), await nextOf(between)]).toEqual([
      b,
      last,
      a,
      a,
    ]);
    for (const id of [a, b, c]) await decide(`${id}`, { state: 'active' });
    expect(await nextOf(last)).toBeUndefined();
    await decide(`${last}`, { state: 'active' });
  });
});

describe('U5: a review', () => {
  test('has the profile, and the requests and decisions with the admin’s name and reason', async () => {
    const person = await makePerson(system.database);
    expect(await review(person.userId)).toEqual({ decisions: [], pending_count: 0 });
    await request(person);
    const profile = {
      headline: 'Lock keeper',
      summary: 'Twenty years\nof sluices.',
      skills: ['Boats'],
      location: 'Weir',
      links: ['https://locks.example'],
    };
    await system.publicHost.request('/api/talent/profiles/current', {
      method: 'PUT',
      body: profile,
      cookie: person.cookie,
    });
    const [waiting] = (await admin('/access_requests')).body.items;
    expect(waiting).toMatchObject({ id: person.userId, headline: 'Lock keeper' });
    expect(await review(person.userId)).toMatchObject({ profile, requested_at: waiting.requested_at });
    await decide(person.userId, { state: 'active' });
    await decide(person.userId, { state: 'suspended', reason: ' A complaint. ' });
    expect((await review(person.userId)).decisions).toMatchObject([
      { from: 'active', to: 'suspended', admin_name: 'Olga Operator', reason: 'A complaint.' },
      { from: 'pending', to: 'active', admin_name: 'Olga Operator', reason: '' },
      { from: 'none', to: 'pending', admin_name: '', reason: '' },
    ]);
  });

  test('is not found for an unknown id, nor for the id of a company, a membership or an admin', async () => {
    const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    for (const id of [UNKNOWN, owner.companyId, owner.membershipId, operator.adminId]) {
      expect((await admin(`/users/${id}/access_review`)).status).toBe(404);
    }
  });

  test('only the approval of a request needs no reason', async () => {
    const person = await makePerson(system.database);
    const withoutReason = { status: 400, body: { errors: [{ field: 'reason' }] } };
    expect(await decide(person.userId, { state: 'active', reason: ' \n ' })).toMatchObject(withoutReason);
    await request(person);
    expect(await decide(person.userId, { state: 'none' })).toMatchObject(withoutReason);
    expect(await decide(person.userId, { state: 'suspended' })).toMatchObject(withoutReason);
    const changedAt = async () => {
      const [row] = await system.database.query<{ updated_at: Date }>(
        'select updated_at from identity.users where id = $1',
        [person.userId],
      );
      return row?.updated_at.getTime() ?? 0;
    };
    const before = await changedAt();
    expect(await decide(person.userId, { state: 'active' })).toMatchObject({
      status: 200,
      body: { talent_access: { state: 'active' } },
    });
    expect(await changedAt()).toBeGreaterThan(before);
    expect(await decide(person.userId, { state: 'suspended' })).toMatchObject(withoutReason);
    expect((await decide(UNKNOWN, { state: 'active', reason: 'x' })).status).toBe(404);
  });
});

describe('U5: the mail about a decision', () => {
  test('says what was decided, and has the reason only where the admin chose so', async () => {
    const person = await makePerson(system.database);
    await request(person);
    await decide(person.userId, { state: 'none', reason: 'Secret note' });
    const refused = await waitFor(async () => (await mailsTo(person)).at(0));
    expect(refused.subject).toBe('Your request for talent access was refused');
    expect(refused.text).not.toContain('Secret note');
    expect(refused.text).toMatch(/\/talent\/welcome\?decision=refused$/m);
    await decide(person.userId, { state: 'active', reason: 'Work samples\nchecked', send_reason: true });
    const granted = await waitFor(async () =>
      (await mailsTo(person)).find(({ subject }) => subject === 'Your talent access is active'),
    );
    expect(granted.text).toContain('The reason: Work samples checked');
    expect(granted.text).toContain('If you have questions, reply to this email.');
    expect(granted.replyTo).toBe('help@gatehouse.invalid');
    await decide(person.userId, { state: 'none', reason: 'x' });
    const ended = await waitFor(async () =>
      (await mailsTo(person)).find(({ subject }) => subject === 'Your talent access has ended'),
    );
    expect(ended.text).toMatch(/\/talent\/welcome\?decision=ended$/m);
  });

  test.each([
    ['pending', 'active', 'granted', 'Your talent access is active'],
    ['pending', 'none', 'refused', 'Your request for talent access was refused'],
    ['pending', 'suspended', 'suspended', 'Your talent access is suspended'],
    ['active', 'suspended', 'suspended', 'Your talent access is suspended'],
    ['active', 'none', 'ended', 'Your talent access has ended'],
    ['suspended', 'active', 'restored', 'Your talent access is active again'],
    ['suspended', 'none', 'ended', 'Your talent access has ended'],
  ] as const)('from %s to %s: the notification %s, and “%s”', async (from, to, value, subject) => {
    const person = await makePerson(system.database, { talent: from });
    await decide(person.userId, { state: to, reason: 'x' });
    expect(await outboxOf(person)).toEqual([{ subject }]);
    expect(await notificationsOf(person)).toEqual([{ value }]);
  });

  test('is sent once for a decision, and not for a return to pending', async () => {
    const person = await makePerson(system.database, { talent: 'active' });
    for (const state of ['active', 'pending']) {
      expect((await decide(person.userId, { state, reason: 'x' })).status).toBe(200);
    }
    expect([await outboxOf(person), await notificationsOf(person)]).toEqual([[], []]);
  });

  test('G7: is not sent to an address that is not verified', async () => {
    const person = await makePerson(system.database, { talent: 'pending' });
    await system.database.query('update identity.users set email_verified_at = null where id = $1', [
      person.userId,
    ]);
    expect((await decide(person.userId, { state: 'active' })).status).toBe(200);
    expect(await outboxOf(person)).toEqual([]);
  });
});
