import { randomUUID } from 'node:crypto';
import {
  addressOf,
  createTestDatabase,
  makeAdmin,
  makeApplication,
  makePerson,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { changeRow, insertRow, makeParties, resultOf as resultOfCall } from '#support/function-rows.ts';
import { afterWait } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
let user: TestPerson;
let other: TestPerson;
let application: string;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
beforeEach(async () => {
  [owner, other, user] = await makeParties(database);
  application = await makeApplication(database, { companyId: owner.companyId, userId: user.userId });
});
afterAll(() => database.stop());

const change = (relation: string, set: string, id: string | null) => changeRow(database, relation, set, id);
const resultOf = (call: string, values?: readonly unknown[]) => resultOfCall(database, call, values);
const fromNow = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const HOUR = 3600;

const MAIL = { subject: 'News', text_body: 'x', html_body: 'x', kind: 'news', priority: 1 };
const makeMail = (values: Readonly<Record<string, unknown>>) =>
  insertRow(database, 'identity.mail_outbox', {
    ...MAIL,
    to_address: addressOf(user),
    created_at: fromNow(-HOUR),
    attempts: 0,
    next_attempt_at: fromNow(HOUR),
    send_after: fromNow(0),
    ...values,
  });
const DROPPED = { dropped_at: fromNow(-HOUR), drop_reason: 'withdrawn', next_attempt_at: 'infinity' };
/** Without what is kept of them: those that a function has dropped, with the reason. */
const stateOf = async (ids: readonly string[]) => {
  const rows = await database.query<{ id: string; state: string }>(
    `select id, case when dropped_at > now() - interval '1 minute' and next_attempt_at = 'infinity' and text_body = ''
                          and html_body = '' then drop_reason
                     when text_body = 'x' and html_body = 'x' then 'kept' else 'else' end as state
       from identity.mail_outbox where id = any ($1)`,
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.state);
};

test('an address is verified of an account that has verified it, and of staff', async () => {
  const unverified = await makePerson(database);
  await change('identity.users', 'email_verified_at = null', unverified.userId);
  const isVerified = (address: string) => resultOf('identity.is_verified_address($1)', [address]);
  expect(await isVerified(addressOf(user))).toBe(true);
  expect(await isVerified(addressOf(await makeAdmin(database, 'viewer')))).toBe(true);
  expect(await isVerified(addressOf(unverified))).toBe(false);
  expect(await isVerified(addressOf({ userId: randomUUID() }))).toBe(false);
});

describe('mail is queued', () => {
  const QUEUE = 'identity.queue_mail($1, $2)';
  const valuesOf = (values: Readonly<Record<string, unknown>>, limits: readonly unknown[]) => [
    JSON.stringify({ ...MAIL, to_address: addressOf(user), ...values }),
    JSON.stringify(limits),
  ];
  const queue = (values: Readonly<Record<string, unknown>> = {}, limits: readonly unknown[] = []) =>
    resultOf(QUEUE, valuesOf(values, limits)) as Promise<Date | null>;
  /** In how many hours it is sent. */
  const planned = async (values: Readonly<Record<string, unknown>>, limits: readonly unknown[]) => {
    const at = await queue(values, limits);
    return at === null ? null : Math.round((at.getTime() - Date.now()) / (HOUR * 1000)) + 0;
  };

  test('to verified addresses only, unless its kind is for others', async () => {
    const to_address = addressOf({ userId: randomUUID() });
    await expect(queue({ to_address })).rejects.toThrow('goes to verified addresses only');
    expect(await queue({ to_address, audience: 'unverified' })).toBeInstanceOf(Date);
    expect(await queue()).toBeInstanceOf(Date);
    expect(await queue({ audience: 'unverified' })).toBeInstanceOf(Date);
  });

  test.each([randomUUID(), null])('in place of what waits of its kind and topic: %s', async (topic) => {
    const waiting = await makeMail({ topic });
    const kept = [
      await makeMail({ topic, to_address: addressOf(other) }),
      await makeMail({ topic, kind: 'else' }),
      await makeMail({ topic: randomUUID() }),
      await makeMail({ topic, attempts: 1 }),
      await makeMail({ topic, sent_at: fromNow(-1) }),
      await makeMail({ topic, ...DROPPED }),
    ];
    await queue({ topic });
    expect(await stateOf([waiting, ...kept])).toEqual(['replaced', ...kept.map(() => 'kept')]);
  });

  const of = (scope: string, count: number, hours: number) => [{ scope, count, seconds: hours * HOUR }];
  test('later if its recipient has had so many', async () => {
    for (const hours of [-3, -2, -1])
      await makeMail({ sent_at: fromNow(-1), send_after: fromNow(hours * HOUR) });
    expect(await planned({ topic: randomUUID() }, of('recipient', 3, 5))).toBe(2);
    expect(await planned({ topic: randomUUID() }, of('recipient', 1, 10))).toBe(12);
    expect(await planned({ topic: randomUUID() }, of('recipient', 9, 5))).toBe(0);
  });

  test('at once if what counts is older, of another recipient, kind or topic, or dropped', async () => {
    const topic = randomUUID();
    const sent = { topic, sent_at: fromNow(-1) };
    await makeMail({ ...sent, send_after: fromNow(-6 * HOUR) });
    await makeMail({ ...sent, to_address: addressOf(other) });
    await makeMail({ ...sent, kind: 'else' });
    await makeMail({ ...sent, topic: randomUUID() });
    await makeMail({ topic, ...DROPPED });
    expect(await planned({ topic }, of('topic', 1, 5))).toBe(0);
    expect(await planned({ topic }, of('topic', 1, 5))).toBe(0);
    await makeMail(sent);
    expect(await planned({ topic }, of('topic', 1, 5))).toBe(5);
    expect(await planned({ topic: null }, of('topic', 1, 5))).toBe(0);
  });

  test('not at all if it would be sent after a day', async () => {
    const topic = randomUUID();
    await makeMail({ topic, sent_at: fromNow(-1) });
    expect(await planned({ topic }, of('recipient', 1, 25))).toBeNull();
    expect(await planned({ topic }, of('recipient', 1, 23))).toBe(23);
    expect(await planned({ topic: randomUUID(), delay_seconds: 2 * HOUR }, [])).toBe(2);
    const rows = await database.query('select from identity.mail_outbox where to_address = $1', [
      addressOf(user),
    ]);
    expect(rows).toHaveLength(3);
  });

  test('one after the other of one kind to one address', async () => {
    const limits = of('recipient', 1, 2);
    const second = await afterWait(
      database.ownerUrl,
      (holder) => holder.query(`select ${QUEUE}`, valuesOf({ topic: randomUUID() }, limits)),
      () => planned({ topic: randomUUID() }, limits),
    );
    expect(second).toBe(2);
  });
});

describe('mail about a topic that waits', () => {
  const drop = async (topic: string, reason: string) =>
    (
      await database.query<{ state_before: string | null }>(
        "select state_before from identity.drop_waiting_mail('news', $1, $2)",
        [topic, reason],
      )
    ).map(({ state_before }) => state_before);
  const seenIn = (interval: string) =>
    change('talent.applications', `stage_seen_from = now() + interval '${interval}'`, application);

  test('is dropped, and no other', async () => {
    const topic = application;
    const waiting = await makeMail({ topic });
    const kept = [
      await makeMail({ topic, kind: 'else' }),
      await makeMail({ topic: randomUUID() }),
      await makeMail({ topic, attempts: 1 }),
      await makeMail({ topic, sent_at: fromNow(-1) }),
      await makeMail({ topic, ...DROPPED }),
    ];
    expect(await drop(topic, 'unwanted')).toEqual([null]);
    expect(await stateOf([waiting, ...kept])).toEqual(['unwanted', ...kept.map(() => 'kept')]);
  });

  test('is dropped as undone only while its change can be undone', async () => {
    const ids = [
      await makeMail({ topic: application, state_before: 'submitted' }),
      await makeMail({ topic: application }),
    ];
    await seenIn('4 seconds');
    expect(await drop(application, 'undone')).toEqual([]);
    await seenIn('1 minute');
    expect(await drop(application, 'undone')).toEqual(['submitted']);
    expect(await stateOf(ids)).toEqual(['undone', 'kept']);
  });

  test('is found with the state that its recipient has read last', async () => {
    const find = async () => {
      const [row] = await database.query<{
        waits_until: Date | null;
        state_before: string | null;
        told_state: string | null;
      }>("select * from identity.find_topic_mail('news', $1)", [application]);
      const waits = row?.waits_until ?? null;
      return [
        waits === null ? null : Math.round((waits.getTime() - Date.now()) / (HOUR * 1000)),
        row?.state_before,
        row?.told_state,
      ];
    };
    const of = (hours: number, name: string, values: Readonly<Record<string, unknown>>) =>
      makeMail({
        topic: application,
        send_after: fromNow(hours * HOUR),
        state: name,
        state_before: name,
        ...values,
      });
    await seenIn('1 minute');
    expect(await find()).toEqual([null, null, null]);
    await of(9, 'x', { kind: 'else' });
    await of(9, 'x', { topic: randomUUID() });
    await of(9, 'x', DROPPED);
    expect(await find()).toEqual([null, null, null]);
    await of(1, 'a', {});
    await of(2, 'b', { dropped_at: fromNow(0), drop_reason: 'unwanted' });
    expect(await find()).toEqual([2, 'b', null]);
    await of(3, 'c', { attempts: 1 });
    expect(await find()).toEqual([2, 'b', 'c']);
    await of(4, 'd', { sent_at: fromNow(-1) });
    expect(await find()).toEqual([2, 'b', 'd']);
    await of(5, 'e', { attempts: 2, sent_at: fromNow(-1) });
    expect(await find()).toEqual([2, 'b', 'e']);
    await of(6, 'f', {});
    expect(await find()).toEqual([6, 'f', 'e']);
    await seenIn('4 seconds');
    expect(await find()).toEqual([6, null, 'e']);
  });
});

test('the mail that confirms the deletion of an account is deleted when it is sent, and no other', async () => {
  const [sent, waiting] = [
    await makeMail({ kind: 'account_deleted' }),
    await makeMail({ kind: 'account_deleted' }),
  ];
  await change('identity.mail_outbox', 'sent_at = now()', sent);
  expect(await stateOf([sent, waiting])).toEqual([undefined, 'kept']);
});

test('mail that waits follows its recipient to a new address', async () => {
  const address = `${randomUUID()}@new.test`;
  const ids = [
    await makeMail({}),
    await makeMail({ to_address: addressOf(other) }),
    await makeMail({ sent_at: fromNow(-1) }),
    await makeMail(DROPPED),
    await makeMail({ priority: 0 }),
    await makeMail({ kind: 'invitation_to_account' }),
    await makeMail({ kind: 'invitation_to_new_address' }),
    await makeMail({ kind: 'staff_link' }),
  ];
  await database.query('update identity.users set email = $2 where id = $1', [user.userId, address]);
  const redirected = await database.query<{ id: string }>(
    "select id from identity.mail_outbox where to_address = $1 and created_at > now() - interval '1 minute'",
    [address],
  );
  expect(redirected).toEqual([{ id: ids[0] }]);
  const left = await database.query(
    'select from identity.mail_outbox where id = any ($1) and to_address <> $2',
    [ids, address],
  );
  expect(left).toHaveLength(7);
});
