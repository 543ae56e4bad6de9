import { randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase, makePerson, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { insertRow, resultAtOnce, resultOf as resultOfCall } from '#support/function-rows.ts';
import { afterWait, inHeldTransaction } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  owner = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
});
beforeEach(async () => {
  for (const table of [
    'identity.sign_ups',
    'talent.deleted_documents',
    'employer.search_words',
    'employer.job_posts',
  ])
    await database.query(`delete from ${table}`);
});
afterAll(() => database.stop());

const resultOf = (call: string, values?: readonly unknown[]) => resultOfCall(database, call, values);
const removed = async (kind: string) =>
  Number(await resultOf('(select removed from retention.progress where kind = $1)', [kind]));
/** Shared: what takes it exclusively waits. */
const holdKind = (holder: pg.Client, kind: string) =>
  holder.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [`retention ${kind}`]);

describe('G11: rows that are due', () => {
  const REMOVE = 'retention.remove_due($1, $2)';
  const remove = (kind = 'sign_ups', max = 9) => resultOf(REMOVE, [kind, max]);
  const signUp = (hours: number) =>
    insertRow(database, 'identity.sign_ups', {
      email: `${randomUUID()}@new.test`,
      name: 'x',
      password_hash: '',
      token_hash: `\\x${randomBytes(32).toString('hex')}`,
      created_at: new Date(),
      expires_at: new Date(Date.now() - hours * 3_600_000),
    });
  const count = async () => (await database.query('select from identity.sign_ups')).length;
  const versionOf = () => resultOf("(select xmin::text from retention.progress where kind = 'sign_ups')");

  test('are removed, so many at most, and counted', async () => {
    for (const hours of [1, 2, 3, -1]) await signUp(hours);
    const [before, others] = [await removed('sign_ups'), await removed('mail_tokens')];
    expect([await remove('sign_ups', 2), await count()]).toEqual([2, 2]);
    expect([await remove(), await count()]).toEqual([1, 1]);
    expect([await removed('sign_ups'), await removed('mail_tokens')]).toEqual([before + 3, others]);
    const version = await versionOf();
    expect([await remove(), await versionOf()]).toEqual([0, version]);
  });

  test('of accounts and documents have functions of their own', async () => {
    await expect(remove('account_deletions')).rejects.toThrow('by retention.delete_account');
    await expect(remove('deleted_documents')).rejects.toThrow('by retention.forget_document');
    await expect(remove('user_sessions')).resolves.toBe(0);
  });

  test('are removed by one process at a time of each kind', async () => {
    await signUp(1);
    expect(
      await afterWait(
        database.ownerUrl,
        (holder) => holdKind(holder, 'sign_ups'),
        () => remove(),
      ),
    ).toBe(1);
  });

  test('end their run with what has waited longest, or with a success', async () => {
    const end = () => resultOf("retention.end_run('sign_ups')") as Promise<Date | null>;
    const state = async (kind = 'sign_ups') =>
      (
        await database.query<{ is_late: boolean; succeeded: number | null }>(
          `select oldest_due_at < now() - interval '90 minutes' as is_late,
                  round(extract(epoch from now() - last_success_at) / 3600)::int as succeeded
             from retention.progress where kind = $1`,
          [kind],
        )
      )[0];
    await database.query(
      "update retention.progress set oldest_due_at = null, last_success_at = now() - interval '5 hours'",
    );
    for (const hours of [1, 2, -1]) await signUp(hours);
    const oldest = await end();
    expect(Math.round((Date.now() - (oldest?.getTime() ?? 0)) / 3_600_000)).toBe(2);
    expect(await state()).toEqual({ is_late: true, succeeded: 5 });
    await remove();
    expect(await end()).toBeNull();
    expect(await state()).toEqual({ is_late: null, succeeded: 0 });
    expect(await state('mail_tokens')).toEqual({ is_late: null, succeeded: 5 });
    await expect(resultOf("retention.end_run('x')")).rejects.toThrow('there is no kind x');
  });
});

describe('G11: words that no published job post has', () => {
  const add = (...words: string[]) =>
    database.query('insert into employer.search_words (word) select unnest($1::text[])', [words]);
  const words = async () =>
    (await database.query<{ word: string }>('select word from employer.search_words order by word')).map(
      ({ word }) => word,
    );
  const publish = (run: (sql: string, values: unknown[]) => Promise<unknown>, title: string) =>
    run(
      `insert into employer.job_posts (company_id, title, kind, state, published_at)
       values ($1, $2, 'full_time', 'published', now())`,
      [owner.companyId, title],
    );
  /** The words of the post and of its company. */
  const PUBLISHED = async (title: string) => {
    await publish(database.query, title);
    return words();
  };
  const remove = (max = 9) => resultOf("retention.remove_due('search_words', $1)", [max]);
  const step = async (after: string, max = 9) =>
    (await database.query('select * from retention.remove_due_words($1, $2)', [after, max]))[0];
  const NEVER = 'jjjj';

  test('are removed, so many at most', async () => {
    const kept = await PUBLISHED('Glazier');
    await add('aaaa', 'zzzz');
    const before = await removed('search_words');
    expect([await remove(1), (await words()).length]).toEqual([1, kept.length + 1]);
    expect([await remove(), await words()]).toEqual([1, kept]);
    expect(await removed('search_words')).toBe(before + 2);
  });

  test('but not a word of a post that is being published', async () => {
    await add('glazier', NEVER);
    expect(
      await afterWait(
        database.ownerUrl,
        (holder) => publish((sql, values) => holder.query(sql, values), 'Glazier'),
        () => remove(),
      ),
    ).toBe(1);
    expect(await words()).toContain('glazier');
  });

  test('are removed in batches, each after the last', async () => {
    const kept = await PUBLISHED('Glazier');
    await add('aaaa', 'aaab', 'aaac');
    const [before, others] = [await removed('search_words'), await removed('sign_ups')];
    expect(await step('aaaa', 1)).toEqual({ last_word: 'aaab', removed: 1 });
    expect(await words()).toEqual(['aaaa', 'aaac', ...kept]);
    expect(await step('', 1)).toEqual({ last_word: 'aaaa', removed: 1 });
    expect(await step('aaaa')).toEqual({ last_word: kept.at(-1), removed: 1 });
    expect(await step(`${kept.at(-1)}`)).toEqual({ last_word: null, removed: 0 });
    expect([await words(), await removed('search_words'), await removed('sign_ups')]).toEqual([
      kept,
      before + 3,
      others,
    ]);
  });

  test('in batches, but not a word of a post that is being published', async () => {
    await add('glazier', NEVER);
    expect(
      await afterWait(
        database.ownerUrl,
        (holder) => publish((sql, values) => holder.query(sql, values), 'Glazier'),
        () => step(''),
      ),
    ).toEqual({
      last_word: NEVER,
      removed: 1,
    });
    expect(await words()).toContain('glazier');
  });

  test('keep no publication waiting if there are none', async () => {
    await PUBLISHED('Glazier');
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await publish((sql, values) => holder.query(sql, values), 'Glazier');
      expect(await resultAtOnce(database, '(retention.remove_due_words($1, 9)).removed', [''])).toBe(0);
    });
  });

  test('are removed by one process at a time', async () => {
    await add(NEVER);
    expect(
      await afterWait(
        database.ownerUrl,
        (holder) => holdKind(holder, 'search_words'),
        () => step(''),
      ),
    ).toEqual({
      last_word: NEVER,
      removed: 1,
    });
  });
});

describe('G11: documents', () => {
  const due = async (hours: number) => {
    const folder = randomUUID();
    await database.query('insert into talent.deleted_documents (folder, due_at) values ($1, $2)', [
      folder,
      new Date(Date.now() - hours * 3_600_000),
    ]);
    return folder;
  };

  test('are due in their order', async () => {
    const [second, first] = [await due(1), await due(2)];
    await due(-1);
    const find = (max: number) => database.query('select retention.find_due_documents($1) as folder', [max]);
    expect(await find(1)).toEqual([{ folder: first }]);
    expect(await find(9)).toEqual([{ folder: first }, { folder: second }]);
  });

  test('are forgotten once they are due, each by itself, and counted', async () => {
    const [one, two, later] = [await due(1), await due(1), await due(-1)];
    const [before, others] = [await removed('deleted_documents'), await removed('sign_ups')];
    for (const folder of [one, later, one])
      await database.query('select retention.forget_document($1)', [folder]);
    const rows = await database.query<{ folder: string }>('select folder from talent.deleted_documents');
    expect(rows.map(({ folder }) => folder).toSorted()).toEqual([two, later].toSorted());
    expect([await removed('deleted_documents'), await removed('sign_ups')]).toEqual([before + 1, others]);
  });

  test('are unknown if neither a CV nor a deletion has them', async () => {
    const [store_folder, deleted, unknown] = [randomUUID(), await due(1), randomUUID()];
    await insertRow(database, 'talent.cvs', {
      user_id: owner.userId,
      name: 'cv.pdf',
      size: 0,
      begun_at: new Date(),
      is_current: false,
      store_folder,
    });
    const rows = await database.query('select retention.find_unknown_documents($1) as folder', [
      [store_folder, deleted, unknown],
    ]);
    expect(rows).toEqual([{ folder: unknown }]);
  });
});

describe('decisions of access are counted', () => {
  const COUNT = 'identity.count_access_decisions($1, $2)';
  const counts = async (names: readonly string[]) =>
    (
      await database.query<{ count: number }>(
        `select sum(count)::int as count from identity.access_decision_counts
          where decision = any ($1) and hour = date_trunc('hour', hour, 'UTC') and hour > now() - interval '2 hours'
          group by decision order by decision`,
        [names],
      )
    ).map(({ count }) => count);

  test('by the hour', async () => {
    const names = [randomUUID(), randomUUID()].toSorted();
    await resultOf(COUNT, [names, [1, 2]]);
    expect(await counts(names)).toEqual([1, 2]);
    await resultOf(COUNT, [names.slice(1), [5]]);
    expect(await counts(names)).toEqual([1, 7]);
  });

  test('in one order, so that two services do not wait for each other', async () => {
    const names = [randomUUID(), randomUUID()].toSorted();
    await resultOf(COUNT, [names, [1, 1]]);
    const hold = (holder: pg.Client, name: string | undefined) =>
      holder.query('select from identity.access_decision_counts where decision = $1 for update nowait', [
        name,
      ]);
    await afterWait(
      database.ownerUrl,
      (holder) => hold(holder, names[0]),
      () => resultOf(COUNT, [names.toReversed(), [1, 1]]),
      (holder) => hold(holder, names[1]),
    );
    expect(await counts(names)).toEqual([2, 2]);
  });
});

describe('G11: partitions of the audit trail', () => {
  let client: pg.Client;
  beforeEach(async () => {
    client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query('begin');
    // Tables that are no part of the trail.
    await client.query(
      `create table public.parents (id uuid);
       create table public.children_2000_01 () inherits (public.parents);
       create table public.bounded (id uuid constraint audit_events_until_2000_01 check (id is not null))`,
    );
  });
  const within = async (during: () => Promise<void>) => {
    try {
      await during();
    } finally {
      await client.query('rollback');
      await client.end();
    }
  };
  const rowsOf = async (sql: string, values: readonly unknown[] = []): Promise<unknown[]> =>
    (await client.query({ text: sql, rowMode: 'array', values: [...values] })).rows.flat();
  const step = async (at: string) =>
    (await rowsOf('select retention.step_audit_partitions_as_of($1)', [at]))[0];
  const steps = async (at: string) => {
    const done: unknown[] = [];
    for (let one = await step(at); one !== null && done.length < 9; one = await step(at)) done.push(one);
    return done;
  };
  const bounds = () =>
    rowsOf(
      "select conname from pg_constraint where conrelid = 'identity.audit_events_default'::regclass and contype = 'c' and conname like 'audit_events_until%'",
    );
  const insertAt = (at: string, table = 'identity.audit_events') =>
    rowsOf(
      `insert into ${table} (id, actor_kind, action, subject_kind) values (retention.first_id($1), 'system', 'x.y', 'event')`,
      [at],
    );
  const partitions = () =>
    rowsOf(
      "select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'identity.audit_events'::regclass order by 1",
    );
  const AT = '2030-01-15T00:00:00Z';
  const SPLIT = [
    'bounded the first partition',
    'validated the first partition',
    'split off the default partition',
  ];
  const split = async () => {
    for (const expected of SPLIT) expect(await step(AT)).toBe(expected);
  };

  test('begin with a bound of two months, which a late job moves on', () =>
    within(async () => {
      expect(await step(AT)).toBe(SPLIT[0]);
      expect(await bounds()).toEqual(['audit_events_until_2030_03']);
      expect(await step('2030-02-22T00:00:01Z')).toBe(SPLIT[0]);
      expect(await bounds()).toEqual(['audit_events_until_2030_04']);
      expect(await step('2030-03-25T00:00:00Z')).toBe(SPLIT[1]);
      expect(await step('2030-03-25T00:00:00Z')).toBe(SPLIT[2]);
      expect(await bounds()).toEqual([]);
      expect(await partitions()).toEqual(['audit_events_default', 'audit_events_until_2030_04']);
    }));

  test('are created for this month and the next three', () =>
    within(async () => {
      await split();
      expect(await steps(AT)).toEqual(['created audit_events_2030_03', 'created audit_events_2030_04']);
      expect(await steps('2030-02-15T00:00:00Z')).toEqual(['created audit_events_2030_05']);
      expect(await steps('2030-09-15T00:00:00Z')).toEqual(
        ['09', '10', '11', '12'].map((month) => `created audit_events_2030_${month}`),
      );
    }));

  test.each([
    ['2030-03-01T00:00:00Z', 'created audit_events_2030_04'],
    ['2030-03-20T00:00:00Z', 'created audit_events_2030_04'],
    ['2030-04-01T00:00:00Z', 'created audit_events_2030_03'],
    ['2030-04-20T00:00:00Z', 'created audit_events_2030_03'],
  ])('are created of each month without an event in the default partition: %s', (at, created) =>
    within(async () => {
      await split();
      await insertAt(at);
      expect(await steps(AT)).toEqual([created]);
    }),
  );

  test('go 24 months after their end, the oldest first, and are counted', () =>
    within(async () => {
      await split();
      await steps(AT);
      await insertAt('2030-02-01T00:00:00Z');
      await insertAt('2030-03-01T00:00:00Z');
      const count = async () =>
        Number((await rowsOf("select removed from retention.progress where kind = 'audit_events'"))[0]);
      const others = async () =>
        rowsOf("select sum(removed) from retention.progress where kind <> 'audit_events'");
      const [before, ofOthers] = [await count(), await others()];
      const rows = Number((await rowsOf('select count(*) from identity.audit_events_until_2030_03'))[0]);
      expect(await step('2032-02-29T23:59:59Z')).toBe('created audit_events_2032_02');
      expect(await step('2032-04-01T00:00:00Z')).toBe('removed audit_events_until_2030_03');
      expect(await count()).toBe(before + rows);
      expect(await step('2032-04-01T00:00:00Z')).toBe('removed audit_events_2030_03');
      expect(await count()).toBe(before + rows + 1);
      expect(await step('2032-04-01T00:00:00Z')).not.toContain('removed');
      expect(await others()).toEqual(ofOthers);
    }));

  test('go at the very end of the 24 months', () =>
    within(async () => {
      await split();
      await steps(AT);
      expect(await step('2032-03-01T00:00:00Z')).toBe('removed audit_events_until_2030_03');
      expect(await step('2032-03-31T23:59:59Z')).not.toContain('removed');
    }));

  test('are made by one process at a time', () =>
    within(async () => {
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdKind(holder, 'audit_events'),
          () => step(AT),
        ),
      ).toBe(SPLIT[0]);
    }));
});

test('the first ids of a time are those of its millisecond, and the audit trail begins 24 months ago', async () => {
  expect(await resultOf("retention.first_id('2030-01-01T00:00:00.001Z')")).toBe(
    '01b8dac5-b401-7000-8000-000000000000',
  );
  expect(await resultOf("retention.first_audit_month('2030-01-15T00:00:00Z')")).toEqual(
    new Date('2028-01-01T00:00:00Z'),
  );
});
