import { lockAccess } from '@gatehouse/membership-resolver';
import {
  makeApplication,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { commitsAround } from '#support/commits-around.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { readCalendar } from '#support/read-calendar.ts';

let system: TestSystem;
let owner: TestPerson;
let member: TestPerson;
let talent: TestPerson;
let applicationId: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
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
  await system.database.query("update employer.companies set name = 'Sluice; Co' where id = $1", [
    owner.companyId,
  ]);
  applicationId = await apply(owner, talent, 'Bell founder');
});
afterAll(() => system.stop());

/** The events of the application, as a member of the company sees them, without times. */
const timelineFor = async (who: TestPerson) => {
  const { timeline } = (await call('GET', `/employer/applications/${applicationId}`, who)).body;
  return timeline.map(({ at: _at, ...event }: { at: string }) => event);
};

/** An application at the company of a member. */
const apply = ({ companyId }: TestPerson, { userId }: TestPerson, title: string) =>
  makeApplication(system.database, { companyId, userId, title });

const call = (method: string, path: string, { cookie }: { cookie: string }, body?: object) =>
  system.publicHost.request(`/api${path}`, { method, cookie, body });
const DAY_MILLIS = 86_400_000;
const inDays = (days: number) =>
  new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY_MILLIS).toISOString();
const FIELDS = { time_zone: 'Europe/Berlin', duration_minutes: 45, place: 'Pier 4', note: '' };
const propose = (who: TestPerson, starts: readonly string[], fields: object = {}, id = applicationId) =>
  call('POST', `/employer/applications/${id}/interviews`, who, { ...FIELDS, starts, ...fields });
const cancel = (who: TestPerson, id: string) => call('DELETE', `/employer/interviews/${id}`, who);
const accept = (id: string, accepted_start: string) =>
  call('PUT', `/talent/interviews/${id}/answer`, talent, { accepted_start, message: ' See you. ' });
const decline = (id: string, message = 'Not in that week.') =>
  call('PUT', `/talent/interviews/${id}/answer`, talent, { accepted_start: '', message });
const list = (who: TestPerson, area = who === talent ? 'talent' : 'employer') =>
  call('GET', `/${area}/applications/${applicationId}/interviews`, who);
const calendar = (who: TestPerson, id: string, area = who === talent ? 'talent' : 'employer') =>
  call('GET', `/${area}/interviews/${id}/calendar`, who);
const unreadFor = async ({ cookie }: TestPerson): Promise<{ id: string; value: string }[]> =>
  (await call('GET', '/identities/users/current/notifications', { cookie })).body.items.filter(
    ({ kind, is_read }: { kind: string; is_read: boolean }) => kind === 'interview_changed' && !is_read,
  );
const newsFor = async (who: TestPerson) => (await unreadFor(who)).map(({ value }) => value);
const eventsOf = async () => {
  const rows = await system.database.query<{ action: string }>(
    "select action from identity.audit_events where subject_id = $1 and action like '%interview%' order by id",
    [applicationId],
  );
  return rows.map(({ action }) => action);
};

describe('a proposed interview', () => {
  test('is shown to both sides, and accepted with one of its times', async () => {
    const [late, early] = [inDays(3), inDays(2)];
    const proposed = await propose(member, [late, early], {
      place: ' https://meet.test/x ',
      note: ' Bring\nbells.\n',
    });
    expect(proposed).toMatchObject({
      status: 201,
      body: {
        state: 'proposed',
        starts: [early, late],
        time_zone: 'Europe/Berlin',
        duration_minutes: 45,
        place: 'https://meet.test/x',
        note: 'Bring\nbells.',
        proposed_by_name: 'Mika Member',
        answer: '',
        is_open: true,
      },
    });
    const { id } = proposed.body;
    expect((await list(talent)).body).toEqual({ items: [proposed.body], next_cursor: '' });
    expect((await list(owner)).body.items).toEqual([proposed.body]);
    expect(await newsFor(talent)).toEqual(['proposed']);
    for (const who of [member, talent]) expect((await calendar(who, id)).status).toBe(404);

    const accepted = await accept(id, late);
    expect(accepted).toMatchObject({
      status: 200,
      body: { state: 'accepted', accepted_start: late, answer: 'See you.', is_open: false },
    });
    expect((await list(member)).body.items).toEqual([accepted.body]);
    expect([await newsFor(member), await newsFor(owner)]).toEqual([['accepted'], []]);
    expect(await eventsOf()).toEqual(['application.interview_proposed', 'application.interview_accepted']);
  });

  test('is news with a mail, as is its answer, also while the user has not read the one before', async () => {
    const news: string[] = [];
    const noteNews = async (who: TestPerson, value: string) => {
      const unread = await unreadFor(who);
      expect(unread).toMatchObject([{ value }]);
      news.push(...unread.map(({ id }) => id));
    };
    for (const days of [2, 3]) {
      const { body } = await propose(member, [inDays(days)]);
      await noteNews(talent, 'proposed');
      await decline(body.id);
      await noteNews(member, 'declined');
    }
    const { body: unanswered } = await propose(member, [inDays(4)]);
    await noteNews(talent, 'proposed');
    await system.database.query(
      "update talent.interviews set starts = array[now() - interval '1 hour'] where id = $1",
      [unanswered.id],
    );
    await propose(member, [inDays(5)]);
    await noteNews(talent, 'proposed');
    expect(new Set(news).size).toBe(6);
    const left = await system.database.query(
      "select mail_at is not null as is_mailed from identity.notifications where kind = 'interview_changed' and subject_id = $1",
      [applicationId],
    );
    expect(left).toEqual([{ is_mailed: true }, { is_mailed: true }]);
  });

  test('is in the timeline of its application, and so is what becomes of it', async () => {
    const start = inDays(2);
    const proposal = {
      kind: 'interview_proposed',
      actor_name: 'Mika Member',
      message: 'Bring bells.',
    };
    const byApplicant = { actor_name: 'Test Person', interview_start: start };
    const { body: first } = await propose(member, [start], { note: 'Bring bells.' });
    expect(await timelineFor(owner)).toEqual([proposal]);
    await decline(first.id, 'Not on that day.');
    const declined = { kind: 'interview_declined', actor_name: 'Test Person', message: 'Not on that day.' };
    expect(await timelineFor(owner)).toEqual([declined, proposal]);
    const { body: second } = await propose(owner, [start]);
    await accept(second.id, start);
    const again = { kind: 'interview_proposed', actor_name: 'Test Person', message: '' };
    const accepted = { kind: 'interview_accepted', message: 'See you.', ...byApplicant };
    expect(await timelineFor(owner)).toEqual([accepted, again, declined, proposal]);
    await cancel(member, second.id);
    const cancelled = {
      kind: 'interview_cancelled',
      actor_name: 'Mika Member',
      message: '',
      interview_start: start,
    };
    expect(await timelineFor(member)).toEqual([cancelled, accepted, again, declined, proposal]);
  });

  test('G8: keeps the applicant’s answer in the history of both sides once it is cancelled, in the order of what happened', async () => {
    const start = inDays(2);
    const { body: first } = await propose(member, [start], { note: 'Bring bells.' });
    await decline(first.id, 'Not on that day.');
    const { body: second } = await propose(member, [start]);
    await accept(second.id, start);
    const { body: cancelled } = await cancel(owner, second.id);
    const { timeline } = (await call('GET', `/employer/applications/${applicationId}`, member)).body;
    const { events } = (await call('GET', `/talent/applications/${applicationId}`, talent)).body;
    const expected = [
      { kind: 'interview_cancelled', message: '', interview_start: start },
      { kind: 'interview_accepted', message: 'See you.', interview_start: start },
      { kind: 'interview_proposed', message: '' },
      { kind: 'interview_declined', message: 'Not on that day.' },
      { kind: 'interview_proposed', message: 'Bring bells.' },
    ];
    expect(events.map(({ at: _at, ...event }: { at: string }) => event)).toEqual(expected);
    expect(
      timeline.map(({ at: _at, actor_name: _name, ...event }: { at: string; actor_name: string }) => event),
    ).toEqual(expected);
    const times = events.map(({ at }: { at: string }) => at);
    expect(timeline.map(({ at }: { at: string }) => at)).toEqual(times);
    expect([times[0], times[2], times[4]]).toEqual([
      cancelled.changed_at,
      second.proposed_at,
      first.proposed_at,
    ]);
    expect(times.toSorted().toReversed()).toEqual(times);
    expect(await eventsOf()).toEqual(
      ['proposed', 'declined', 'proposed', 'accepted', 'cancelled'].map(
        (what) => `application.interview_${what}`,
      ),
    );
    // Neither the list of the applicant's own applications nor that of the company is longer for it.
    expect((await list(talent)).body.items).toMatchObject([
      { state: 'cancelled', answer: 'See you.', accepted_start: start },
      { state: 'declined', answer: 'Not on that day.' },
    ]);
  });

  test('G11: that a deleted member cancelled stays cancelled, without a name; the export of the applicant has the answer’s time', async () => {
    const start = inDays(2);
    const { body } = await propose(owner, [start]);
    await accept(body.id, start);
    await cancel(member, body.id);
    await system.database.query('select identity.erase_user($1)', [member.userId]);
    const [newest, before] = await timelineFor(owner);
    expect(newest).toMatchObject({ kind: 'interview_cancelled', actor_name: '' });
    expect(before).toMatchObject({ kind: 'interview_accepted', message: 'See you.' });
    const [exported] = await system.database.query<{ row: Record<string, string>; text: string }>(
      `select e.data -> 'talent.interviews' -> 'rows' -> 0 as row, e.data::text as text
         from (select identity.data_export_of($1) as data) e`,
      [talent.userId],
    );
    expect(exported?.row).toMatchObject({ state: 'cancelled', answer: 'See you.' });
    expect(Date.parse(`${exported?.row['answered_at']}`)).toBeLessThan(
      Date.parse(`${exported?.row['changed_at']}`),
    );
    expect(exported?.text).not.toContain(member.userId);
  });

  test('that replaces an expired one is above its end in the timeline', async () => {
    for (let n = 0; n < 6; n += 1) {
      const { body } = await propose(member, [inDays(2)]);
      await system.database.query(
        "update talent.interviews set starts = array[now() - interval '1 minute'] where id = $1",
        [body.id],
      );
    }
    const kindsFor = async (who: TestPerson, path: string, key: string) => {
      const events: { kind: string }[] = (await call('GET', `${path}/${applicationId}`, who)).body[key];
      return events.map(({ kind }) => kind);
    };
    const expected = [
      'interview_proposed',
      ...Array.from({ length: 5 }, () => ['interview_cancelled', 'interview_proposed']).flat(),
    ];
    const expectOrder = async () => {
      expect(await kindsFor(owner, '/employer/applications', 'timeline')).toEqual(expected);
      expect(await kindsFor(talent, '/talent/applications', 'events')).toEqual(expected);
    };
    await expectOrder();
    // The former release gave both the same time.
    await system.database.query(
      `update talent.interviews i set proposed_at = before.changed_at
         from (select id, lag(changed_at) over (order by id) as changed_at
                 from talent.interviews where application_id = $1) before
        where before.id = i.id and before.changed_at is not null`,
      [applicationId],
    );
    await expectOrder();
  });

  test('that is accepted is a file for calendars, with its texts escaped', async () => {
    await system.database.query("update identity.users set name = 'Tove, the talent' where id = $1", [
      talent.userId,
    ]);
    const start = inDays(2);
    const elsewhere = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    await apply(elsewhere, talent, 'Caulker');
    const { id } = (await propose(member, [start], { place: 'Pier 4; left, door', note: 'One\nX:two' })).body;
    await accept(id, start);
    for (const who of [talent, member, owner]) {
      const answer = await calendar(who, id);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/calendar',
        'content-disposition': expect.stringMatching(/^attachment; filename="?interview\.ics"?$/),
        'x-content-type-options': 'nosniff',
      });
      const event = readCalendar(answer.text);
      expect(event).toMatchObject({
        uid: `${id}@gatehouse`,
        start: new Date(start),
        end: new Date(Date.parse(start) + 45 * 60_000),
        summary: `Interview ${who === talent ? 'at Sluice; Co' : 'with Tove, the talent'}: Bell founder`,
        location: 'Pier 4; left, door',
        description: 'One\nX:two',
      });
      expect(Math.abs(event.stamp.getTime() - Date.now())).toBeLessThan(60_000);
    }
  });

  test('is answered, cancelled and replaced alone: those of other applications stay as they are', async () => {
    const start = inDays(2);
    const applicant = await makePerson(system.database, { talent: 'active' });
    const application = await apply(owner, applicant, 'Caulker');
    const { body: other } = await propose(member, [start], {}, application);
    const changedAt: string[] = [];
    for (const change of [
      (id: string) => decline(id),
      (id: string) => accept(id, start),
      (id: string) => cancel(owner, id),
    ]) {
      const { body: proposed } = await propose(member, [start]);
      const { status, body } = await change(proposed.id);
      expect(status).toBe(200);
      expect(Date.parse(body.changed_at)).toBeGreaterThan(Date.parse(proposed.changed_at));
      changedAt.push(body.changed_at);
    }
    const { body: expired } = await propose(member, [start]);
    await system.database.query(
      "update talent.interviews set starts = array[now() - interval '1 hour'] where accepted_start is null",
    );
    await propose(member, [start]);
    const { items } = (await list(talent)).body;
    expect(items.map(({ state }: { state: string }) => state)).toEqual([
      'proposed',
      'cancelled',
      'cancelled',
      'accepted',
      'declined',
    ]);
    expect(Date.parse(items[1].changed_at)).toBeGreaterThan(Date.parse(expired.changed_at));
    expect([items[4], items[3], items[2]].map(({ changed_at }) => changed_at)).toEqual(changedAt);
    const ofOther = (await call('GET', `/employer/applications/${application}/interviews`, member)).body
      .items;
    expect(ofOther).toMatchObject([{ id: other.id, state: 'proposed', changed_at: other.changed_at }]);
  });

  test('is declined with a message; then another one can be proposed', async () => {
    const { id } = (await propose(member, [inDays(2)])).body;
    expect(await propose(owner, [inDays(3)])).toMatchObject({
      status: 409,
      body: { code: 'interview_exists' },
    });
    expect((await decline(id)).body).toMatchObject({ state: 'declined', answer: 'Not in that week.' });
    expect(await newsFor(member)).toEqual(['declined']);
    for (const answer of [await accept(id, inDays(2)), await decline(id), await cancel(member, id)]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'interview_not_open' } });
    }
    expect((await propose(owner, [inDays(3)])).status).toBe(201);
    expect(await eventsOf()).toEqual([
      'application.interview_proposed',
      'application.interview_declined',
      'application.interview_proposed',
    ]);
  });

  test('is cancelled by any member, also once it is accepted; its file then removes it from calendars', async () => {
    const start = inDays(2);
    const first = (await propose(member, [start])).body.id;
    expect((await cancel(owner, first)).body).toMatchObject({ state: 'cancelled', is_open: false });
    expect(await newsFor(talent)).toEqual(['cancelled']);
    expect(await accept(first, start)).toMatchObject({ status: 409, body: { code: 'interview_not_open' } });
    expect((await calendar(talent, first)).status).toBe(404);
    const second = (await propose(member, [start])).body.id;
    await accept(second, start);
    const accepted = readCalendar((await calendar(talent, second)).text);
    expect(accepted.isCancelled).toBe(false);
    expect((await cancel(member, second)).status).toBe(200);
    for (const who of [talent, member]) {
      const cancelled = readCalendar((await calendar(who, second)).text);
      expect(cancelled).toMatchObject({ uid: accepted.uid, start: accepted.start, isCancelled: true });
      expect(cancelled.sequence).toBeGreaterThan(accepted.sequence);
    }
    expect(await eventsOf()).toContain('application.interview_cancelled');
  });

  test('that has taken place is not cancelled; one that is going on is', async () => {
    const start = inDays(2);
    const { id } = (await propose(member, [start])).body;
    await accept(id, start);
    const beganAgo = (minutes: number) =>
      system.database.query(
        `update talent.interviews
            set accepted_start = now() - $2 * interval '1 minute', starts = array[now() - $2 * interval '1 minute']
          where id = $1`,
        [id, minutes],
      );
    await beganAgo(46);
    const before = await newsFor(talent);
    expect(await cancel(owner, id)).toMatchObject({ status: 409, body: { code: 'interview_not_open' } });
    expect((await list(talent)).body.items).toMatchObject([{ state: 'accepted' }]);
    expect(await newsFor(talent)).toEqual(before);
    await beganAgo(44);
    expect(await cancel(owner, id)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
  });

  test.each([
    ['a time that is over', { starts: [inDays(-1)] }, 'starts[0]'],
    ['a time that is no date', { starts: ['2026-99-01T09:00:00Z'] }, 'starts[0]'],
    ['a text as a time', { starts: ['tomorrow'] }, 'starts[0]'],
    ['a time more than a year ahead', { starts: [inDays(400)] }, 'starts[0]'],
    ['one time twice', { starts: [inDays(2), inDays(2)] }, 'starts[1]'],
    ['no time', { starts: [] }, 'starts'],
    ['six times', { starts: [2, 3, 4, 5, 6, 7].map(inDays) }, 'starts'],
    ['an unknown zone', { time_zone: 'Mars/Olympus' }, 'time_zone'],
    ['no duration', { duration_minutes: 0 }, 'duration_minutes'],
    ['a place of two lines', { place: 'a\nb' }, 'place'],
  ])('with %s is refused with its field', async (_what, fields, field) => {
    expect(await propose(member, [inDays(2)], fields)).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.objectContaining({ field })]) },
    });
    expect((await list(talent)).body.items).toEqual([]);
  });

  test('whose times are over, or another time, is not accepted; it makes room for another proposal', async () => {
    const { id } = (await propose(member, [inDays(2), inDays(3)])).body;
    for (const start of [inDays(5), '2026-99-01T09:00:00Z']) {
      expect(await accept(id, start)).toMatchObject({
        status: 409,
        body: {
          code: 'interview_not_open',
          detail: 'This time is over, or it was not proposed. Choose another one.',
        },
      });
    }
    await system.database.query(
      `update talent.interviews
          set starts = array[date_trunc('second', now()) - interval '1 hour', now() + interval '1 hour'] where id = $1`,
      [id],
    );
    const { starts } = (await list(talent)).body.items[0];
    expect((await accept(id, starts[0])).status).toBe(409);
    await system.database.query(
      "update talent.interviews set starts = array[now() - interval '1 hour'] where id = $1",
      [id],
    );
    expect((await list(talent)).body.items[0]).toMatchObject({ state: 'proposed', is_open: false });
    expect((await decline(id)).status).toBe(409);
    expect((await propose(member, [inDays(2)])).status).toBe(201);
  });
});

describe('who proposes and answers', () => {
  test('B1: no other company, no other applicant and no visitor', async () => {
    const start = inDays(2);
    const { id } = (await propose(member, [start], { note: 'Secret bronze' })).body;
    const stranger = await makePerson(system.database, {
      membership: { role: 'owner', status: 'active' },
      talent: 'active',
    });
    // With interviews of their own, as applicant and as company.
    for (const [at, applicant] of [
      [owner, stranger],
      [stranger, talent],
    ] as const) {
      const application = await apply(at, applicant, 'Caulker');
      expect((await propose(at, [inDays(2)], {}, application)).status).toBe(201);
    }
    for (const [who, status] of [
      [stranger, 404],
      [{ cookie: '' } as TestPerson, 401],
    ] as const) {
      const answers = [
        await propose(who, [inDays(2)]),
        await cancel(who, id),
        await list(who, 'employer'),
        await list(who, 'talent'),
        await calendar(who, id, 'employer'),
        await calendar(who, id, 'talent'),
        await call('PUT', `/talent/interviews/${id}/answer`, who, { accepted_start: '', message: '' }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(Array(7).fill(status));
      expect(answers.map(({ text }) => text).join()).not.toContain('bronze');
    }
    // A proposal is no file for either side.
    await accept(id, start);
    for (const area of ['employer', 'talent']) expect((await calendar(stranger, id, area)).status).toBe(404);
  });

  test('B1: a member who is the applicant answers as the applicant alone', async () => {
    const start = inDays(2);
    const { id } = (await propose(member, [start])).body;
    await system.database.query(
      "insert into employer.org_memberships (user_id, company_id, role) values ($1, $2, 'owner')",
      [talent.userId, owner.companyId],
    );
    const answers = [
      await list(talent, 'employer'),
      await propose(talent, [inDays(2)]),
      await cancel(talent, id),
      await calendar(talent, id, 'employer'),
    ];
    expect(answers.map((answer) => answer.body.code)).toEqual([
      'own_application',
      'own_application',
      'not_found',
      'not_found',
    ]);
    for (const { body } of answers.slice(0, 2)) {
      expect(body.detail).toBe('You applied yourself: see your interviews in your own applications.');
    }
    expect((await accept(id, start)).status).toBe(200);
    expect((await calendar(talent, id, 'employer')).status).toBe(404);
    expect((await calendar(talent, id)).status).toBe(200);
  });

  test('not a suspended talent, and of a disabled company neither side', async () => {
    const start = inDays(2);
    const { id } = (await propose(member, [start])).body;
    const setState = (state: string) =>
      system.database.query('update identity.users set talent_access_state = $2 where id = $1', [
        talent.userId,
        state,
      ]);
    await setState('suspended');
    expect(await accept(id, start)).toMatchObject({ status: 403, body: { code: 'talent_access_suspended' } });
    await setState('active');
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      owner.companyId,
    ]);
    expect((await list(talent)).body.items).toMatchObject([{ is_open: false }]);
    expect(await accept(id, start)).toMatchObject({ status: 409, body: { code: 'interview_not_open' } });
    expect((await cancel(member, id)).body.code).toBe('org_company_disabled');
  });

  const fill = (application: string, { userId }: TestPerson, count: number) =>
    system.database.query(
      `insert into talent.interviews
         (application_id, proposed_by, starts, time_zone, duration_minutes, place, note, state)
       select $1, $2, array[now()], 'UTC', 30, '', '', 'cancelled' from generate_series(1, $3::int)`,
      [application, userId, count],
    );
  const QUOTA_REACHED = {
    status: 409,
    body: {
      code: 'interview_quota_reached',
      detail: 'An application has at most 20 interviews, and a member proposes at most 60 in an hour.',
    },
  };

  test('an application has at most 20', async () => {
    await fill(applicationId, owner, 20);
    expect(await propose(member, [inDays(2)])).toMatchObject(QUOTA_REACHED);
  });

  test('a member proposes at most 60 in an hour, in all applications', async () => {
    const other = await apply(owner, talent, 'Caulker');
    await fill(other, member, 60);
    expect(await propose(member, [inDays(2)])).toMatchObject(QUOTA_REACHED);
    await system.database.query(
      "update talent.interviews set proposed_at = now() - interval '61 minutes' where application_id = $1",
      [other],
    );
    expect((await propose(member, [inDays(2)])).status).toBe(201);
  });
});

describe('at the same moment', () => {
  test('of two answers one wins; a cancellation is before or after an answer', async () => {
    for (let round = 0; round < 8; round += 1) {
      const starts = [inDays(2), inDays(3)];
      const { id } = (await propose(member, starts)).body;
      const answers = await Promise.all([accept(id, starts[0] ?? ''), accept(id, starts[1] ?? '')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const winner = answers.find(({ status }) => status === 200)?.body.accepted_start;
      expect((await list(member)).body.items[0].accepted_start).toBe(winner);
      await cancel(owner, id);
      const next = (await propose(member, starts)).body.id;
      const [accepted, cancelled] = await Promise.all([accept(next, starts[0] ?? ''), cancel(owner, next)]);
      expect([cancelled.status, [200, 409].includes(accepted.status)]).toEqual([200, true]);
      expect((await list(talent)).body.items[0].state).toBe('cancelled');
    }
  });

  test('G1: an answer waits for a change of access at its own company, and for nothing at another one', async () => {
    const elsewhere = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const other = await apply(elsewhere, talent, 'Caulker');
    const start = inDays(2);
    const { body: ofOther } = await propose(elsewhere, [start], {}, other);
    const { id } = (await propose(member, [start])).body;
    // Before those of the other one, and after them.
    for (const interview of [id, ofOther.id]) {
      const [own, foreign] = interview === id ? [owner, elsewhere] : [elsewhere, owner];
      await inHeldTransaction(system.database.ownerUrl, async (holder) => {
        await lockAccess(holder, [{ kind: 'company', id: `${foreign.companyId}`, mode: 'exclusive' }]);
        await holder.query('select from talent.applications where id = $1 for no key update', [
          interview === id ? other : applicationId,
        ]);
        expect((await accept(interview, inDays(9))).body.code).toBe('interview_not_open');
      });
      const [answering] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
        await lockAccess(holder, [{ kind: 'company', id: `${own.companyId}`, mode: 'exclusive' }]);
        const waiting = accept(interview, start);
        await isWaitedFor(holder);
        return [waiting];
      });
      expect(await answering).toMatchObject({ status: 200, body: { state: 'accepted' } });
    }
    expect((await list(talent)).body.items).toMatchObject([{ id }]);
  });

  test('U17: an answer that waits for a withdrawal finds no interview', async () => {
    const start = inDays(2);
    const { id } = (await propose(member, [start])).body;
    const { answering } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('update talent.applications set withdrawn_at = now() where id = $1', [
        applicationId,
      ]);
      await holder.query('delete from talent.interviews where id = $1', [id]);
      const accepting = accept(id, start);
      await isWaitedFor(holder);
      return { answering: accepting };
    });
    expect(await answering).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('a cancellation waits for an answer, ends what it has accepted, and is after it in the timeline', async () => {
    const start = inDays(2);
    const { id } = (await propose(member, [start])).body;
    const [cancelling] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('select from talent.applications where id = $1 for no key update', [applicationId]);
      const waiting = cancel(owner, id);
      await isWaitedFor(holder);
      await holder.query(
        "update talent.interviews set state = 'accepted', accepted_start = starts[1] where id = $1",
        [id],
      );
      return [waiting];
    });
    expect(await cancelling).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    const kinds = async () => (await timelineFor(owner)).map(({ kind }: { kind: string }) => kind);
    expect(await kinds()).toEqual(['interview_cancelled', 'interview_accepted', 'interview_proposed']);
    // So is a proposal that waited for the end of the one before.
    const before = (await propose(member, [start])).body.id;
    const [proposing] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('select from talent.applications where id = $1 for no key update', [applicationId]);
      const waiting = propose(owner, [start]);
      await isWaitedFor(holder);
      await holder.query("update talent.interviews set state = 'declined' where id = $1", [before]);
      return [waiting];
    });
    expect((await proposing).status).toBe(201);
    expect((await kinds()).slice(0, 3)).toEqual([
      'interview_proposed',
      'interview_declined',
      'interview_proposed',
    ]);
  });

  test('of two proposals one is made', async () => {
    const answers = await Promise.all([propose(member, [inDays(2)]), propose(owner, [inDays(3)])]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test('G1: a proposal of a member in flight never commits after the revocation', async () => {
    for (let round = 0; round < 10; round += 1) {
      const colleague = await makeColleague(system.database, owner, 'member');
      const proposing = propose(colleague, [inDays(2)]);
      const revoked = await system.publicHost.request(
        `/api/employer/org_memberships/${colleague.membershipId}`,
        {
          method: 'PATCH',
          cookie: owner.cookie,
          headers: { 'if-match': '*' },
          body: { status: 'revoked' },
        },
      );
      expect(revoked.status).toBe(200);
      const { status } = await proposing;
      expect([201, 403]).toContain(status);
      const proposed = {
        actorIds: [colleague.userId],
        actions: ['application.interview_proposed'],
      } as const;
      const before = status === 201 ? 1 : 0;
      const commits = await commitsAround(system.database, 'org_membership.changed', proposed);
      expect([commits, (await list(owner)).body.items.length]).toEqual([{ before, after: 0 }, before]);
      await system.database.query('delete from talent.interviews');
    }
  });
});

describe('the end of an interview', () => {
  const left = () =>
    system.database.query(
      `select application_id from talent.interviews where application_id = $1
       union all select subject_id from identity.notifications where kind = 'interview_changed' and subject_id = $1`,
      [applicationId],
    );

  test('U17: a withdrawal deletes it, and none is proposed any more', async () => {
    const start = inDays(2);
    const { id } = (await propose(member, [start])).body;
    await accept(id, start);
    expect((await call('DELETE', `/talent/applications/${applicationId}`, talent)).status).toBe(204);
    expect(await left()).toEqual([]);
    expect(await propose(member, [start])).toMatchObject({ status: 410 });
    expect((await calendar(member, id)).status).toBe(404);
  });

  test('G11: the deletion of the applicant’s account deletes it, that of the member leaves it without a name', async () => {
    const start = inDays(2);
    const { id } = (await propose(member, [start])).body;
    await system.database.query('select identity.erase_user($1)', [member.userId]);
    expect((await list(talent)).body.items).toMatchObject([{ proposed_by_name: '', is_open: true }]);
    expect((await accept(id, start)).status).toBe(200);
    expect(await newsFor(owner)).toEqual(['accepted']);
    await system.database.query('select identity.erase_user($1)', [talent.userId]);
    expect((await left()).length).toBe(1);
    expect(await newsFor(owner)).toEqual(['accepted']);
  });
});

describe('the next interview', () => {
  const nextFor = async (who: TestPerson, id = applicationId) => {
    const [listed, board, own, ofPost] = await Promise.all([
      call('GET', '/employer/applications', who),
      call('GET', '/employer/application_board', who),
      call('GET', `/employer/applications/${id}`, who),
      system.database.query<{ id: string }>(
        'select job_post_id as id from talent.applications where id = $1',
        [id],
      ),
    ]);
    const listedOfPost = await call('GET', `/employer/job_posts/${ofPost[0]?.id}/applications`, who);
    const cards = board.body.columns.flatMap(({ items }: { items: object[] }) => items);
    return [...listed.body.items, ...listedOfPost.body.items, ...cards, own.body]
      .filter((one) => one.id === id)
      .map(({ next_interview_at }) => next_interview_at);
  };
  const nextForApplicant = async () => {
    const [listed, own] = await Promise.all([
      call('GET', '/talent/applications', talent),
      call('GET', `/talent/applications/${applicationId}`, talent),
    ]);
    return [listed.body.items[0].next_interview_at, own.body.application.next_interview_at];
  };
  const expectNext = async (next: unknown) => {
    expect(await nextFor(member)).toEqual([next, next, next, next]);
    expect(await nextForApplicant()).toEqual([next, next]);
  };
  const letStart = (id: string, minutesAgo: number) =>
    system.database.query(
      `update talent.interviews i set starts = array[t.at], accepted_start = t.at
         from (select date_trunc('second', now()) - $2 * interval '1 minute' as at) t where i.id = $1`,
      [id, minutesAgo],
    );

  test('is in each list of both sides once its time is accepted, and while it goes on; the earliest of several', async () => {
    const [later, earlier] = [inDays(3), inDays(2)];
    const { id } = (await propose(member, [earlier, later])).body;
    await expectNext(undefined);
    await accept(id, later);
    await expectNext(later);
    const second = (await propose(member, [earlier])).body.id;
    await expectNext(later);
    await accept(second, earlier);
    await expectNext(earlier);
    await letStart(second, 44);
    const [, atOnce] = await nextForApplicant();
    expect(Date.parse(atOnce)).toBeLessThan(Date.now());
    await expectNext(atOnce);
    await letStart(second, 45);
    await expectNext(later);
    await cancel(member, id);
    await expectNext(undefined);
  });

  test('of a member’s own application is not shown to that member as the company', async () => {
    const own = await apply(owner, member, 'Rigger');
    const next = inDays(1);
    const { id } = (await propose(owner, [next], {}, own)).body;
    await system.database.query(
      "update talent.interviews set state = 'accepted', accepted_start = starts[1] where id = $1",
      [id],
    );
    expect(await nextFor(owner, own)).toEqual([next, next, next, next]);
    expect(await nextFor(member, own)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
