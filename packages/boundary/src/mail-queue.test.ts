import { outboxRow } from '@gatehouse/mail';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { dropWaitingMails, findTopicMails, isVerifiedAddress, queueMail, queueMails } from './mail-queue.ts';
import type { Queryable } from './statement.ts';

const ORIGIN = 'https://gatehouse.test';
const TOPIC = '01980000-0000-7000-8000-000000000001';
const OTHER_TOPIC = '01980000-0000-7000-8000-000000000002';

// A mail states the minute.
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A transaction whose statements return `rows`, and the name and values of each. */
function transactionWith(rows: readonly object[] = []) {
  const statements: [name: string, ...values: unknown[]][] = [];
  const tx: Queryable = {
    query: async ({ name }, values) => {
      statements.push([name, ...values]);
      return [...rows] as never;
    },
  };
  return { tx, statements };
}

/** The mails of the one statement that has been run. */
function queuedBy(statements: readonly (readonly unknown[])[]): Record<string, unknown>[] {
  expect(statements).toHaveLength(1);
  return JSON.parse(String(statements[0]?.[1]));
}

const reset = (to: string, link: `/${string}`) => ({ to, values: { link } });

const invitation = (more: { readonly isAlwaysSent?: boolean } = {}) =>
  ({
    to: 'ada@example.org',
    values: { company: 'Harbour & Pine', inviter: 'Grace', role: 'member', link: '/invitations/1' },
    ...more,
  }) as const;

describe('a mail', () => {
  test('is queued as rendered, with its recipient and the limits of its kind', async () => {
    const { tx, statements } = transactionWith();
    await queueMail(tx, ORIGIN, 'password_reset', reset('ada@example.org', '/reset#1'));
    const { row, limits } = outboxRow('password_reset', { link: '/reset#1' }, ORIGIN);
    expect(queuedBy(statements)).toEqual([
      {
        ...row,
        to_address: 'ada@example.org',
        topic: null,
        state: null,
        state_before: null,
        subject_ids: null,
        notification_kind: null,
      },
    ]);
    expect(statements).toEqual([['queue_mails', expect.any(String), JSON.stringify(limits)]]);
  });

  test('is queued with its topic, the states of it, and the notifications that it reports', async () => {
    const { tx, statements } = transactionWith();
    const about = {
      topic: TOPIC,
      state: { now: 'offer', before: 'interview' },
      subjectIds: [OTHER_TOPIC],
    };
    await queueMail(tx, ORIGIN, 'password_reset', { ...reset('ada@example.org', '/reset'), ...about });
    expect(queuedBy(statements)).toEqual([
      expect.objectContaining({
        topic: TOPIC,
        state: 'offer',
        state_before: 'interview',
        subject_ids: [OTHER_TOPIC],
      }),
    ]);
  });

  test('about an event has a topic of its own: no later one replaces it', async () => {
    const topics = [];
    for (const event of ['copied', 'added', 'copied'] as const) {
      const { tx, statements } = transactionWith();
      const values = { name: 'Ada', passkey: 'Phone', event };
      await queueMail(tx, ORIGIN, 'staff_passkey', { to: 'ada@example.org', values });
      topics.push(...queuedBy(statements).map(({ topic }) => topic));
    }
    expect(topics).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)));
    expect(new Set(topics).size).toBe(3);
  });

  test.each([
    ['names the kind that its recipient can stop', invitation(), 'invitation_received'],
    ['names none where it is always sent', invitation({ isAlwaysSent: true }), null],
  ])('%s', async (_what, mail, kind) => {
    const { tx, statements } = transactionWith();
    await queueMail(tx, ORIGIN, 'invitation_to_account', mail);
    expect(queuedBy(statements)).toEqual([expect.objectContaining({ notification_kind: kind })]);
  });
});

describe('several mails', () => {
  test('are queued in one statement by address, those to one address in their order', async () => {
    const { tx, statements } = transactionWith();
    await queueMails(tx, ORIGIN, 'password_reset', [
      reset('b@example.org', '/1'),
      reset('c@example.org', '/2'),
      reset('a@example.org', '/3'),
      reset('b@example.org', '/4'),
    ]);
    const queued = queuedBy(statements).map(({ to_address, text_body }) => [
      to_address,
      /https:\S+/.exec(String(text_body))?.[0],
    ]);
    expect(queued).toEqual([
      ['a@example.org', `${ORIGIN}/3`],
      ['b@example.org', `${ORIGIN}/1`],
      ['b@example.org', `${ORIGIN}/4`],
      ['c@example.org', `${ORIGIN}/2`],
    ]);
  });

  test('run no statement where there are none', async () => {
    const { tx, statements } = transactionWith();
    await queueMails(tx, ORIGIN, 'password_reset', []);
    expect(statements).toEqual([]);
  });
});

describe('the mails about topics', () => {
  test('are found by topic', async () => {
    const waits_until = new Date('2026-03-01T12:00:00Z');
    const { tx, statements } = transactionWith([
      { topic: TOPIC, waits_until, state_before: 'interview', told_state: null },
      { topic: OTHER_TOPIC, waits_until: null, state_before: null, told_state: 'offer' },
    ]);
    expect(await findTopicMails(tx, 'password_reset', [TOPIC, OTHER_TOPIC])).toEqual(
      new Map([
        [TOPIC, { waitsUntil: waits_until, stateBefore: 'interview', reportedState: null }],
        [OTHER_TOPIC, { waitsUntil: null, stateBefore: null, reportedState: 'offer' }],
      ]),
    );
    expect(statements).toEqual([['find_topic_mails', 'password_reset', [TOPIC, OTHER_TOPIC]]]);
  });

  test('are dropped, and the state before each is returned by topic', async () => {
    const { tx, statements } = transactionWith([
      { topic: TOPIC, state_before: 'interview' },
      { topic: OTHER_TOPIC, state_before: null },
    ]);
    expect(await dropWaitingMails(tx, 'password_reset', [TOPIC, OTHER_TOPIC], 'undone')).toEqual(
      new Map([
        [TOPIC, 'interview'],
        [OTHER_TOPIC, null],
      ]),
    );
    expect(statements).toEqual([['drop_waiting_mails', 'password_reset', [TOPIC, OTHER_TOPIC], 'undone']]);
  });

  test.each([
    ['found', (tx: Queryable) => findTopicMails(tx, 'password_reset', [])],
    ['dropped', (tx: Queryable) => dropWaitingMails(tx, 'password_reset', [], 'withdrawn')],
  ])('are not %s where there is no topic, and no statement runs', async (_what, act) => {
    const { tx, statements } = transactionWith();
    expect(await act(tx)).toEqual(new Map());
    expect(statements).toEqual([]);
  });
});

test.each([true, false])('G7: PostgreSQL decides whether an address is verified: %s', async (is_verified) => {
  const { tx, statements } = transactionWith([{ is_verified }]);
  expect(await isVerifiedAddress(tx, 'ada@example.org')).toBe(is_verified);
  expect(statements).toEqual([['is_verified_address', 'ada@example.org']]);
});
