import {
  makeApplication,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { apiSender } from '#support/api-sender.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let system: TestSystem;
let owner: TestPerson;
let member: TestPerson;
let talent: TestPerson;
let applicationId: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['employer', 'talent'] });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  [member, talent] = await Promise.all([
    makeColleague(system.database, owner, 'member'),
    makePerson(system.database, { talent: 'active' }),
  ]);
  await system.database.query("update identity.users set name = 'Mika Member' where id = $1", [
    member.userId,
  ]);
  applicationId = await apply(owner);
});
afterAll(() => system.stop());

/** An application of the talent at the company of a member. */
const apply = ({ companyId }: TestPerson) =>
  makeApplication(system.database, { companyId, userId: talent.userId });

const send = apiSender(() => system);
const add = (who: TestPerson, text: string, application = applicationId) =>
  send('POST', `/employer/applications/${application}/notes`, who, { text });
const list = (who: TestPerson, query = '') =>
  send('GET', `/employer/applications/${applicationId}/notes${query}`, who);
const textsFor = async (who: TestPerson) =>
  (await list(who)).body.items.map(({ text }: { text: string }) => text);
const edit = (who: TestPerson, id: string, text: string, ifMatch = '*') =>
  send('PATCH', `/employer/application_notes/${id}`, { ...who, ifMatch }, { text });
const remove = (who: TestPerson, id: string) => send('DELETE', `/employer/application_notes/${id}`, who);
const eventsOf = async () => {
  const rows = await system.database.query<{ action: string; actor_id: string }>(
    'select action, actor_id, change from identity.audit_events where subject_id = $1 order by id',
    [applicationId],
  );
  return rows.map(({ action }) => action);
};

describe('a note', () => {
  test('is read by the members of the company, newest first, with its author and time', async () => {
    expect((await list(owner)).body).toEqual({ items: [], next_cursor: '' });
    const first = await add(member, '  Knows bells.\nAsk about bronze. ');
    expect(first).toMatchObject({
      status: 201,
      body: {
        text: 'Knows bells.\nAsk about bronze.',
        author_name: 'Mika Member',
        is_own: true,
        created_at: expect.stringMatching(/Z$/),
        etag: '"1"',
      },
    });
    expect(first.body.edited_at).toBeUndefined();
    const second = await add(owner, 'Invite her.');
    const { items } = (await list(owner)).body;
    expect(items).toEqual([second.body, { ...first.body, is_own: false }]);
    const page = (await list(owner, '?limit=1')).body;
    expect(page.items).toEqual([second.body]);
    expect((await list(owner, `?limit=1&cursor=${page.next_cursor}`)).body.items[0].id).toBe(first.body.id);
    const { timeline } = (await send('GET', `/employer/applications/${applicationId}`, owner)).body;
    expect(timeline.map(({ kind, actor_name }: Record<string, string>) => [kind, actor_name])).toEqual([
      ['note_added', 'Test Person'],
      ['note_added', 'Mika Member'],
    ]);
  });

  test('and a hundred more leave the stages in the history', async () => {
    const moved = await send('PATCH', `/employer/applications/${applicationId}`, owner, {
      stage: 'in_review',
      message: 'Please call.',
    });
    expect(moved.status).toBe(200);
    await system.database.query(
      `insert into identity.audit_events (action, actor_kind, actor_id, subject_kind, subject_id)
       select 'application.note_added', 'user', $1::uuid, 'application', $2::uuid from generate_series(1, 101)`,
      [member.userId, applicationId],
    );
    const { history, timeline } = (await send('GET', `/employer/applications/${applicationId}`, owner)).body;
    expect(history).toMatchObject([{ stage: 'in_review', message: 'Please call.' }]);
    expect([timeline.length, timeline[0].kind, timeline[100].kind]).toEqual([
      101,
      'note_added',
      'stage_changed',
    ]);
  });

  test('is changed by its author alone, not even by an owner', async () => {
    const { body } = await add(member, 'Firts.');
    expect(await edit(owner, body.id, 'By the owner.')).toMatchObject({
      status: 403,
      body: { code: 'note_author_required' },
    });
    const edited = await edit(member, body.id, ' First.\n', body.etag);
    expect(edited).toMatchObject({
      status: 200,
      body: { text: 'First.', edited_at: expect.stringMatching(/Z$/), etag: '"2"' },
    });
    expect((await edit(member, body.id, 'First. ', '"2"')).body).toEqual(edited.body);
    expect(await eventsOf()).toEqual(['application.note_added', 'application.note_changed']);
  });

  test('is of one application, and a change writes it alone', async () => {
    const { body: first } = await add(member, 'First.');
    const { body: other } = await add(member, 'Of another one.', await apply(owner));
    await edit(member, other.id, 'Changed.');
    expect((await list(owner)).body.items).toEqual([{ ...first, is_own: false }]);
  });

  test('G9: that another request is changing is compared after that change', async () => {
    const { body } = await add(member, 'First.');
    const [waiting] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query("update employer.application_notes set text = 'Second.' where id = $1", [body.id]);
      const editing = edit(member, body.id, 'Third.', body.etag);
      await isWaitedFor(holder);
      return [editing];
    });
    expect(await waiting).toMatchObject({
      status: 412,
      body: { code: 'edit_conflict', conflict: { current: { text: 'Second.' } } },
    });
    expect(await textsFor(owner)).toEqual(['Second.']);
  });

  test('G9: a conflict names the author of the note, not who changed another note of the application last', async () => {
    const { body } = await add(member, 'First.');
    const { body: edited } = await edit(member, body.id, 'Second.', body.etag);
    await add(owner, 'Later, by the owner.');
    expect(await edit(member, body.id, 'Third.', body.etag)).toMatchObject({
      status: 412,
      body: {
        code: 'edit_conflict',
        conflict: { current: { text: 'Second.' }, changed_by: 'Mika Member', changed_at: edited.edited_at },
      },
    });
  });

  test('is deleted by its author or by an owner, and by no other member', async () => {
    const other = await makeColleague(system.database, owner, 'member');
    const [one, two, three] = [
      (await add(member, 'One')).body.id,
      (await add(member, 'Two')).body.id,
      (await add(owner, 'Three')).body.id,
    ];
    expect(await remove(other, one)).toMatchObject({ status: 403, body: { code: 'note_author_required' } });
    expect((await remove(member, three)).status).toBe(403);
    expect((await remove(member, one)).status).toBe(204);
    expect((await remove(member, one)).status).toBe(404);
    expect((await remove(owner, two)).status).toBe(204);
    expect(await textsFor(member)).toEqual(['Three']);
    expect((await eventsOf()).slice(-2)).toEqual(['application.note_deleted', 'application.note_deleted']);
  });

  test.each([
    ['empty', ''],
    ['blank', ' \n\t'],
    ['too long', 'x'.repeat(4001)],
  ])('that is %s is refused with its field', async (_what, text) => {
    expect(await add(member, text)).toMatchObject({
      status: 400,
      body: {
        code: 'input_invalid',
        errors: expect.arrayContaining([expect.objectContaining({ field: 'text' })]),
      },
    });
    expect(await textsFor(member)).toEqual([]);
  });

  test('leaves no text in the audit trail', async () => {
    const { body } = await add(member, 'Bronzeword');
    await edit(member, body.id, 'Bronzeword again');
    await remove(member, body.id);
    const found = await system.database.query(
      "select from identity.audit_events e where to_jsonb(e)::text like '%Bronzeword%'",
    );
    expect(found).toEqual([]);
  });
});

describe('who reads notes', () => {
  test('B1: no applicant, no other company and no visitor reads, adds, changes or deletes one', async () => {
    const { body } = await add(member, 'Secret bronze.');
    const stranger = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    // The same person's: neither is of the other company.
    await apply(stranger);
    for (const [who, status] of [
      [talent, 403],
      [stranger, 404],
      [{ cookie: '' } as TestPerson, 401],
    ] as const) {
      const answers = [
        await list(who),
        await add(who, 'x'),
        await edit(who, body.id, 'x'),
        await remove(who, body.id),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status]);
      expect(answers.map(({ text }) => text).join()).not.toContain('bronze');
    }
    const own = await send('GET', '/talent/applications', talent);
    expect(own.text).not.toContain('bronze');
    expect(await textsFor(owner)).toEqual(['Secret bronze.']);
  });

  test('B1: a member whose membership is revoked reads and writes none from the answer on', async () => {
    const { body } = await add(member, 'Mine.');
    const revoked = await send('PATCH', `/employer/org_memberships/${member.membershipId}`, owner, {
      status: 'revoked',
    });
    expect(revoked.status).toBe(200);
    const answers = await Promise.all([
      list(member),
      add(member, 'x'),
      edit(member, body.id, 'x'),
      remove(member, body.id),
    ]);
    expect(answers.map((answer) => answer.body.code)).toEqual(Array(4).fill('org_membership_inactive'));
    expect(await textsFor(owner)).toEqual(['Mine.']);
  });

  test('B1: an applicant who is a member of the company neither reads nor writes notes on the own application', async () => {
    const { body } = await add(member, 'A colleague.');
    await system.database.query(
      "insert into employer.org_memberships (user_id, company_id, role) values ($1, $2, 'member')",
      [talent.userId, owner.companyId],
    );
    const answers = [
      await list(talent),
      await add(talent, 'x'),
      await edit(talent, body.id, 'x'),
      await remove(talent, body.id),
    ];
    expect(answers.map((answer) => answer.body.code)).toEqual([
      'own_application',
      'own_application',
      'not_found',
      'not_found',
    ]);
    expect(await textsFor(owner)).toEqual(['A colleague.']);
    const timelineFor = async (who: TestPerson) =>
      (await send('GET', `/employer/applications/${applicationId}`, who)).body.timeline;
    const stage = { stage: 'in_review', message: '' };
    expect((await send('PATCH', `/employer/applications/${applicationId}`, owner, stage)).status).toBe(200);
    expect(
      (await send('PATCH', `/employer/applications/${applicationId}`, talent, stage)).body,
    ).toMatchObject({
      code: 'own_application',
      detail: 'You applied yourself: other members decide about your application.',
    });
    await remove(member, body.id);
    // What both sides know of.
    await system.database.query(
      `insert into talent.interviews (application_id, proposed_by, starts, time_zone, duration_minutes, place, note)
       values ($1, $2, array[now() + interval '1 day'], 'Europe/London', 30, 'The yard', '')`,
      [applicationId, owner.userId],
    );
    expect(await timelineFor(talent)).toMatchObject([{ kind: 'interview_proposed' }]);
    expect(await timelineFor(owner)).toMatchObject([
      { kind: 'interview_proposed' },
      { kind: 'note_deleted' },
      { kind: 'stage_changed' },
      { kind: 'note_added' },
    ]);
  });
});

describe('the end of a note', () => {
  test('a withdrawal deletes the notes, and no further one is added', async () => {
    await add(member, 'Bronze.');
    expect((await send('DELETE', `/talent/applications/${applicationId}`, talent)).status).toBe(204);
    expect((await list(owner)).body.items).toEqual([]);
    expect(await add(owner, 'Late.')).toMatchObject({
      status: 410,
      body: { code: 'application_withdrawn' },
    });
    expect(
      await system.database.query('select from employer.application_notes where application_id = $1', [
        applicationId,
      ]),
    ).toEqual([]);
  });

  test('at the moment of a withdrawal none survives', async () => {
    for (let round = 0; round < 5; round += 1) {
      await system.database.query('update talent.applications set withdrawn_at = null where id = $1', [
        applicationId,
      ]);
      const [added, withdrawn] = await Promise.all([
        add(member, 'Bronze.'),
        send('DELETE', `/talent/applications/${applicationId}`, talent),
      ]);
      expect([withdrawn.status, [201, 410].includes(added.status)]).toEqual([204, true]);
      expect(
        await system.database.query('select from employer.application_notes where application_id = $1', [
          applicationId,
        ]),
      ).toEqual([]);
    }
  });

  test('G11: the deletion of the applicant’s account deletes them, that of the author leaves them without a name', async () => {
    await add(member, 'Bronze.');
    await system.database.query('select identity.erase_user($1)', [member.userId]);
    expect((await list(owner)).body.items).toMatchObject([
      { text: 'Bronze.', author_name: '', is_own: false },
    ]);
    await system.database.query('select identity.erase_user($1)', [talent.userId]);
    expect(
      await system.database.query('select from employer.application_notes where application_id = $1', [
        applicationId,
      ]),
    ).toEqual([]);
  });
});

test('G1 G6: an application has at most 500 notes; one more is refused until one is deleted', async () => {
  const fill = (application: string, count: number) =>
    system.database.query(
      `insert into employer.application_notes (application_id, author_id, text)
       select $1, $2, 'note ' || n from generate_series(1, $3::int) n`,
      [application, owner.userId, count],
    );
  await fill(applicationId, 499);
  const last = await add(member, 'The last one');
  expect(last.status).toBe(201);
  expect(await add(owner, 'One more')).toMatchObject({
    status: 409,
    body: { code: 'saved_quota_reached', detail: expect.stringContaining('500 notes') },
  });
  expect((await add(owner, 'Of another application', await apply(owner))).status).toBe(201);
  expect((await remove(member, last.body.id)).status).toBe(204);
  expect((await add(owner, 'One more')).status).toBe(201);
});
