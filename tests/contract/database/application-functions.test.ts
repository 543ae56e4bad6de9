import { randomUUID } from 'node:crypto';
import {
  createTestDatabase,
  makeApplication,
  makeColleague,
  makeJobPost,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makeParties, resultOf as resultOfCall } from '#support/function-rows.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
let elsewhere: TestPerson;
let talent: TestPerson;
let application: string;
let other: string;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
beforeEach(async () => {
  [owner, elsewhere, talent] = await makeParties(database);
  [application, other] = [await apply(), await apply()];
});
afterAll(() => database.stop());

const apply = () => makeApplication(database, { companyId: owner.companyId, userId: talent.userId });
const resultOf = (call: string, values?: readonly unknown[]) => resultOfCall(database, call, values);
const countOf = async (relation: string, column: string, id: string | null) =>
  (await database.query(`select from ${relation} where ${column} = $1`, [id])).length;
const withdraw = (id: string) =>
  database.query('update talent.applications set withdrawn_at = now() where id = $1', [id]);
const notify = (user: TestPerson, kind: string, subject: string) =>
  database.query("select identity.notify(array[$1::uuid], $2, $3, 'x', 0)", [user.userId, kind, subject]);

describe('U17: a withdrawal deletes of its application alone', () => {
  const left = async (relation: string) => [
    await countOf(relation, 'application_id', application),
    await countOf(relation, 'application_id', other),
  ];

  test.each([
    ['messages of stages', 'talent.application_messages', "application_id, message) values ($1, 'x'"],
    [
      'notes',
      'employer.application_notes',
      "application_id, author_id, text) values ($1, gen_random_uuid(), 'x'",
    ],
    [
      'ratings',
      'employer.application_ratings',
      'application_id, company_id, rater_id, value) values ($1, gen_random_uuid(), gen_random_uuid(), 1',
    ],
    [
      'interviews',
      'talent.interviews',
      `application_id, proposed_by, starts, time_zone, duration_minutes, place, note)
       values ($1, gen_random_uuid(), array[now()], 'UTC', 30, '', ''`,
    ],
  ])('the %s', async (_what, relation, row) => {
    for (const id of [application, other]) await database.query(`insert into ${relation} (${row})`, [id]);
    await withdraw(application);
    expect(await left(relation)).toEqual([0, 1]);
  });

  test('what the search of the company knows', async () => {
    expect(await left('talent.application_search')).toEqual([1, 1]);
    await withdraw(application);
    expect(await left('talent.application_search')).toEqual([0, 1]);
  });

  test('the assignment, with the notification of the assignee', async () => {
    const colleague = await makeColleague(database, owner, 'member');
    for (const [id, { membershipId }] of [
      [application, colleague],
      [other, owner],
    ] as const)
      await database.query(
        'insert into employer.application_assignments (application_id, membership_id) values ($1, $2)',
        [id, membershipId],
      );
    await notify(colleague, 'application_assigned', application);
    await notify(colleague, 'application_assigned', other);
    await notify(colleague, 'application_withdrawn', application);
    await notify(owner, 'application_assigned', application);
    await withdraw(application);
    expect(await left('employer.application_assignments')).toEqual([0, 1]);
    const kept = await database.query(
      'select user_id = $1 as is_owner, kind, subject_id from identity.notifications where user_id = any ($2) order by 1, 2',
      [owner.userId, [owner.userId, colleague.userId]],
    );
    expect(kept).toEqual([
      { is_owner: false, kind: 'application_assigned', subject_id: other },
      { is_owner: false, kind: 'application_withdrawn', subject_id: application },
      { is_owner: true, kind: 'application_assigned', subject_id: application },
    ]);
  });

  test('the members’ notifications of interviews and of answers to offers', async () => {
    for (const kind of ['interview_changed', 'offer_answered', 'application_assigned']) {
      await notify(owner, kind, application);
      await notify(owner, kind, other);
    }
    await withdraw(application);
    const kept = await database.query(
      'select kind, subject_id from identity.notifications where user_id = $1 order by subject_id = $2, kind',
      [owner.userId, application],
    );
    expect(kept).toEqual([
      { kind: 'application_assigned', subject_id: other },
      { kind: 'interview_changed', subject_id: other },
      { kind: 'offer_answered', subject_id: other },
      { kind: 'application_assigned', subject_id: application },
    ]);
  });

  test('the answers and the career', async () => {
    await database.query(
      `update talent.applications set answers = '[{"question": "x", "answer": "y"}]', career = '{"positions": [{}], "education": []}'
        where id = any ($1)`,
      [[application, other]],
    );
    await withdraw(application);
    const rows = await database.query(
      'select answers, career from talent.applications where id = any ($1) order by withdrawn_at nulls last',
      [[application, other]],
    );
    expect(rows).toEqual([
      { answers: [], career: { positions: [], education: [] } },
      { answers: [{ question: 'x', answer: 'y' }], career: { positions: [{}], education: [] } },
    ]);
  });
});

test('U17: an application that is withdrawn already is in no search', async () => {
  const post = await makeJobPost(database, owner);
  const [row] = await database.query<{ id: string }>(
    `insert into talent.applications (job_post_id, company_id, user_id, message, withdrawn_at)
     values ($1, $2, $3, '', now()) returning id`,
    [post, owner.companyId, talent.userId],
  );
  expect(await countOf('talent.application_search', 'application_id', `${row?.id}`)).toBe(0);
});

test('an application keeps the newest hundred messages of its stages', async () => {
  const add = (id: string) =>
    database.query(
      `insert into talent.application_messages (application_id, sent_at, message)
       select $1, now() - make_interval(mins => n), n::text from generate_series(100, 1, -1) n`,
      [id],
    );
  await add(other);
  await add(application);
  await database.query("insert into talent.application_messages (application_id, message) values ($1, '0')", [
    application,
  ]);
  expect(await countOf('talent.application_messages', 'application_id', other)).toBe(100);
  const [row] = await database.query(
    `select count(*)::int, max(message::int) as oldest, min(message::int) as newest
       from talent.application_messages where application_id = $1`,
    [application],
  );
  expect(row).toEqual({ count: 100, oldest: 99, newest: 0 });
});

describe('B1: what is deleted leaves that of another company or application', () => {
  test('a draft; and what is no draft is not deleted', async () => {
    const make = async (state: string) => {
      const id = await makeJobPost(database, owner);
      await database.query('update employer.job_posts set state = $2 where id = $1', [id, state]);
      return id;
    };
    const [draft, beside, closed] = [await make('draft'), await make('draft'), await make('closed')];
    const remove = (id: string, { companyId } = owner) =>
      resultOf('employer.delete_draft($1, $2)', [id, companyId]);
    expect(await remove(draft, elsewhere)).toBeNull();
    expect(await remove(closed)).toBe('closed');
    expect(await countOf('employer.job_posts', 'id', closed)).toBe(1);
    expect(await remove(draft)).toBe('draft');
    expect(await remove(draft)).toBeNull();
    expect(await countOf('employer.job_posts', 'id', beside)).toBe(1);
  });

  test('a draft that is being published', async () => {
    const draft = await makeJobPost(database, owner);
    await database.query("update employer.job_posts set state = 'draft' where id = $1", [draft]);
    const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query("update employer.job_posts set state = 'published' where id = $1", [draft]);
      const removing = resultOf('employer.delete_draft($1, $2)', [draft, owner.companyId]);
      await isWaitedFor(holder);
      return [removing];
    });
    expect(await waiting).toBe('published');
    expect(await countOf('employer.job_posts', 'id', draft)).toBe(1);
  });

  test('a note', async () => {
    const ids: string[] = [];
    for (const text of ['One.', 'Two.']) {
      const [row] = await database.query<{ id: string }>(
        'insert into employer.application_notes (application_id, author_id, text) values ($1, $2, $3) returning id',
        [application, owner.userId, text],
      );
      ids.push(`${row?.id}`);
    }
    await database.query('select employer.delete_application_note($1)', [ids[0]]);
    expect(
      await database.query('select id from employer.application_notes where application_id = $1', [
        application,
      ]),
    ).toEqual([{ id: ids[1] }]);
  });

  test('a rating', async () => {
    const [rater, colleague] = [randomUUID(), randomUUID()];
    for (const id of [application, other])
      for (const by of [rater, colleague])
        await database.query(
          'insert into employer.application_ratings (application_id, company_id, rater_id, value) values ($1, $2, $3, 1)',
          [id, owner.companyId, by],
        );
    const remove = () => resultOf('employer.delete_application_rating($1, $2)', [application, rater]);
    expect([await remove(), await remove()]).toEqual([true, false]);
    const left = await database.query<{ is_named: boolean }>(
      `select application_id = $2 and rater_id = $3 as is_named from employer.application_ratings where company_id = $1`,
      [owner.companyId, application, rater],
    );
    expect(left.map(({ is_named }) => is_named)).toEqual([false, false, false]);
  });

  test('an assignment', async () => {
    for (const id of [application, other])
      await database.query(
        'insert into employer.application_assignments (application_id, membership_id) values ($1, $2)',
        [id, owner.membershipId],
      );
    await database.query('select employer.delete_application_assignment($1)', [application]);
    const left = await database.query(
      'select application_id from employer.application_assignments where membership_id = $1',
      [owner.membershipId],
    );
    expect(left).toEqual([{ application_id: other }]);
  });
});

describe('message templates of a company', () => {
  const CREATE = "employer.create_message_template($1, $2, 'x', $3, 2)";
  const create = (name: string, { companyId, userId } = owner) => resultOf(CREATE, [companyId, name, userId]);
  const remove = (id: unknown, { companyId } = owner) =>
    resultOf('employer.delete_message_template($1, $2)', [companyId, id]);

  test('G6: a company has at most so many message templates', async () => {
    for (const name of ['a', 'b']) expect(await create(name, elsewhere)).not.toBeNull();
    for (const name of ['a', 'b']) expect(await create(name)).not.toBeNull();
    expect(await create('c')).toBeNull();
    expect(await countOf('employer.message_templates', 'company_id', owner.companyId)).toBe(2);
  });

  test('G6: message templates are counted one after the other: the second waits for the first', async () => {
    await create('a');
    const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query(`select ${CREATE}`, [owner.companyId, 'b', owner.userId]);
      const creating = create('c');
      await isWaitedFor(holder);
      return [creating];
    });
    expect(await waiting).toBeNull();
  });

  test('B1: message templates are deleted by their company alone, one at a time', async () => {
    const [one, two] = [await create('a'), await create('b')];
    expect(await remove(one, elsewhere)).toBe(false);
    expect([await remove(one), await remove(one)]).toEqual([true, false]);
    expect(
      await database.query('select id from employer.message_templates where company_id = $1', [
        owner.companyId,
      ]),
    ).toEqual([{ id: two }]);
  });
});

describe('the history of an application', () => {
  const NAMED = [
    'application.stage_changed',
    'application.stage_change_undone',
    'application.offer_accepted',
  ];
  const NOTES = ['application.note_added', 'application.note_deleted'];
  const add = (action: string, subject = application, actor = 'user', kind = 'application', at = 'now()') =>
    database.query(
      `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id, change, at)
       values ($1, $2, $3, $4, $5, $3, ${at})`,
      [actor, owner.userId, action, kind, subject],
    );
  const many = (action: string, count: number) =>
    database.query(
      `insert into identity.audit_events (actor_kind, action, subject_kind, subject_id, change)
       select 'system', $1, 'application', $2, n::text from generate_series(1, $3::int) n`,
      [action, application, count],
    );
  const read = async (statement: string) =>
    (await database.query<{ action: string; actor_name: string }>(statement, [application])).map(
      ({ action }) => action,
    );
  const FIND = 'select * from identity.find_application_events($1)';
  const FIND_STAGES = 'select * from identity.find_stage_events($1)';

  test('has the stages, the answers to offers and the notes of it alone, the newest first', async () => {
    for (const action of [...NAMED, ...NOTES, 'application.message_sent']) {
      await add(action);
      await add(action, other);
    }
    for (const action of ['application.stage_changed', 'application.note_added'])
      await add(action, application, 'user', 'company');
    expect(await read(FIND)).toEqual([...NAMED, ...NOTES].toReversed());
    expect(await read(FIND_STAGES)).toEqual(NAMED.toReversed());
  });

  test('B1: the history of an application names the user who acted, and the system without a name', async () => {
    await database.query("update identity.users set name = 'Olga Owner' where id = $1", [owner.userId]);
    await add('application.stage_changed');
    await add('application.note_added', application, 'system');
    const rows = await database.query<{ actor_name: string }>(FIND, [application]);
    expect(rows.map(({ actor_name }) => actor_name)).toEqual(['', 'Olga Owner']);
  });

  test('G6: the history of an application has the newest hundred of stages, and of notes', async () => {
    for (const action of ['application.note_added', 'application.stage_changed']) await many(action, 101);
    const rows = await database.query<{ action: string; change: string }>(FIND, [application]);
    const changes = (of: string) => rows.filter(({ action }) => action === of).map(({ change }) => change);
    const newest = Array.from({ length: 100 }, (_, index) => String(101 - index));
    expect(changes('application.stage_changed')).toEqual(newest);
    expect(changes('application.note_added')).toEqual(newest);
    const stages = await database.query<{ change: string }>(FIND_STAGES, [application]);
    expect(stages.map(({ change }) => change)).toEqual(newest);
  });

  test('has the message of each stage, and tells whether the last change can still be undone', async () => {
    const at = "'2026-01-01T00:00:00Z'";
    const message = (id: string, text: string, sent: string) =>
      database.query(
        'insert into talent.application_messages (application_id, sent_at, message) values ($1, $2, $3)',
        [id, sent, text],
      );
    await add('application.stage_changed', application, 'user', 'application', at);
    await message(application, 'Come in.', '2026-01-01T00:00:00Z');
    await message(application, 'Later.', '2026-01-01T00:00:01Z');
    await message(other, 'To another one.', '2026-01-01T00:00:00Z');
    const found = () => database.query(FIND_STAGES, [application]);
    expect(await found()).toMatchObject([{ message: 'Come in.', is_undoable: false }]);
    await database.query(
      "update talent.applications set stage_seen_from = now() + interval '1 minute' where id = $1",
      [other],
    );
    expect(await found()).toMatchObject([{ is_undoable: false }]);
    await database.query(
      "update talent.applications set stage_seen_from = now() + interval '1 minute' where id = $1",
      [application],
    );
    expect(await found()).toMatchObject([{ is_undoable: true }]);
  });
});

describe('a stage', () => {
  const move = (stage: string, id = application) =>
    database.query('update talent.applications set stage = $2 where id = $1', [id, stage]);
  const stateOf = async () => {
    const [row] = await database.query<{
      stage: string;
      seen_stage: string | null;
      seconds: number | null;
      answer: string | null;
    }>(
      `select stage, seen_stage, round(extract(epoch from stage_seen_from - now()))::int as seconds, offer_answer as answer
         from talent.applications where id = $1`,
      [application],
    );
    return row;
  };
  const pass = (seconds: number) =>
    database.query(
      `update talent.applications set stage_seen_from = stage_seen_from - make_interval(secs => $2),
              seen_since = seen_since - make_interval(secs => $2) where id = $1`,
      [application, seconds],
    );
  const isUndoable = (id = application) => resultOf('talent.is_stage_undoable($1)', [id]);

  test('that the applicant gets mail about is seen after 65 seconds, and until then the one before', async () => {
    await move('interview');
    expect(await stateOf()).toMatchObject({ seen_stage: 'submitted', seconds: 65 });
    await pass(30);
    await move('offer');
    expect(await stateOf()).toMatchObject({ seen_stage: 'submitted', seconds: 65 });
    await pass(66);
    await move('rejected');
    expect(await stateOf()).toMatchObject({ seen_stage: 'offer', seconds: 65 });
  });

  test('that is undone is seen since it was', async () => {
    await database.query(
      "update talent.applications set updated_at = now() - interval '100 seconds' where id = $1",
      [application],
    );
    await move('interview');
    await move('submitted');
    expect(await stateOf()).toMatchObject({ stage: 'submitted', seen_stage: 'submitted', seconds: -100 });
    await move('interview');
    await pass(70);
    await move('offer');
    await move('interview');
    expect(await stateOf()).toMatchObject({ stage: 'interview', seen_stage: 'interview', seconds: -5 });
  });

  test('that the applicant gets no mail about, or that answers an offer, waits for nothing', async () => {
    await move('in_review');
    expect(await stateOf()).toMatchObject({ seen_stage: 'submitted', seconds: null });
    await move('offer');
    await pass(66);
    await database.query("update talent.applications set offer_answer = 'accepted' where id = $1", [
      application,
    ]);
    await move('rejected');
    expect(await stateOf()).toMatchObject({ stage: 'rejected', seconds: null, answer: null });
  });

  test('can be undone for the first 60 seconds', async () => {
    expect(await isUndoable()).toBe(false);
    await move('interview');
    expect([await isUndoable(), await isUndoable(other)]).toEqual([true, false]);
    await pass(59);
    expect(await isUndoable()).toBe(true);
    await pass(1.5);
    expect(await isUndoable()).toBe(false);
  });
});
