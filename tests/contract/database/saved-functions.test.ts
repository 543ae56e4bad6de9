import {
  addressOf,
  createTestDatabase,
  makeJobPost,
  makePerson,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { resultOf as resultOfCall } from '#support/function-rows.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let database: TestDatabase;
let user: TestPerson;
let other: TestPerson;
let company: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  company = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
});
beforeEach(async () => {
  [user, other] = await Promise.all([makePerson(database), makePerson(database)]);
});
afterAll(() => database.stop());

const MAX = 2;
const resultOf = (call: string, values?: readonly unknown[]) => resultOfCall(database, call, values);

describe('G6: the saved job posts of a user are limited', () => {
  const SAVE = 'talent.save_job_post($1, $2, $3)';
  const save = (post: string, { userId } = user) => resultOf(SAVE, [userId, post, MAX]);
  const post = () => makeJobPost(database, company);
  const saved = async ({ userId }: TestPerson) =>
    (
      await database.query<{ job_post_id: string }>(
        'select job_post_id from talent.saved_job_posts where user_id = $1 order by job_post_id',
        [userId],
      )
    ).map(({ job_post_id }) => job_post_id);

  test('are at most so many of one user, each once', async () => {
    const posts = [await post(), await post(), await post()];
    for (const id of posts.slice(0, MAX)) expect(await save(id, other)).toBe(true);
    for (const id of [0, 1, 0, 1]) expect(await save(`${posts[id]}`)).toBe(true);
    expect(await save(`${posts[2]}`)).toBe(false);
    expect(await saved(user)).toEqual(posts.slice(0, MAX).toSorted());
  });

  test('are counted one after the other: the second waits for the first', async () => {
    await save(await post());
    const [second, third] = [await post(), await post()];
    const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query(`select ${SAVE}`, [user.userId, second, MAX]);
      const saving = save(third);
      await isWaitedFor(holder);
      return [saving];
    });
    expect(await waiting).toBe(false);
  });

  test('are deleted of one user and one post alone', async () => {
    const [one, two] = [await post(), await post()];
    for (const who of [user, other]) for (const id of [one, two]) await save(id, who);
    await database.query('select talent.delete_saved_job_post($1, $2)', [user.userId, one]);
    expect(await saved(user)).toEqual([two]);
    expect(await saved(other)).toHaveLength(2);
  });
});

const SAVE_SEARCH = 'talent.save_search($1, $2, $3, $4)';
const saveSearch = async (query: string, { userId } = user, frequency = 'daily') =>
  (await resultOf(SAVE_SEARCH, [userId, JSON.stringify({ query }), frequency, MAX])) as string | null;

describe('G6: the saved searches of a user are limited', () => {
  const saved = async ({ userId }: TestPerson) =>
    (
      await database.query<{ id: string }>(
        'select id from talent.saved_searches where user_id = $1 order by id',
        [userId],
      )
    ).map(({ id }) => id);

  test('are at most so many of one user, each once', async () => {
    for (const query of ['a', 'b']) expect(await saveSearch(query, other)).not.toBeNull();
    const first = await saveSearch('a');
    expect(await saveSearch('a')).toBe(first);
    const second = await saveSearch('b');
    expect(second).not.toBe(first);
    expect(await saveSearch('a')).toBe(first);
    expect(await saveSearch('c')).toBeNull();
    expect(await saved(user)).toEqual([first, second]);
  });

  test('are counted one after the other: the second waits for the first', async () => {
    await saveSearch('a');
    const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query(`select ${SAVE_SEARCH}`, [user.userId, '{"query": "b"}', 'daily', MAX]);
      const saving = saveSearch('c');
      await isWaitedFor(holder);
      return [saving];
    });
    expect(await waiting).toBeNull();
  });

  test.each([
    ['daily', 1],
    ['weekly', 7],
  ])('have their first mail after their interval: %s', async (frequency, days) => {
    const id = await saveSearch('a', user, frequency);
    const rows = await database.query(
      'select extract(day from next_mail_at - created_at)::int as days from talent.saved_searches where id = $1',
      [id],
    );
    expect(rows).toEqual([{ days }]);
  });

  test('are deleted by their user alone, one at a time', async () => {
    const [one, two] = [await saveSearch('a'), await saveSearch('b')];
    const remove = ({ userId }: TestPerson) => resultOf('talent.delete_saved_search($1, $2)', [userId, one]);
    expect(await remove(other)).toBe(false);
    expect(await saved(user)).toEqual([one, two]);
    expect(await remove(user)).toBe(true);
    expect(await remove(user)).toBe(false);
    expect(await saved(user)).toEqual([two]);
  });
});

describe('mail about saved searches', () => {
  const MAIL = JSON.stringify({ subject: 'New posts', text_body: 'x', html_body: 'x', priority: 1 });
  const mails = async ({ userId }: TestPerson) =>
    database.query<{ kind: string; topic: string | null; state: string }>(
      `select kind, topic, coalesce(drop_reason, case when sent_at is not null then 'sent' else 'waiting' end) as state
         from identity.mail_outbox where to_address = $1 order by id`,
      [addressOf({ userId })],
    );
  const queue = (id: string | null) =>
    database.query("select talent.queue_saved_search_mail($1, $2, '[]')", [id, MAIL]);

  test('goes to the verified address of its user alone', async () => {
    const id = await saveSearch('a');
    await saveSearch('a', other);
    await queue(id);
    expect(await mails(user)).toEqual([{ kind: 'saved_search', topic: id, state: 'waiting' }]);
    expect(await mails(other)).toEqual([]);
    await database.query('update identity.users set email_verified_at = null where id = $1', [other.userId]);
    await queue(await saveSearch('b', other));
    expect(await mails(other)).toEqual([]);
  });

  test('is wanted by a user who has a search with a frequency', async () => {
    const isWanted = ({ userId }: TestPerson) => resultOf('identity.has_saved_search_mail($1)', [userId]);
    expect(await isWanted(user)).toBe(false);
    await saveSearch('a', user, 'none');
    await saveSearch('a', other);
    expect([await isWanted(user), await isWanted(other)]).toEqual([false, true]);
    await saveSearch('b', user, 'weekly');
    expect(await isWanted(user)).toBe(true);
  });

  test('that is stopped is that of one user, and what waits alone', async () => {
    const of = async (who: TestPerson) => {
      const ids: (string | null)[] = [];
      for (const query of ['a', 'b']) ids.push(await saveSearch(query, who));
      for (const id of ids) await queue(id);
      return ids;
    };
    const [ids, others] = [await of(user), await of(other)];
    const add = (column: string, value: string) =>
      database.query(
        `insert into identity.mail_outbox (to_address, subject, text_body, html_body, kind, topic, ${column})
         values ($1, '', 'x', 'x', 'saved_search', $2, ${value})`,
        [addressOf(user), others[0]],
      );
    await add('attempts', '1');
    await add('sent_at', 'now()');
    await add('dropped_at, drop_reason', "now(), 'replaced'");
    await add('subject_ids', "'{}'");
    await database.query(
      "update identity.mail_outbox set kind = 'digest' where subject_ids = '{}' and to_address = $1",
      [addressOf(user)],
    );
    expect(await resultOf('identity.stop_saved_search_mail($1)', [user.userId])).toBe(2);
    expect((await mails(user)).map(({ state }) => state)).toEqual([
      'unwanted',
      'unwanted',
      'waiting',
      'sent',
      'replaced',
      'waiting',
    ]);
    expect((await mails(other)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    const stopped = await database.query<{ is_cleared: boolean }>(
      `select dropped_at is not null and next_attempt_at = 'infinity' and text_body = '' and html_body = '' as is_cleared
         from identity.mail_outbox where drop_reason = 'unwanted' and topic = any ($1)`,
      [ids],
    );
    expect(stopped).toEqual([{ is_cleared: true }, { is_cleared: true }]);
    const frequencies = await database.query(
      'select user_id = $1 as is_own, frequency from talent.saved_searches where user_id = any ($2) order by 1, id',
      [user.userId, [user.userId, other.userId]],
    );
    expect(frequencies).toEqual([
      { is_own: false, frequency: 'daily' },
      { is_own: false, frequency: 'daily' },
      { is_own: true, frequency: 'none' },
      { is_own: true, frequency: 'none' },
    ]);
    expect(await resultOf('identity.stop_saved_search_mail($1)', [user.userId])).toBe(0);
  });

  describe('that is reported', () => {
    const CLAIM = '2031-01-01T00:00:00Z';
    const UNTIL = '2030-01-01T00:00:00Z';
    const claimed = async (query: string, frequency = 'weekly') => {
      const id = await saveSearch(query, user, frequency);
      await database.query('update talent.saved_searches set next_mail_at = $2, attempts = 3 where id = $1', [
        id,
        CLAIM,
      ]);
      return id;
    };
    const report = (id: string | null, claim = CLAIM, mail: string | null = MAIL) =>
      database.query("select talent.report_saved_search($1, $2, $3, $4, '[]')", [id, claim, UNTIL, mail]);
    const stateOf = async (id: string | null) => {
      const [row] = await database.query(
        `select mailed_until = $2 as is_noted, attempts, round(extract(epoch from next_mail_at - now()) / 86400)::int as days
           from talent.saved_searches where id = $1`,
        [id, UNTIL],
      );
      return row;
    };

    test('is queued, its search waits for the next interval, and others are as they were', async () => {
      const [one, two] = [await claimed('a'), await claimed('b')];
      await report(one);
      expect(await stateOf(one)).toEqual({ is_noted: true, attempts: 0, days: 7 });
      expect(await stateOf(two)).toMatchObject({ is_noted: false, attempts: 3 });
      expect(await mails(user)).toEqual([{ kind: 'saved_search', topic: one, state: 'waiting' }]);
    });

    test('without new posts is none, and its search waits for the next interval', async () => {
      const id = await claimed('a');
      await report(id, CLAIM, null);
      expect(await stateOf(id)).toEqual({ is_noted: true, attempts: 0, days: 7 });
      expect(await mails(user)).toEqual([]);
    });

    test.each([
      ['another instance has claimed it since', 'weekly', '2031-01-02T00:00:00Z'],
      ['its user wants none by now', 'none', CLAIM],
    ])('is none if %s', async (_what, frequency, claim) => {
      const id = await claimed('a', frequency);
      await report(id, claim);
      expect(await stateOf(id)).toMatchObject({ is_noted: false, attempts: 3 });
      expect(await mails(user)).toEqual([]);
    });

    test('G11: mail about a saved search waits for the deletion of its user’s account alone', async () => {
      const id = await claimed('a');
      const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
        await holder.query('select from identity.users where id = $1 for update', [other.userId]);
        await report(await claimed('b'));
        await holder.query('select from identity.users where id = $1 for update', [user.userId]);
        const reporting = report(id);
        await isWaitedFor(holder);
        return [reporting];
      });
      await waiting;
      expect(await mails(user)).toHaveLength(2);
    });
  });
});
