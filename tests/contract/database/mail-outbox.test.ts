import { type Queryable, queryableOf, queueMail } from '@gatehouse/boundary';
import { addressOf, createTestDatabase, makeAdmin, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import {
  type ClaimBounds,
  type ClaimedMail,
  claimMail,
  dropOutdated,
  dropUnwanted,
  markSent,
  measureQueue,
  postpone,
} from '#services/identity/src/mail/outbox.ts';
import { inHeldTransaction } from '#support/held-transaction.ts';
import { createIdentityPool } from '#support/identity-pool.ts';

/** A row of the outbox; times are minutes from now. */
interface Row {
  readonly to: string;
  readonly kind: string;
  readonly priority: 0 | 1;
  readonly topic: string | null;
  readonly notification: string | null;
  readonly attempts: number;
  readonly next: number;
  readonly after: number;
  readonly state: 'waits' | 'sent' | 'dropped';
}

const ANY: ClaimBounds = { isSecurityOnly: false, isFirstAttemptOnly: false, busyDomains: [] };
const TOPIC = '00000000-0000-7000-8000-000000000001';
const OTHER_TOPIC = '00000000-0000-7000-8000-000000000002';

let database: TestDatabase;
let pool: Pool;
let writes: Queryable;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  pool = createIdentityPool(database);
  writes = queryableOf(pool);
});
beforeEach(() => database.query('delete from identity.mail_outbox'));
afterAll(async () => {
  await pool.end();
  await database.stop();
});

/** Adds a mail, which is due, ordinary and has not been tried. @returns its id. */
async function add(subject: string, row: Partial<Row> = {}): Promise<string> {
  const { to, kind, priority, topic, notification, attempts, next, after, state }: Row = {
    to: 'a@one.test',
    kind: 'test',
    priority: 1,
    topic: null,
    notification: null,
    attempts: 0,
    next: -1,
    after: -1,
    state: 'waits',
    ...row,
  };
  const [{ id } = { id: '' }] = await database.query<{ id: string }>(
    `insert into identity.mail_outbox
       (to_address, subject, text_body, html_body, kind, priority, topic, notification_kind, attempts, next_attempt_at, send_after,
        sent_at, dropped_at, drop_reason)
     values ($1, $2, 'text', 'html', $3, $4, $5, $6, $7, now() + make_interval(mins => $8), now() + make_interval(mins => $9),
             case when $10 = 'sent' then now() end, case when $10 = 'dropped' then now() end,
             case when $10 = 'dropped' then 'undone' end)
     returning id`,
    [to, subject, kind, priority, topic, notification, attempts, next, after, state],
  );
  return id;
}

const claim = (bounds: Partial<ClaimBounds> = {}) => claimMail(writes, { ...ANY, ...bounds });
const claimedSubject = async (bounds: Partial<ClaimBounds> = {}) => (await claim(bounds))?.subject ?? null;

/** The row of a mail; its times are minutes from now. */
async function find(id: string) {
  const [row] = await database.query(
    `select text_body as text, html_body as html, sent_at is not null as is_sent, drop_reason as dropped, attempts,
            round(extract(epoch from nullif(next_attempt_at, 'infinity') - now()))::int as seconds
       from identity.mail_outbox where id = $1`,
    [id],
  );
  return row as Record<string, unknown> & { seconds: number | null };
}

/** Claims the one mail that is due. */
async function claimed(): Promise<ClaimedMail> {
  const mail = await claim();
  if (mail === null) throw new Error('no mail is due');
  return mail;
}

test('a mail about an event replaces none of another event', async () => {
  const to = addressOf(await makeAdmin(database, 'viewer'));
  for (const event of ['copied', 'added'] as const) {
    const values = { name: 'Ada', passkey: 'Phone', event };
    await queueMail(writes, 'https://gatehouse.test', 'staff_passkey', { to, values });
  }
  expect([await claimedSubject(), await claimedSubject(), await claimedSubject()]).toEqual([
    'A sign-in with your passkey was refused',
    'A passkey was added to your staff account',
    null,
  ]);
});

describe('the mail that is claimed', () => {
  test('is the most urgent that is due: security first, then what has waited longest; none twice', async () => {
    await add('sent', { state: 'sent', priority: 0, next: -60 });
    await add('dropped', { state: 'dropped', priority: 0, next: -60 });
    await add('later', { next: 1, priority: 0 });
    await add('ordinary', { next: -30 });
    await add('security', { next: -1, priority: 0 });
    await add('older security', { next: -5, priority: 0 });
    const claimedInTurn = [];
    for (let turn = 0; turn < 4; turn += 1) claimedInTurn.push(await claimedSubject());
    expect(claimedInTurn).toEqual(['older security', 'security', 'ordinary', null]);
  });

  test('is given with all that sending it needs, and is another instance’s two minutes later at the earliest', async () => {
    const id = await add('Hello', { attempts: 2, topic: TOPIC });
    expect(await claimed()).toEqual({
      id,
      to: 'a@one.test',
      subject: 'Hello',
      text: 'text',
      html: 'html',
      attempts: 3,
      priority: 1,
      kind: 'test',
      notification: null,
      recipient_id: null,
      choice: null,
      is_current: true,
    });
    expect(Math.abs(((await find(id)).seconds ?? 0) - 120)).toBeLessThan(5);
  });

  test.each<[string, Partial<ClaimBounds>, Partial<Row>]>([
    ['of security where only that may be', { isSecurityOnly: true }, { priority: 0 }],
    ['a first attempt where only these may be', { isFirstAttemptOnly: true }, { attempts: 0 }],
    ['of no busy domain', { busyDomains: ['one.test'] }, { to: 'a@two.test' }],
  ])('is %s', async (_what, bounds, expected) => {
    await add('other', { next: -60, attempts: 1 });
    await add('expected', { attempts: 1, ...expected });
    expect([await claimedSubject(bounds), await claimedSubject(bounds)]).toEqual(['expected', null]);
  });

  test('is none that another instance is claiming, for which it does not wait', async () => {
    const taken = await add('taken', { next: -5 });
    await add('free');
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query('select from identity.mail_outbox where id = $1 for update', [taken]);
      expect([await claimedSubject(), await claimedSubject()]).toEqual(['free', null]);
    });
  });
});

describe('a mail that a later one replaces', () => {
  const earlier = { topic: TOPIC, next: -5 };
  const later = { topic: TOPIC, next: 5 };

  test.each<[string, Partial<Row>, Partial<Row>]>([
    ['of the same topic, kind and address', earlier, later],
    ['where both can be stopped', { ...earlier, notification: 'x' }, { ...later, notification: 'x' }],
    ['where it can be stopped, and the later one is always sent', { ...earlier, notification: 'x' }, later],
    ['that was sent before it', earlier, { ...later, state: 'sent' }],
  ])('is not current: one %s', async (_what, row, replacing) => {
    await add('earlier', row);
    await add('later', replacing);
    expect(await claim()).toMatchObject({ subject: 'earlier', is_current: false });
  });

  test.each<[string, Partial<Row>, Partial<Row>]>([
    ['of another address', earlier, { ...later, to: 'b@one.test' }],
    ['of another kind', earlier, { ...later, kind: 'other' }],
    ['of another topic', earlier, { ...later, topic: OTHER_TOPIC }],
    ['that was dropped', earlier, { ...later, state: 'dropped' }],
    ['of a saved search', { ...earlier, kind: 'saved_search' }, { ...later, kind: 'saved_search' }],
    ['that can be stopped, of one that is always sent', earlier, { ...later, notification: 'x' }],
  ])('is not: one %s', async (_what, row, replacing) => {
    await add('earlier', row);
    await add('later', replacing);
    expect(await claim()).toMatchObject({ subject: 'earlier', is_current: true });
  });

  test('is not: the later one itself', async () => {
    await add('earlier', later);
    await add('later', earlier);
    expect(await claim()).toMatchObject({ subject: 'later', is_current: true });
  });
});

describe('a claimed mail', () => {
  test('that was sent keeps no body', async () => {
    const other = await add('other', { next: 5 });
    const id = await add('sent');
    await markSent(writes, await claimed());
    expect(await find(id)).toMatchObject({ is_sent: true, text: '', html: '' });
    expect(await find(other)).toMatchObject({ is_sent: false, text: 'text', html: 'html' });
  });

  test('that its recipient has stopped is dropped, and keeps no body', async () => {
    const other = await add('other', { next: 5 });
    const id = await add('unwanted');
    const mail = await claimed();
    await dropUnwanted(writes, mail);
    const dropped = { dropped: 'unwanted', text: '', html: '', seconds: null, attempts: 1 };
    expect(await find(id)).toMatchObject(dropped);
    expect(await find(other)).toMatchObject({ dropped: null, text: 'text' });
  });

  test('that was a digest makes due again what its user wants at once, and waits while a transaction changes it', async () => {
    const { userId } = await makePerson(database);
    await database.query(
      `insert into identity.notification_settings (user_id, role_changed, job_post_closed) values ($1, 'at_once', 'never')`,
      [userId],
    );
    const addNews = async (kind: string, isRead = false) => {
      const [row] = await database.query<{ id: string }>(
        `insert into identity.notifications (id, user_id, kind, subject_id, value, at, read_at)
         values (uuidv7(), $1, $2, gen_random_uuid(), '', now(), case when $3 then now() end) returning id`,
        [userId, kind, isRead],
      );
      return row?.id ?? '';
    };
    const [wanted, ...others] = [
      await addNews('role_changed'),
      await addNews('role_changed', true),
      await addNews('job_post_closed'),
      // Of no application, so not true.
      await addNews('message_received'),
    ];
    const beside = await addNews('role_changed');
    await database.query('update identity.notifications set mail_at = null where user_id = $1', [userId]);
    const due = async () =>
      (
        await database.query<{ id: string }>(
          'select id from identity.notifications where user_id = $1 and mail_at is not null',
          [userId],
        )
      ).map(({ id }) => id);
    const addReport = async (kind: string) => {
      const id = await add(kind, { kind });
      await database.query('update identity.mail_outbox set subject_ids = $2 where id = $1', [
        id,
        [wanted, ...others],
      ]);
      return { id } as ClaimedMail;
    };
    await dropUnwanted(writes, await addReport('role_changed'));
    expect(await due()).toEqual([]);
    const digest = await addReport('notification_digest');
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query('select from identity.notifications where id = any ($1) for update', [
        [wanted, beside],
      ]);
      await dropUnwanted(writes, digest);
    });
    expect([await due(), await find(digest.id)]).toMatchObject([[], { dropped: null }]);
    await dropUnwanted(writes, digest);
    expect([await due(), await find(digest.id)]).toMatchObject([[wanted], { dropped: 'unwanted' }]);
  });

  test('that says what may not be said any more is dropped, and keeps no body', async () => {
    const other = await add('other', { next: 5 });
    const id = await add('outdated');
    await dropOutdated(writes, await claimed());
    expect(await find(id)).toMatchObject({ dropped: 'withdrawn', text: '', html: '', seconds: null });
    expect(await find(other)).toMatchObject({ dropped: null, text: 'text' });
  });

  test.each(['sent', 'dropped'] as const)('that was %s meanwhile is not dropped again', async (state) => {
    const id = await add('gone', { state });
    await dropUnwanted(writes, { id } as ClaimedMail);
    expect(await find(id)).toMatchObject({ dropped: state === 'sent' ? null : 'undone', text: 'text' });
  });

  test.each([
    [1, 5],
    [2, 10],
    [4, 40],
    [20, 3600],
  ])('that has failed %i times is tried again after %i seconds', async (attempts, seconds) => {
    const other = await add('other', { next: 5, attempts });
    const id = await add('failed', { attempts: attempts - 1 });
    expect(await postpone(writes, await claimed())).toBe(seconds);
    const row = await find(id);
    expect(row).toMatchObject({ dropped: null, text: 'text', html: 'html', attempts });
    expect(Math.abs((row.seconds ?? 0) - seconds)).toBeLessThan(5);
    expect(Math.abs(((await find(other)).seconds ?? 0) - 300)).toBeLessThan(5);
  });

  test('that no server has accepted for three days is dropped, and keeps no body', async () => {
    const young = await add('young', { after: -3 * 24 * 60 + 5, next: 5 });
    const id = await add('old', { after: -3 * 24 * 60 - 5 });
    expect(await postpone(writes, await claimed())).toBeNull();
    expect(await find(id)).toMatchObject({ dropped: 'too_old', text: '', html: '', seconds: null });
    expect(await postpone(writes, { id: young, attempts: 0 } as ClaimedMail)).not.toBeNull();
    expect(await find(young)).toMatchObject({ dropped: null, text: 'text' });
  });

  test('that another instance has claimed since is left to it', async () => {
    const id = await add('claimed again', { next: 5, attempts: 2 });
    expect(await postpone(writes, { id, attempts: 1 } as ClaimedMail)).toBe(5);
    expect(Math.abs(((await find(id)).seconds ?? 0) - 300)).toBeLessThan(5);
  });

  test.each(['sent', 'dropped'] as const)('that was %s meanwhile is not postponed', async (state) => {
    const id = await add('gone', { state, attempts: 1, next: 5 });
    expect(await postpone(writes, { id, attempts: 1 } as ClaimedMail)).toBe(5);
    expect(Math.abs(((await find(id)).seconds ?? 0) - 300)).toBeLessThan(5);
  });
});

describe('the measure of the queue', () => {
  test('is zero for an empty one', async () => {
    expect(await measureQueue(writes)).toEqual([
      { priority: 'security', size: 0, ageSeconds: 0 },
      { priority: 'ordinary', size: 0, ageSeconds: 0 },
    ]);
  });

  test('counts what is due, by priority, with the age of the oldest', async () => {
    await add('security', { priority: 0, after: -2 });
    await add('oldest', { after: -10 });
    await add('ordinary', { after: -5 });
    await add('sent', { after: -60, state: 'sent' });
    await add('dropped', { after: -60, state: 'dropped' });
    await add('later', { after: 5 });
    const [security, ordinary] = await measureQueue(writes);
    expect([security?.size, ordinary?.size]).toEqual([1, 2]);
    expect(security?.ageSeconds).toBeCloseTo(120, -1);
    expect(ordinary?.ageSeconds).toBeCloseTo(600, -1);
  });
});
