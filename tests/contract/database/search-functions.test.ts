import { randomUUID } from 'node:crypto';
import {
  createTestDatabase,
  makeJobPost,
  makePerson,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { changeRow, resultAtOnce, resultOf as resultOfCall } from '#support/function-rows.ts';
import { afterWait, inHeldTransaction } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
let elsewhere: TestPerson;
const makeOwner = () => makePerson(database, { membership: { role: 'owner', status: 'active' } });
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  // What none of the functions may find, before the rows of every test.
  await makeJobPost(database, await makeOwner());
});
beforeEach(async () => {
  [owner, elsewhere] = [await makeOwner(), await makeOwner()];
  await database.query('delete from employer.renamed_companies');
});
afterAll(() => database.stop());

const resultOf = (call: string, values?: readonly unknown[]) => resultOfCall(database, call, values);
const changePost = (set: string, id: string) => changeRow(database, 'employer.job_posts', set, id);
const rename = (name: string, { companyId } = owner) =>
  database.query('update employer.companies set name = $2 where id = $1', [companyId, name]);
const renameAtOnce = ({ companyId }: TestPerson) =>
  inHeldTransaction(database.ownerUrl, async (caller) => {
    await caller.query("set local lock_timeout = '1s'");
    await caller.query("update employer.companies set name = 'Renamed' where id = $1", [companyId]);
  });
/** A word that no other test has, and that is its own stem. */
const word = () =>
  `${randomUUID()
    .slice(0, 18)
    .replaceAll('-', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}xx`;
const DOCUMENT = `(select document @@ to_tsquery('simple', $2) from employer.job_post_search where job_post_id = $1)`;
const has = (post: string, text: string) => resultOf(DOCUMENT, [post, text]);
const placesOf = async (...words: readonly string[]) => {
  const rows = await database.query<{ word: string; is_place: boolean }>(
    'select word, is_place from employer.search_words where word = any ($1)',
    [words],
  );
  return words.map((one) => rows.find((row) => row.word === one)?.is_place);
};

describe('texts', () => {
  test('a title is found by its words, and by two of them as one, in their order', async () => {
    expect(await resultOf("employer.search_head('Fork lift driver', 'A')::text")).toBe(
      "'driver':3A,8A 'fork':1A,6A 'forklift':4A 'lift':2A,7A 'liftdriv':5A",
    );
  });

  test('the list of a company finds the title, the place and the country', async () => {
    const id = await makeJobPost(database, { ...owner, title: 'Glazier' });
    await changePost("location = 'Pôrto', country_code = 'PT', title = 'Baker'", id);
    expect(await resultOf('(select list_text from employer.job_posts where id = $1)', [id])).toBe(
      'baker porto portugal',
    );
  });

  test('a post is expired after its last day', async () => {
    const isExpired = (days: number | null) =>
      resultOf("employer.is_expired((now() at time zone 'UTC')::date + $1::int)", [days]);
    expect([await isExpired(-1), await isExpired(0), await isExpired(1), await isExpired(null)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('the terms of a post have its pay if it has a currency', async () => {
    const terms = (currency: string | null) =>
      resultOf("employer.job_post_terms(1, 2, $1, 'year', 'remote', 'lead', '{pt}', '2030-01-02')", [
        currency,
      ]);
    const others = { remote_mode: 'remote', seniority: 'lead', languages: ['pt'], expires_on: '2030-01-02' };
    expect(await terms('EUR')).toEqual({
      ...others,
      pay: { minimum: 1, maximum: 2, currency: 'EUR', period: 'year' },
    });
    expect(await terms(null)).toEqual(others);
  });

  test('a place is asked for by eight words, in their order, and countries by whole ones', async () => {
    const patterns = (asked: string) => resultOf('employer.place_patterns($1)', [asked]);
    expect(await patterns('The city of Zürich and DE, UK Москва')).toEqual([
      '% city%',
      '% zurich%',
      '% de %',
      '% uk %',
      '%москва%',
    ]);
    expect(await patterns('z1 y1 x1 w1 v1 u1 t1 s1 r1')).toEqual(
      ['z1', 'y1', 'x1', 'w1', 'v1', 'u1', 't1', 's1'].map((one) => `% ${one}%`),
    );
  });
});

describe('the search document of a post', () => {
  const make = (title = 'Glazier', company = owner) => makeJobPost(database, { ...company, title });

  test('follows its texts, and that of no other does', async () => {
    const [title, place, description, other] = [word(), word(), word(), word()];
    const [id, kept] = [await make(), await make(other)];
    expect([await has(id, 'glazier'), await has(kept, other)]).toEqual([true, true]);
    await changePost(
      `title = '${title}', location = '${place}', country_code = 'PT', description = '${description}'`,
      id,
    );
    for (const text of [title, place, description, 'portugal'])
      expect([text, await has(id, text)]).toEqual([text, true]);
    expect(await has(id, 'glazier')).toBe(false);
    expect(
      await resultOf('(select location from employer.job_post_search where job_post_id = $1)', [id]),
    ).toBe(place);
    expect(await placesOf(title, description, place, 'portugal')).toEqual([false, false, true, true]);
    await changePost("state = 'closed'", id);
    expect([await has(id, title), await has(kept, other)]).toEqual([null, true]);
  });

  test('waits for a company that is being renamed, as its renaming does for the post', async () => {
    const id = await make();
    await afterWait(
      database.ownerUrl,
      (holder) => holder.query("update employer.job_posts set title = 'Baker' where id = $1", [id]),
      () => rename('Fennel'),
    );
    expect(await has(id, 'baker')).toBe(true);
  });

  test('of a renamed company waits for its turn, from the first', async () => {
    const name = word();
    const queued = () =>
      database.query(
        `select company_id, job_post_id, renamed_at > now() - interval '1 minute' as is_new from employer.renamed_companies`,
      );
    const row = { company_id: owner.companyId, job_post_id: null, is_new: true };
    await rename(name);
    expect(await queued()).toEqual([row]);
    expect(await placesOf(name)).toEqual([false]);
    await database.query(
      "update employer.renamed_companies set job_post_id = gen_random_uuid(), renamed_at = '2026-01-01'",
    );
    await rename(word());
    expect(await queued()).toEqual([row]);
  });

  describe('of a renamed company follows', () => {
    const step = (millis: number) => resultOf('employer.rename_in_documents($1)', [millis]);
    const queued = async () => {
      const rows = await database.query<{ company_id: string; job_post_id: string | null }>(
        'select company_id, job_post_id from employer.renamed_companies order by renamed_at',
      );
      return rows.map(({ company_id, job_post_id }) => [company_id, job_post_id]);
    };
    const makeNamed = async (company: TestPerson) => {
      const name = word();
      await rename(name, company);
      await database.query('delete from employer.renamed_companies where company_id = $1', [
        company.companyId,
      ]);
      return name;
    };

    test('in steps of their time, post after post', async () => {
      const [before, foreign] = [await makeNamed(owner), await makeNamed(elsewhere)];
      const others = await make('Baker', elsewhere);
      const [first, second] = [await make(), await make()].toSorted();
      const last = await make('Baker', elsewhere);
      const name = word();
      await rename(name);
      const named = async () => [await has(`${first}`, name), await has(`${second}`, name)];
      expect(await step(0)).toBe(true);
      expect([await queued(), await named()]).toEqual([[[owner.companyId, first]], [true, false]]);
      expect(await has(`${first}`, before)).toBe(false);
      expect(await has(`${first}`, 'glazier')).toBe(true);
      expect(await step(0)).toBe(true);
      expect([await queued(), await named()]).toEqual([[[owner.companyId, second]], [true, true]]);
      expect([await step(0), await queued()]).toEqual([true, []]);
      expect(await step(0)).toBe(false);
      for (const id of [others, last])
        expect([await has(id, foreign), await has(id, name)]).toEqual([true, false]);
    });

    test('all at once while there is time, and the company that waits longest first', async () => {
      const posts = [await make(), await make()];
      const name = word();
      await rename(word(), elsewhere);
      await rename(name);
      const [[, none] = [], second] = await queued();
      expect(none).toBeNull();
      await database.query(
        "update employer.renamed_companies set renamed_at = renamed_at - interval '1 hour' where company_id = $1",
        [owner.companyId],
      );
      expect(await step(60_000)).toBe(true);
      for (const id of posts) expect(await has(id, name)).toBe(true);
      expect((await queued()).length).toBe(1);
      expect(second).toBeDefined();
      expect((await queued())[0]?.[0]).toBe(elsewhere.companyId);
    });

    test('of each company by itself, as far as it is', async () => {
      await make('Baker', elsewhere);
      const first = await make();
      await rename(word());
      await rename(word(), elsewhere);
      expect(await step(0)).toBe(true);
      expect(await queued()).toEqual([
        [owner.companyId, first],
        [elsewhere.companyId, null],
      ]);
    });

    test('in one process at a time', async () => {
      await rename(word());
      await rename(word(), elsewhere);
      await inHeldTransaction(database.ownerUrl, async (holder) => {
        await holder.query('select employer.rename_in_documents(60000)');
        expect(await resultAtOnce(database, 'employer.rename_in_documents($1)', [60_000])).toBe(true);
        expect(await resultAtOnce(database, 'employer.rename_in_documents($1)', [60_000])).toBe(false);
      });
      expect(await queued()).toEqual([]);
    });
  });
});

describe('the filters of a post', () => {
  const filtersOf = async (id: string) => {
    const [row] = await database.query<{ kind: string; age: number | null }>(
      `select kind, round(extract(epoch from now() - public_since) / 3600)::int as age
         from employer.job_post_filters where job_post_id = $1`,
      [id],
    );
    return row === undefined ? null : [row.kind, row.age];
  };

  test('are there while it is published and not hidden, with when staff last showed it', async () => {
    const [id, other] = [await makeJobPost(database, owner), await makeJobPost(database, owner)];
    expect(await filtersOf(id)).toEqual(['full_time', null]);
    await changePost("kind = 'contract'", id);
    expect(await filtersOf(id)).toEqual(['contract', null]);
    await changePost("hidden_at = now(), hidden_reason = 'x'", id);
    expect(await filtersOf(id)).toBeNull();
    await changePost("hidden_at = null, hidden_reason = ''", id);
    expect(await filtersOf(id)).toEqual(['contract', 0]);
    await database.query(
      "update employer.job_post_filters set public_since = now() - interval '5 hours' where job_post_id = $1",
      [id],
    );
    await changePost("kind = 'full_time'", id);
    expect(await filtersOf(id)).toEqual(['full_time', 5]);
    await changePost("state = 'closed'", id);
    expect([await filtersOf(id), await filtersOf(other)]).toEqual([null, ['full_time', null]]);
    await changePost("hidden_at = now(), hidden_reason = 'x'", id);
    await changePost("hidden_at = null, hidden_reason = '', state = 'published'", id);
    expect([await filtersOf(id), await filtersOf(other)]).toEqual([
      ['full_time', null],
      ['full_time', null],
    ]);
  });

  test('wait for a change of the company, and no other', async () => {
    const id = await makeJobPost(database, owner);
    await afterWait(
      database.ownerUrl,
      (holder) => holder.query("update employer.job_posts set kind = 'contract' where id = $1", [id]),
      () => rename('Fennel'),
      () => renameAtOnce(elsewhere),
    );
    expect(await filtersOf(id)).toEqual(['contract', null]);
  });

  test('wait for none when they end', async () => {
    const [closed, hidden] = [await makeJobPost(database, owner), await makeJobPost(database, elsewhere)];
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query("update employer.job_posts set state = 'closed' where id = $1", [closed]);
      await holder.query(
        "update employer.job_posts set hidden_at = now(), hidden_reason = 'x' where id = $1",
        [hidden],
      );
      await renameAtOnce(owner);
      await renameAtOnce(elsewhere);
    });
    expect([await filtersOf(closed), await filtersOf(hidden)]).toEqual([null, null]);
  });
});

describe('G6: words of the search are limited', () => {
  const add = (raw: string, { companyId } = owner) =>
    database.query('select employer.add_search_words($1::text, $2::uuid)', [raw, companyId]);
  const addPlaced = 'employer.add_search_words($1::text, $2::text, $3::uuid)';
  const addWith = (raw: string, place: string, { companyId } = owner) =>
    resultOf(addPlaced, [raw, place, companyId]);
  const addAtOnce = (raw: string, place: string) =>
    resultAtOnce(database, addPlaced, [raw, place, owner.companyId]);
  /** Words of a company, so many. */
  const fill = ({ companyId }: TestPerson, count: number) =>
    database.query(
      `insert into employer.search_words (word, company_id)
       select $3 || translate(lpad(n::text, 6, '0'), '0123456789', 'abcdefghij'), $1 from generate_series(1, $2::int) n`,
      [companyId, count, word()],
    );
  const ADDS = [
    ['of a name', add],
    ['of a post', (raw: string, company?: TestPerson) => addWith(raw, '', company)],
  ] as const;

  test.each(ADDS)('%s: of four to twenty-four letters, once', async (_what, addWords) => {
    const [one, long] = [word(), 'x'.repeat(24)];
    const none = ['xyz', 'x'.repeat(25), 'c4fe', ''];
    await addWords(`${one} ${long} ${none.join(' ')}`);
    await addWords(one, elsewhere);
    expect(await placesOf(one, long, ...none)).toEqual([false, false, ...none.map(() => undefined)]);
    expect(
      await database.query('select company_id from employer.search_words where word = $1', [one]),
    ).toEqual([{ company_id: owner.companyId }]);
  });

  test.each(ADDS)('%s: of each company ten thousand, the first of what is new', async (_what, addWords) => {
    await fill(owner, 9999);
    const [known, first, second] = [`a${word()}`, `b${word()}`, `c${word()}`];
    await addWords(known, elsewhere);
    await addWords(`${second} ${known} ${first}`);
    expect(await placesOf(known, first, second)).toEqual([false, false, undefined]);
    await addWords(second);
    expect(await placesOf(second)).toEqual([undefined]);
    await addWords(second, elsewhere);
    expect(await placesOf(second)).toEqual([false]);
  });

  test.each(ADDS)(
    '%s: in one order, so that two that add them do not wait for each other',
    async (_what, addWords) => {
      const [first, second] = [word(), word()].toSorted();
      const insert = (holder: pg.Client, one: string | undefined) =>
        holder.query('insert into employer.search_words (word) values ($1)', [one]);
      await afterWait(
        database.ownerUrl,
        (holder) => insert(holder, first),
        () => addWords(`${second} ${first}`),
        (holder) => insert(holder, second),
      );
      expect(await placesOf(`${first}`, `${second}`)).toEqual([false, false]);
    },
  );

  test('of a place are noted as such, also if they are known, and remain so', async () => {
    const [place, both, text, known, later] = [word(), word(), word(), word(), word()];
    await addWith(`${known} ${later}`, '');
    await addWith(`${both} ${text}`, `${place} ${both} ${known}`);
    expect(await placesOf(place, both, text, known, later)).toEqual([true, true, false, true, false]);
    await addWith(`${place} ${later}`, '');
    expect(await placesOf(place, later)).toEqual([true, false]);
  });

  test('that are known as what they are wait for no transaction that has them', async () => {
    const [text, place] = [word(), word()];
    await addWith(text, place);
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query('select from employer.search_words where word = any ($1) for update', [
        [text, place],
      ]);
      await addAtOnce(text, place);
      await addAtOnce(`${text} ${place}`, '');
    });
    expect(await placesOf(text, place)).toEqual([false, true]);
  });

  test('that another transaction adds are what that one says, and those of a place in the end', async () => {
    const [text, place] = [word(), word()];
    const insert = (holder: pg.Client, one: string, isPlace: boolean) =>
      holder.query('insert into employer.search_words (word, is_place) values ($1, $2)', [one, isPlace]);
    await afterWait(
      database.ownerUrl,
      (holder) => insert(holder, text, false),
      () => addWith(text, ''),
    );
    expect(await placesOf(text)).toEqual([false]);
    await afterWait(
      database.ownerUrl,
      (holder) => insert(holder, place, true),
      () => addWith('', place),
    );
    expect(await placesOf(place)).toEqual([true]);
    const again = word();
    await afterWait(
      database.ownerUrl,
      (holder) => insert(holder, again, false),
      () => addWith('', again),
    );
    expect(await placesOf(again)).toEqual([true]);
  });

  test('that another transaction adds as those of a place are not written again', async () => {
    const place = word();
    let writer: unknown;
    await afterWait(
      database.ownerUrl,
      async (holder) => {
        const { rows } = await holder.query(
          'insert into employer.search_words (word, is_place) values ($1, true) returning xmin::text',
          [place],
        );
        writer = rows[0]?.xmin;
      },
      () => addWith('', place),
    );
    expect(await resultOf('(select xmin::text from employer.search_words where word = $1)', [place])).toBe(
      writer,
    );
  });
});
