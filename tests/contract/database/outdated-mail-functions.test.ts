import { randomUUID } from 'node:crypto';
import type { TestDatabase, TestPerson } from '@gatehouse/testkit';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { resultAtOnce } from '#support/function-rows.ts';
import { afterWait, inHeldTransaction } from '#support/held-transaction.ts';
import { beforeMailDecisions, fromNow, HOUR } from '#support/mail-parties.ts';

let database: TestDatabase;
let talent: TestPerson;
let application: string;
const { insert, makeNews, mailMinutes, makeMail, changeApplication, withdraw, disable, enable } =
  beforeMailDecisions((made) => {
    ({ database, talent, application } = made);
  });

describe('mail that is no longer true', () => {
  const drop = (id: string) => database.query('select identity.drop_outdated_mail($1)', [id]);
  const stateOf = async (id: string) => {
    const [row] = await database.query<{ state: string }>(
      `select case when dropped_at is not null and next_attempt_at = 'infinity' and text_body = '' and html_body = ''
                     then drop_reason
                   when text_body = 'x' and html_body = 'x' then 'kept' else 'else' end as state
         from identity.mail_outbox where id = $1`,
      [id],
    );
    return row?.state;
  };
  const UNTIL = '2026-01-02T00:00:00Z';
  const makeSearch = (frequency = 'daily', { userId } = talent) =>
    insert('talent.saved_searches', {
      user_id: userId,
      search: { query: randomUUID() },
      frequency,
      created_at: UNTIL,
      mailed_until: UNTIL,
      next_mail_at: '2036-01-01T00:00:00Z',
      attempts: 0,
    });
  const searchOf = async (id: string) => {
    const [row] = await database.query<{ days: number; is_next: boolean }>(
      `select extract(day from $2::timestamptz - mailed_until)::int as days, next_mail_at <= now() as is_next
         from talent.saved_searches where id = $1`,
      [id, UNTIL],
    );
    return row;
  };
  const KEPT = { days: 0, is_next: false };
  const dropAtOnce = (id: string) => resultAtOnce(database, 'identity.drop_outdated_mail($1)', [id]);
  const lock = (holder: pg.Client, relation: string, id: string) =>
    holder.query(`select from ${relation} where id = $1 for update`, [id]);

  test('is dropped once, and no other', async () => {
    const [id, other] = [await makeMail({}), await makeMail({})];
    await drop(id);
    expect([await stateOf(id), await stateOf(other)]).toEqual(['withdrawn', 'kept']);
    const dropped = { dropped_at: fromNow(-HOUR), drop_reason: 'replaced' };
    for (const values of [{ sent_at: fromNow(0) }, dropped]) {
      const kept = await makeMail(values);
      const before = await database.query('select * from identity.mail_outbox where id = $1', [kept]);
      await drop(kept);
      expect(await database.query('select * from identity.mail_outbox where id = $1', [kept])).toEqual(
        before,
      );
    }
  });

  describe('of a saved search', () => {
    const EARLIER = '2026-01-01T00:00:00Z';
    const ofSearch = (topic: string, values: Readonly<Record<string, unknown>> = {}) =>
      makeMail({ kind: 'saved_search', topic, news_since: EARLIER, ...values });

    test('has its search look again, from where its news began', async () => {
      const [search, other] = [await makeSearch(), await makeSearch()];
      await drop(await ofSearch(search));
      expect([await searchOf(search), await searchOf(other)]).toEqual([{ days: 1, is_next: true }, KEPT]);
    });

    test('has a search that is behind look again from there', async () => {
      const search = await makeSearch();
      await drop(await ofSearch(search, { news_since: '2026-01-05T00:00:00Z' }));
      expect(await searchOf(search)).toEqual({ days: 0, is_next: true });
    });

    test('leaves the search as it is once a later mail has its news, sent or not: they would be mailed twice', async () => {
      for (const later of [{ sent_at: fromNow(0) }, { attempts: 1 }]) {
        const search = await makeSearch();
        const id = await ofSearch(search);
        await ofSearch(search, { news_since: UNTIL, ...later });
        await drop(id);
        expect([await stateOf(id), await searchOf(search)]).toEqual(['withdrawn', KEPT]);
      }
    });

    test('has its search look again if the later mail was dropped, is another, or of another search', async () => {
      const search = await makeSearch();
      await ofSearch(search, { sent_at: fromNow(0) });
      const id = await ofSearch(search);
      await ofSearch(search, { dropped_at: fromNow(0), drop_reason: 'withdrawn' });
      await makeMail({ topic: search });
      await ofSearch(await makeSearch());
      await drop(id);
      expect(await searchOf(search)).toEqual({ days: 1, is_next: true });
    });

    test('leaves the search as it is if it mails no more, if the mail has no time, is sent or another', async () => {
      const none = await makeSearch('none');
      await drop(await ofSearch(none));
      const search = await makeSearch();
      await drop(await ofSearch(search, { news_since: null }));
      await drop(await ofSearch(search, { sent_at: fromNow(0) }));
      await drop(await makeMail({ topic: search, news_since: EARLIER }));
      expect([await searchOf(none), await searchOf(search)]).toEqual([KEPT, KEPT]);
    });

    test('leaves notifications as they are', async () => {
      const news = await makeNews('role_changed', randomUUID());
      await drop(await ofSearch(await makeSearch(), { subject_ids: [news] }));
      expect(await mailMinutes([news])).toEqual([null]);
    });

    test('waits for its search before it locks the mail', async () => {
      const search = await makeSearch();
      const id = await ofSearch(search);
      await afterWait(
        database.ownerUrl,
        (holder) => lock(holder, 'talent.saved_searches', search),
        () => drop(id),
        (holder) => holder.query('select from identity.mail_outbox where id = $1 for update nowait', [id]),
      );
      expect(await stateOf(id)).toBe('withdrawn');
    });

    test('waits for no other search', async () => {
      const [held, search] = [await makeSearch(), await makeSearch()];
      const [ofHeld, id, ofOther] = [
        await ofSearch(held),
        await ofSearch(search),
        await makeMail({ topic: held }),
      ];
      await inHeldTransaction(database.ownerUrl, async (holder) => {
        await lock(holder, 'talent.saved_searches', held);
        await dropAtOnce(id);
        await dropAtOnce(ofOther);
      });
      expect([await stateOf(ofHeld), await stateOf(id), await stateOf(ofOther)]).toEqual([
        'kept',
        'withdrawn',
        'withdrawn',
      ]);
    });
  });

  describe('of a stage', () => {
    const DAY = 24 * HOUR;
    const TWO_WEEKS = 14 * DAY;
    beforeEach(async () => {
      await changeApplication("stage = 'rejected'");
      await disable();
    });
    const ofStage = (values: Readonly<Record<string, unknown>> = {}) =>
      makeMail({
        ...{ kind: 'application_stage', topic: application, state: 'rejected', attempts: 1 },
        ...{ created_at: fromNow(10 * 60 - TWO_WEEKS), send_after: fromNow(-TWO_WEEKS), ...values },
      });
    const timesOf = async (id: string) => {
      const [row] = await database.query<{ sends: Date; next: Date }>(
        'select send_after as sends, next_attempt_at as next from identity.mail_outbox where id = $1',
        [id],
      );
      return [row?.sends, row?.next].map((at) => Math.round((Number(at) - Date.now()) / 60_000) + 0);
    };

    test('waits while its company is disabled, an hour each time, up to two weeks', async () => {
      const [id, old] = [await ofStage(), await ofStage({ created_at: fromNow(-TWO_WEEKS) })];
      for (const one of [id, old]) await drop(one);
      expect([await stateOf(id), await stateOf(old)]).toEqual(['kept', 'withdrawn']);
      expect(await timesOf(id)).toEqual([0, 60]);
    });

    test('is dropped if it says another stage, is of another kind or topic, or its application was withdrawn', async () => {
      const ids = [
        await ofStage({ state: 'offer' }),
        await ofStage({ kind: 'else' }),
        await ofStage({ topic: randomUUID() }),
      ];
      const withdrawn = await ofStage();
      for (const id of ids) await drop(id);
      await withdraw();
      await drop(withdrawn);
      for (const id of [...ids, withdrawn]) expect(await stateOf(id)).toBe('withdrawn');
    });

    test('is dropped if its company is active: it is outdated for another reason', async () => {
      await enable();
      const id = await ofStage();
      await drop(id);
      expect(await stateOf(id)).toBe('withdrawn');
    });

    test('stays as it is if it is sent or dropped', async () => {
      const dropped = { dropped_at: fromNow(-HOUR), drop_reason: 'unwanted' };
      for (const values of [{ sent_at: fromNow(0) }, dropped]) {
        const id = await ofStage({ ...values, next_attempt_at: fromNow(DAY) });
        await drop(id);
        expect(await timesOf(id)).toEqual([-TWO_WEEKS / 60, DAY / 60]);
      }
    });
  });

  describe('of notifications', () => {
    test('has those mailed again that are unread and true', async () => {
      const news = await makeNews('role_changed', randomUUID());
      const kept = [
        await makeNews('role_changed', randomUUID()),
        await makeNews('role_changed', randomUUID(), { read_at: fromNow(0) }),
        await makeNews('application_moved', randomUUID()),
      ];
      const subject_ids = [news, ...kept.slice(1)];
      await drop(await makeMail({ subject_ids, sent_at: fromNow(0) }));
      expect(await mailMinutes([news])).toEqual([null]);
      await drop(await makeMail({ subject_ids }));
      expect(await mailMinutes([news, ...kept])).toEqual([0, null, null, null]);
    });

    test('has one mailed again that waits for its company', async () => {
      const values = { value: 'company' };
      const news = await makeNews('message_received', application, values);
      const read = await makeNews('message_received', application, { ...values, read_at: fromNow(0) });
      await disable();
      await drop(await makeMail({ subject_ids: [news, read] }));
      expect(await mailMinutes([news, read])).toEqual([0, null]);
    });

    test('has the only one mailed again', async () => {
      const news = await makeNews('role_changed', randomUUID());
      await drop(await makeMail({ subject_ids: [news] }));
      expect(await mailMinutes([news])).toEqual([0]);
    });

    test('is left if another transaction has one of them', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 3; index += 1) ids.push(await makeNews('role_changed', randomUUID()));
      const id = await makeMail({ subject_ids: ids });
      await inHeldTransaction(database.ownerUrl, async (holder) => {
        await lock(holder, 'identity.notifications', `${ids[2]}`);
        await dropAtOnce(id);
      });
      expect([await stateOf(id), ...(await mailMinutes(ids))]).toEqual(['kept', null, null, null]);
      await drop(id);
      expect([await stateOf(id), ...(await mailMinutes(ids))]).toEqual(['withdrawn', 0, 0, 0]);
    });
  });
});
