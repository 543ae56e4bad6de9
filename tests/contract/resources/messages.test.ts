import { lockAccess } from '@gatehouse/membership-resolver';
import {
  makeAdmin,
  makeApplication,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { commitsAround } from '#support/commits-around.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { waitFor } from '#support/wait-for.ts';

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
  for (const [{ userId }, name] of [
    [member, 'Mika Member'],
    [talent, 'Tea Talent'],
  ] as const) {
    await system.database.query('update identity.users set name = $2 where id = $1', [userId, name]);
  }
  applicationId = await apply(talent);
});
afterAll(() => system.stop());

const apply = ({ userId }: TestPerson) =>
  makeApplication(system.database, { companyId: owner.companyId, userId });

const call = (method: string, path: string, { cookie }: { cookie: string }, body?: object) =>
  system.publicHost.request(`/api${path}`, { method, cookie, body });
/** The area of a user in these tests: one applicant, else members. */
const areaOf = (who: TestPerson) => (who.userId === talent.userId ? 'talent' : 'employer');
const thread = (who: TestPerson) => `/${areaOf(who)}/applications/${applicationId}/messages`;
const send = (who: TestPerson, text: string) => call('POST', thread(who), who, { text });
const list = (who: TestPerson, query = '') => call('GET', `${thread(who)}${query}`, who);
const textsFor = async (who: TestPerson) =>
  (await list(who)).body.items.map(({ text }: { text: string }) => text);
const undo = (who: TestPerson, id: string) =>
  call('DELETE', `/${areaOf(who)}/application_messages/${id}`, who);
const markRead = (who: TestPerson, id: string) => call('PUT', `${thread(who)}/read`, who, { newest_id: id });
/** As if these seconds had passed. */
const pass = async (seconds: number) => {
  await system.database.query(
    `update talent.messages set sent_at = sent_at - make_interval(secs => $1),
            delivered_at = delivered_at - make_interval(secs => $1)`,
    [seconds],
  );
  await system.database.query(
    `update identity.notifications set at = at - make_interval(secs => $1) where kind = 'message_received'`,
    [seconds],
  );
};
const newsFor = async ({ cookie }: TestPerson) =>
  (await call('GET', '/identities/users/current/notifications', { cookie })).body.items.filter(
    ({ kind }: { kind: string }) => kind === 'message_received',
  );
const eventsOf = async () => {
  const rows = await system.database.query<{ action: string }>(
    'select action from identity.audit_events where subject_id = $1 order by id',
    [applicationId],
  );
  return rows.map(({ action }) => action);
};

describe('a message', () => {
  test('is what its author is answered with, also after other messages', async () => {
    for (const who of [member, talent]) {
      await send(who, 'The first one.');
      const { body } = await send(who, 'The second one.');
      expect(body).toMatchObject({ text: 'The second one.', is_own: true });
      expect((await list(who)).body.items[0].id).toBe(body.id);
    }
  });

  test('is delivered to the other side after a minute, with who wrote it; its own side sees it at once', async () => {
    expect((await list(talent)).body).toEqual({ items: [], next_cursor: '' });
    const sent = await send(member, '  When can you come?\nWe open at nine. ');
    expect(sent).toMatchObject({
      status: 201,
      body: {
        side: 'company',
        author_name: 'Mika Member',
        is_own: true,
        text: 'When can you come?\nWe open at nine.',
        is_delivered: false,
        is_unread: false,
        undo_until: expect.stringMatching(/Z$/),
      },
    });
    const colleague = await makeColleague(system.database, owner, 'member');
    expect((await list(colleague)).body.items).toMatchObject([{ is_own: false, is_delivered: false }]);
    expect((await list(colleague)).body.items[0].undo_until).toBeUndefined();
    expect(await textsFor(talent)).toEqual([]);
    await pass(64);
    expect(await textsFor(talent)).toEqual([]);
    await pass(1);
    const { items } = (await list(talent)).body;
    expect(items).toMatchObject([
      { author_name: 'Mika Member', side: 'company', is_own: false, is_delivered: true, is_unread: true },
    ]);
    expect(items[0].undo_until).toBeUndefined();
    await send(talent, 'At nine.');
    await pass(65);
    expect((await list(owner)).body.items).toMatchObject([
      { text: 'At nine.', author_name: 'Tea Talent', side: 'applicant', is_unread: true },
      { side: 'company', is_unread: false },
    ]);
    expect(await eventsOf()).toEqual(['application.message_sent', 'application.message_sent']);
  });

  test.each([
    ['empty', ''],
    ['blank', ' \n\t'],
    ['too long', 'x'.repeat(4001)],
  ])('that is %s is refused with its field', async (_what, text) => {
    for (const who of [member, talent]) {
      expect(await send(who, text)).toMatchObject({
        status: 400,
        body: { errors: expect.arrayContaining([expect.objectContaining({ field: 'text' })]) },
      });
    }
  });

  test('leaves no text in the audit trail, in a notification or in a mail', async () => {
    await send(member, 'Bronzeword');
    for (const table of ['audit_events', 'notifications', 'mail_outbox']) {
      const found = await system.database.query(
        `select from identity.${table} e where to_jsonb(e)::text like '%Bronzeword%'`,
      );
      expect(found).toEqual([]);
    }
  });
});

describe('an undo', () => {
  test('returns the text, and the other side never sees the message', async () => {
    const { id } = (await send(member, 'Too fast.')).body;
    expect(await undo(talent, id)).toMatchObject({ status: 404 });
    expect(await undo(member, id)).toMatchObject({ status: 200, body: { text: 'Too fast.' } });
    expect(await undo(member, id)).toMatchObject({ status: 404 });
    await pass(70);
    expect([await textsFor(talent), await textsFor(member)]).toEqual([[], []]);
    expect(await newsFor(talent)).toEqual([]);
    const kept = await system.database.query('select text from talent.messages where id = $1', [id]);
    expect(kept).toEqual([{ text: '' }]);
    expect(await eventsOf()).toEqual(['application.message_sent', 'application.message_undone']);
  });

  test('G8: of a colleague’s message is an owner’s, who leaves its text to its author, as that of a stage is any member’s, and within the same time', async () => {
    const colleague = await makeColleague(system.database, owner, 'member');
    const { id } = (await send(member, 'Not in our name.')).body;
    const { id: later } = (await send(member, 'Stays.')).body;
    const { id: ofOwner } = (await send(owner, 'Of the owner.')).body;
    const { id: ofTalent } = (await send(talent, 'Of the applicant.')).body;
    expect((await list(owner)).body.items).toMatchObject([
      { text: 'Of the owner.', undo_until: expect.stringMatching(/Z$/), is_own: true },
      { text: 'Stays.', undo_until: expect.stringMatching(/Z$/), is_own: false },
      { text: 'Not in our name.', undo_until: expect.stringMatching(/Z$/), is_own: false },
    ]);
    expect(await undo(colleague, id)).toMatchObject({ status: 404 });
    expect(await undo(member, ofOwner)).toMatchObject({ status: 404 });
    expect(await undo(owner, ofTalent)).toMatchObject({ status: 404 });
    const elsewhere = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    expect(await undo(elsewhere, id)).toMatchObject({ status: 404 });
    expect(await undo(owner, id)).toMatchObject({ status: 200, body: { text: 'Not in our name.' } });
    // Its author finds what they have written (G8): the other side never sees it.
    const [, , undone] = (await list(member)).body.items;
    expect(undone).toMatchObject({
      text: 'Not in our name.',
      is_delivered: false,
      is_withheld: true,
      is_own: true,
    });
    expect(undone.undo_until).toBeUndefined();
    for (const who of [owner, member]) expect(await undo(who, id)).toMatchObject({ status: 404 });
    await pass(61);
    expect(await undo(owner, later)).toMatchObject({ status: 409, body: { code: 'message_delivered' } });
    await pass(9);
    expect(
      (await list(owner)).body.items.map(({ undo_until }: { undo_until?: string }) => undo_until),
    ).toEqual([undefined, undefined, undefined, undefined]);
    expect(await textsFor(talent)).toEqual(['Of the applicant.', 'Of the owner.', 'Stays.']);
    const [event] = await system.database.query(
      "select actor_id from identity.audit_events where subject_id = $1 and action = 'application.message_undone'",
      [applicationId],
    );
    expect(event).toEqual({ actor_id: owner.userId });
  });

  test('of one’s own message alone, and of none that is undone already', async () => {
    const first = applicationId;
    const { id } = (await send(talent, 'To the first.')).body;
    applicationId = await apply(talent);
    const { id: second } = (await send(talent, 'To the second.')).body;
    const { id: ofMember } = (await send(member, 'From the second.')).body;
    expect((await undo(talent, second)).body).toEqual({ text: 'To the second.' });
    expect(await undo(talent, second)).toMatchObject({ status: 404 });
    expect((await undo(member, ofMember)).status).toBe(200);
    expect((await eventsOf()).filter((action) => action.endsWith('undone'))).toHaveLength(2);
    applicationId = first;
    expect(await eventsOf()).toEqual(['application.message_sent']);
    const { id: ofFirst } = (await send(member, 'From the first.')).body;
    expect((await undo(talent, id)).status).toBe(200);
    expect((await undo(member, ofFirst)).status).toBe(200);
    expect((await eventsOf()).filter((action) => action.endsWith('undone'))).toHaveLength(2);
  });

  test('D2: is none of a member who has changed the company', async () => {
    const { id } = (await send(member, 'Before I leave.')).body;
    const elsewhere = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    await system.database.query('update employer.org_memberships set company_id = $2 where user_id = $1', [
      member.userId,
      elsewhere.companyId,
    ]);
    expect((await undo(member, id)).status).toBe(404);
    expect(await textsFor(owner)).toEqual(['Before I leave.']);
  });

  test('G1: of the applicant waits for a change of access at its own company, and for none at another one', async () => {
    const sent: { companyId: string; one: string; two: string }[] = [];
    const elsewhere = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    for (const at of [owner, elsewhere]) {
      owner = at;
      applicationId = await apply(talent);
      const [one, two] = [(await send(talent, 'One.')).body.id, (await send(talent, 'Two.')).body.id];
      sent.push({ companyId: `${at.companyId}`, one, two });
    }
    for (const { companyId, one, two } of sent) {
      await inHeldTransaction(system.database.ownerUrl, async (holder) => {
        const others = sent.filter((other) => other.companyId !== companyId);
        await lockAccess(
          holder,
          others.map(({ companyId: id }) => ({ kind: 'company', id, mode: 'exclusive' })),
        );
        expect((await undo(talent, one)).status).toBe(200);
      });
      const [undoing] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
        await lockAccess(holder, [{ kind: 'company', id: companyId, mode: 'exclusive' }]);
        const waiting = undo(talent, two);
        await isWaitedFor(holder);
        return [waiting];
      });
      expect((await undoing)?.status).toBe(200);
    }
  });

  test('waits, as reading does, for another change of its own application, and for none of another one', async () => {
    const acts: (() => ReturnType<typeof undo>)[] = [];
    const other = await apply(await makePerson(system.database, { talent: 'active' }));
    const second = await apply(talent);
    const { id: received } = (await send(member, 'Received.')).body;
    await pass(65);
    for (const who of [talent, member]) {
      const { id } = (await send(who, 'Undone.')).body;
      acts.push(() => undo(who, id));
    }
    acts.push(() => markRead(talent, received));
    const { id: ofFirst } = (await send(talent, 'Undone beside.')).body;
    for (const act of acts) {
      const [waiting] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
        await holder.query('select from talent.applications where id = $1 for no key update', [
          applicationId,
        ]);
        const acting = act();
        await isWaitedFor(holder);
        return [acting];
      });
      expect((await waiting)?.status).toBeLessThan(300);
    }
    await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('select from talent.applications where id = any ($1) for no key update', [
        [other, second],
      ]);
      expect((await undo(talent, ofFirst)).status).toBe(200);
      expect((await markRead(talent, received)).status).toBe(204);
    });
  });

  test('is refused after 60 seconds, also before the delivery, and changes nothing', async () => {
    for (const who of [member, talent]) {
      const { id } = (await send(who, 'Stays.')).body;
      await pass(61);
      expect(await undo(who, id)).toMatchObject({ status: 409, body: { code: 'message_delivered' } });
      await pass(5);
    }
    expect(await textsFor(talent)).toEqual(['Stays.', 'Stays.']);
    expect(await eventsOf()).not.toContain('application.message_undone');
  });

  test('that races the delivery undoes the message or leaves it, and never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = (await send(member, `Round ${round}`)).body;
      await pass(60 - 0.02 * (round % 3));
      const { status } = await undo(member, id);
      await pass(10);
      const seen = (await textsFor(talent)).includes(`Round ${round}`);
      expect([status, seen]).toEqual(status === 200 ? [200, false] : [409, true]);
      await system.database.query('delete from talent.messages');
    }
  });

  test('that has to wait beyond the 60 seconds is refused: its commit could come after the delivery', async () => {
    const { id } = (await send(member, 'Waits.')).body;
    await pass(58.5);
    const client = new pg.Client({ connectionString: system.database.ownerUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select from identity.notifications where user_id = $1 for update', [talent.userId]);
      const undone = undo(member, id);
      await waitFor(async () => {
        const [row] = await system.database.query<{ is_over: boolean }>(
          "select clock_timestamp() > sent_at + interval '60.2 seconds' as is_over from talent.messages where id = $1",
          [id],
        );
        return row?.is_over === true ? true : undefined;
      });
      await client.query('rollback');
      expect(await undone).toMatchObject({ status: 409, body: { code: 'message_delivered' } });
    } finally {
      await client.end();
    }
    await pass(5);
    expect(await textsFor(talent)).toEqual(['Waits.']);
  });

  test('leaves the notification of an earlier message', async () => {
    await send(member, 'First.');
    await pass(30);
    const { id } = (await send(owner, 'Second.')).body;
    await pass(36);
    expect(await textsFor(talent)).toEqual(['First.']);
    expect((await undo(owner, id)).status).toBe(200);
    expect(await newsFor(talent)).toMatchObject([
      { value: 'company', subject_id: applicationId, job_post_title: 'Bell founder', is_read: false },
    ]);
    await pass(60);
    expect(await newsFor(talent)).toHaveLength(1);
  });

  test('brings no notification back of an earlier message that the other side has read', async () => {
    const { id: earlier } = (await send(member, 'First.')).body;
    await pass(30);
    const { id } = (await send(member, 'Second.')).body;
    await pass(40);
    expect((await markRead(talent, earlier)).status).toBe(204);
    expect((await undo(member, id)).status).toBe(200);
    expect(await newsFor(talent)).toEqual([]);
  });
});

describe('what a side has read', () => {
  test('is kept for the applicant, and for the company as a whole; it reads the notification of its user', async () => {
    const { id: first } = (await send(talent, 'First.')).body;
    await pass(65);
    const { id: second } = (await send(talent, 'Second.')).body;
    expect((await markRead(member, second)).status).toBe(404);
    await pass(65);
    expect(await newsFor(member)).toMatchObject([{ is_read: false }, { is_read: false }]);
    expect((await markRead(member, first)).status).toBe(204);
    expect(await newsFor(member)).toMatchObject([{ is_read: false }, { is_read: true }]);
    const unreadFor = async (who: TestPerson) =>
      (await list(who)).body.items.map(({ is_unread }: { is_unread: boolean }) => is_unread);
    expect(await unreadFor(owner)).toEqual([true, false]);
    expect((await markRead(owner, second)).status).toBe(204);
    expect((await markRead(owner, first)).status).toBe(204);
    expect(await unreadFor(member)).toEqual([false, false]);
    const { id: answer } = (await send(member, 'Answer.')).body;
    await pass(65);
    expect(await unreadFor(talent)).toEqual([true, false, false]);
    expect((await markRead(talent, answer)).status).toBe(204);
    expect(await unreadFor(talent)).toEqual([false, false, false]);
    expect(await unreadFor(owner)).toEqual([false, false, false]);
    expect((await markRead(talent, second)).status).toBe(404);
    expect((await markRead(member, applicationId)).status).toBe(404);
  });
});

describe('lists of applications', () => {
  const boardOf = async (who: TestPerson) =>
    (await call('GET', '/employer/application_board', who)).body.columns.flatMap(
      ({ items }: { items: unknown[] }) => items,
    );
  const listOf = async (who: TestPerson) =>
    (await call('GET', `/${areaOf(who)}/applications?limit=20`, who)).body.items;
  const hasUnread = (items: { id: string; has_unread_messages: boolean }[]) =>
    items.find(({ id }) => id === applicationId)?.has_unread_messages;

  test('mark an application whose messages a side has not read: once they are delivered, until they are read', async () => {
    const { id } = (await send(talent, 'First.')).body;
    expect(hasUnread(await listOf(member))).toBe(false);
    await pass(65);
    expect([await listOf(member), await boardOf(owner), await listOf(talent)].map(hasUnread)).toEqual([
      ...[true, true, false],
    ]);
    await markRead(owner, id);
    expect([await listOf(member), await boardOf(member)].map(hasUnread)).toEqual([false, false]);

    const undone = (await send(member, 'No.')).body;
    await undo(member, undone.id);
    await pass(65);
    expect(hasUnread(await listOf(talent))).toBe(false);
    const { id: answer } = (await send(member, 'Second.')).body;
    await undo(talent, answer);
    await pass(65);
    expect([await listOf(member), await listOf(talent)].map(hasUnread)).toEqual([false, true]);
    await markRead(talent, answer);
    expect(hasUnread(await listOf(talent))).toBe(false);
  });

  test('B1: tell a member who is the applicant nothing', async () => {
    await send(talent, 'Mine.');
    await pass(65);
    await system.database.query(
      "insert into employer.org_memberships (user_id, company_id, role) values ($1, $2, 'member')",
      [talent.userId, owner.companyId],
    );
    const { body } = await call('GET', '/employer/applications?limit=20', talent);
    expect(hasUnread(body.items)).toBe(false);
    expect(hasUnread(await listOf(member))).toBe(true);
  });
});

describe('notifications of messages', () => {
  test('one waits for each recipient, however many messages are sent', async () => {
    for (const text of ['1', '2', '3']) await send(talent, text);
    expect(await newsFor(owner)).toEqual([]);
    await pass(65);
    expect(await newsFor(owner)).toHaveLength(1);
    expect(await newsFor(member)).toMatchObject([
      { value: 'applicant', subject_id: applicationId, company_name: expect.any(String) },
    ]);
    expect(await newsFor(talent)).toEqual([]);
  });

  test('further messages are mailed an hour later while the first is unread', async () => {
    await send(talent, '1');
    await pass(3600);
    await send(talent, '2');
    const [first, second] = await system.database.query<{ wait: number }>(
      `select extract(epoch from mail_at - at)::int as wait from identity.notifications
        where user_id = $1 and kind = 'message_received' order by id`,
      [owner.userId],
    );
    // The test has moved `at` of the first, and not its mail.
    expect([first?.wait, second?.wait]).toEqual([3660, 60]);
    await system.database.query(
      "update identity.notifications set mail_at = null where kind = 'message_received'",
    );
    await pass(65);
    await system.database.query(
      "update identity.notifications set at = now() where kind = 'message_received'",
    );
    await send(talent, '3');
    const [last] = await system.database.query<{ wait: number }>(
      `select round(extract(epoch from mail_at - now()) / 60)::int as wait from identity.notifications
        where user_id = $1 and mail_at is not null and kind = 'message_received'`,
      [owner.userId],
    );
    expect(last?.wait).toBe(60);
  });
});

describe('who writes', () => {
  test('B1: no other company, no other applicant and no visitor reads or writes', async () => {
    const { id } = (await send(member, 'Secret bronze.')).body;
    const { id: received } = (await send(talent, 'Own bronze.')).body;
    await pass(65);
    const stranger = await makePerson(system.database, {
      membership: { role: 'owner', status: 'active' },
      talent: 'active',
    });
    for (const [who, status] of [
      [stranger, 404],
      [{ cookie: '' }, 401],
    ] as const) {
      for (const area of ['employer', 'talent']) {
        const path = `/${area}/applications/${applicationId}/messages`;
        const answers = [
          await call('GET', path, who),
          await call('POST', path, who, { text: 'x' }),
          await call('PUT', `${path}/read`, who, { newest_id: id }),
          await call('PUT', `${path}/read`, who, { newest_id: received }),
          await call('DELETE', `/${area}/application_messages/${id}`, who),
        ];
        expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(status));
        expect(answers.map(({ text }) => text).join()).not.toContain('bronze');
      }
    }
    expect((await list(owner)).body.items).toMatchObject([{ is_unread: true }, { is_unread: false }]);
  });

  test('a suspended talent reads and does not write; of a disabled company neither side writes', async () => {
    await send(member, 'Welcome.');
    await pass(65);
    const { id } = (await send(talent, 'Thanks.')).body;
    await system.database.query("update identity.users set talent_access_state = 'suspended' where id = $1", [
      talent.userId,
    ]);
    expect(await textsFor(talent)).toEqual(['Thanks.', 'Welcome.']);
    expect(await send(talent, 'x')).toMatchObject({ status: 403, body: { code: 'talent_access_suspended' } });
    expect((await undo(talent, id)).status).toBe(403);
    await system.database.query("update identity.users set talent_access_state = 'active' where id = $1", [
      talent.userId,
    ]);
    const { id: later } = (await send(talent, 'Later.')).body;
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      owner.companyId,
    ]);
    expect(await send(talent, 'x')).toMatchObject({ status: 409, body: { code: 'conversation_closed' } });
    expect(await send(member, 'x')).toMatchObject({ status: 403, body: { code: 'org_company_disabled' } });
    expect((await undo(talent, later)).status).toBe(200);
  });

  test('B1: a member who is the applicant neither reads nor writes the side of the company', async () => {
    await system.database.query(
      "insert into employer.org_memberships (user_id, company_id, role) values ($1, $2, 'member')",
      [talent.userId, owner.companyId],
    );
    const { id } = (await send(member, 'About Tea.')).body;
    const mine = (await send(talent, 'Mine.')).body;
    // Not as an owner, either.
    await system.database.query("update employer.org_memberships set role = 'owner' where user_id = $1", [
      talent.userId,
    ]);
    expect(await call('DELETE', `/employer/application_messages/${id}`, talent)).toMatchObject({
      status: 404,
    });
    await pass(65);
    const path = `/employer/applications/${applicationId}/messages`;
    const answers = [
      await call('GET', path, talent),
      await call('POST', path, talent, { text: 'x' }),
      await call('PUT', `${path}/read`, talent, { newest_id: id }),
      await call('PUT', `${path}/read`, talent, { newest_id: mine.id }),
      await call('DELETE', `/employer/application_messages/${id}`, talent),
    ];
    expect(answers.map((answer) => answer.body.code)).toEqual([
      'own_application',
      'own_application',
      'not_found',
      'not_found',
      'not_found',
    ]);
    for (const { body } of answers.slice(0, 2)) {
      expect(body.detail).toBe('You applied yourself: read your messages in your own applications.');
    }
    expect((await list(member)).body.items).toMatchObject([{ is_unread: true }, { is_unread: false }]);
    expect(await newsFor(talent)).toMatchObject([{ value: 'company' }]);
    expect(await newsFor(member)).toMatchObject([{ value: 'applicant' }]);
  });

  test('B1: a revoked member reads and writes nothing from the answer on, and loses the notifications', async () => {
    const { id } = (await send(member, 'In time.')).body;
    await send(talent, 'Hello.');
    await pass(65);
    const revoked = await system.publicHost.request(`/api/employer/org_memberships/${member.membershipId}`, {
      method: 'PATCH',
      cookie: owner.cookie,
      headers: { 'if-match': '*' },
      body: { status: 'revoked' },
    });
    expect(revoked.status).toBe(200);
    const answers = [await list(member), await send(member, 'x'), await undo(member, id)];
    expect(answers.map((answer) => answer.body.code)).toEqual(Array(3).fill('org_membership_inactive'));
    expect(await newsFor(member)).toEqual([]);
    expect(await textsFor(talent)).toEqual(['Hello.', 'In time.']);
  });

  test('G1: a message of a member in flight never commits after the revocation', async () => {
    for (let round = 0; round < 20; round += 1) {
      const colleague = await makeColleague(system.database, owner, 'member');
      const sends = Array.from({ length: 3 }, (_, n) => send(colleague, `Round ${round}, ${n}`));
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
      const statuses = (await Promise.all(sends)).map(({ status }) => status);
      expect(new Set([...statuses, 201, 403])).toEqual(new Set([201, 403]));
      const sent = { actorIds: [colleague.userId], actions: ['application.message_sent'] } as const;
      const before = statuses.filter((status) => status === 201).length;
      const commits = await commitsAround(system.database, 'org_membership.changed', sent);
      const stored = 'select from talent.messages where author_id = $1';
      const rows = await system.database.query(stored, [colleague.userId]);
      expect([commits, rows.length]).toEqual([{ before, after: 0 }, before]);
      await system.database.query('delete from talent.messages');
    }
  });
});

describe('a message that is not delivered yet when the access of its author ends', () => {
  const changeMembership = async (status: string) => {
    const path = `/api/employer/org_memberships/${member.membershipId}`;
    const request = { method: 'PATCH', cookie: owner.cookie, headers: { 'if-match': '*' }, body: { status } };
    expect((await system.publicHost.request(path, request)).status).toBe(200);
  };
  const revoke = () => changeMembership('revoked');
  /** As staff do. */
  const decide = async (path: string, body: object) => {
    const { cookie } = await makeAdmin(system.database, 'operator');
    const answer = await system.teamHost.request(`/api/identities/admin/${path}`, {
      method: 'PUT',
      cookie,
      headers: { 'if-match': '*' },
      body: { reason: 'A test.', ...body },
    });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
  };
  const storedNews = (userId: string) =>
    system.database.query(
      "select from identity.notifications where user_id = $1 and kind = 'message_received'",
      [userId],
    );
  const exported = async ({ userId }: TestPerson) =>
    JSON.stringify(await system.database.query('select identity.data_export_of($1) as data', [userId]));

  const ends: [string, () => Promise<void>, () => Promise<void>][] = [
    ['its membership is revoked by an owner', revoke, () => changeMembership('active')],
    [
      'its membership is revoked by staff',
      () => decide(`org_memberships/${member.membershipId}/status`, { status: 'revoked' }),
      () => decide(`org_memberships/${member.membershipId}/status`, { status: 'active' }),
    ],
    [
      'it leaves the company',
      async () => {
        expect((await call('DELETE', '/employer/org_memberships/current', member)).status).toBe(204);
      },
      async () => undefined,
    ],
    [
      'its account is deleted',
      async () => {
        await system.database.query('select identity.erase_user($1)', [member.userId]);
      },
      async () => undefined,
    ],
    [
      'its company is disabled',
      () => decide(`companies/${owner.companyId}/condition`, { condition: 'disabled' }),
      () => decide(`companies/${owner.companyId}/condition`, { condition: 'active' }),
    ],
  ];
  test.each(ends)('G2: is not delivered: %s', async (_what, end, restore) => {
    await send(talent, 'From the other side.');
    const delivered = (await send(member, 'Delivered.')).body;
    await pass(65);
    expect((await markRead(talent, delivered.id)).status).toBe(204);
    const { id } = (await send(member, 'Held back.')).body;
    await pass(55);
    await end();
    await pass(10);
    const texts = ['Delivered.', 'From the other side.'];
    expect(await textsFor(talent)).toEqual(texts);
    expect(await newsFor(talent)).toMatchObject([{ is_read: true }]);
    expect(await storedNews(talent.userId)).toHaveLength(1);
    expect((await markRead(talent, id)).status).toBe(404);
    expect(await exported(talent)).not.toContain('Held back.');
    // Also once the access is restored, and to the members of the company it says what became of it.
    await restore();
    expect(await textsFor(talent)).toEqual(texts);
    const { items } = (await list(owner)).body;
    expect(items).toMatchObject([
      { text: 'Held back.', is_delivered: false, is_withheld: true },
      { text: 'Delivered.', is_delivered: true },
      { text: 'From the other side.' },
    ]);
    expect([items[0].undo_until, items[1].is_withheld]).toEqual([undefined, undefined]);
    expect(await undo(owner, id)).toMatchObject({ status: 404 });
  });

  test('G2: is not delivered: its talent access is suspended; the applicant sees what became of it', async () => {
    const delivered = (await send(talent, 'Delivered.')).body;
    await pass(65);
    for (const who of [owner, member]) await markRead(who, delivered.id);
    await send(member, 'From the other side.');
    const { id } = (await send(talent, 'Held back.')).body;
    await pass(30);
    await decide(`users/${talent.userId}/talent_access`, { state: 'suspended' });
    await pass(40);
    const texts = ['From the other side.', 'Delivered.'];
    for (const who of [owner, member]) {
      expect(await textsFor(who)).toEqual(texts);
      expect(await storedNews(who.userId)).toHaveLength(1);
      expect((await markRead(who, id)).status).toBe(404);
    }
    await decide(`users/${talent.userId}/talent_access`, { state: 'active' });
    expect(await textsFor(owner)).toEqual(texts);
    expect((await list(talent)).body.items).toMatchObject([
      { text: 'Held back.', is_delivered: false, is_withheld: true },
      { text: 'From the other side.', is_unread: true },
      { text: 'Delivered.', is_delivered: true },
    ]);
    expect(await exported(talent)).toContain('Held back.');
  });

  test('G2: takes no other member’s message, and no member’s of another company, along', async () => {
    const other = { owner, applicationId };
    await send(owner, 'Of a colleague.');
    owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    applicationId = await apply(talent);
    await send(owner, 'Of another company.');
    ({ owner } = other);
    await decide(`org_memberships/${member.membershipId}/status`, { status: 'revoked' });
    await pass(65);
    expect(await textsFor(talent)).toEqual(['Of another company.']);
    ({ applicationId } = other);
    expect(await textsFor(talent)).toEqual(['Of a colleague.']);
    expect(await newsFor(talent)).toHaveLength(2);
  });

  test('G2: returns the notification to an earlier message of a colleague, whose place it took', async () => {
    await send(owner, 'First.');
    await pass(30);
    await send(member, 'Second.');
    await pass(20);
    await send(member, 'Third.');
    await pass(16);
    expect(await textsFor(talent)).toEqual(['First.']);
    expect(await newsFor(talent)).toEqual([]);
    await revoke();
    expect(await newsFor(talent)).toMatchObject([{ value: 'company', is_read: false }]);
    await pass(65);
    expect(await newsFor(talent)).toHaveLength(1);
    const { id } = (await list(talent)).body.items[0];
    expect((await markRead(talent, id)).status).toBe(204);
    expect(await newsFor(talent)).toMatchObject([{ is_read: true }]);
  });
});

describe('limits', () => {
  const fill = (writer: string, count: number, age: string, application = applicationId) =>
    system.database.query(
      `insert into talent.messages (application_id, side, author_id, text, sent_at, delivered_at)
       select $1, 'company', $2, '', now() - $4::interval, now() from generate_series(1, $3::int)`,
      [application, writer, count, age],
    );

  test('of a side, an author and a conversation; an undone message counts', async () => {
    const refused = (detail: string) => ({ status: 409, body: { code: 'message_quota_reached', detail } });
    await fill(owner.userId, 19, '30 minutes');
    const { id } = (await send(member, 'The twentieth.')).body;
    expect((await undo(member, id)).status).toBe(200);
    expect(await send(member, 'x')).toMatchObject(
      refused('At most 20 messages in an hour are sent to one recipient. Try again later.'),
    );
    expect((await send(talent, 'The other side.')).status).toBe(201);
    await pass(3600);
    const other = await apply(await makePerson(system.database, { talent: 'active' }));
    await fill(member.userId, 60, '30 minutes', other);
    expect(await send(member, 'x')).toMatchObject(
      refused('You can send 60 messages in an hour. Try again later.'),
    );
    expect((await send(owner, 'Another author.')).status).toBe(201);
    await fill(owner.userId, 480, '2 days');
    expect(await send(owner, 'x')).toMatchObject(refused('At most 500 messages are sent to one recipient.'));
    // G6: one side takes nothing of the other one's.
    expect((await send(talent, 'The 501st.')).status).toBe(201);
  });
});

describe('the end of a conversation', () => {
  const left = () =>
    system.database.query(
      `select application_id from talent.messages where application_id = $1
       union all select application_id from talent.message_reads where application_id = $1
       union all select subject_id from identity.notifications where kind = 'message_received' and subject_id = $1`,
      [applicationId],
    );

  test('U17: a withdrawal deletes the messages, and none is sent any more', async () => {
    await send(member, 'Hello.');
    const { id } = (await send(talent, 'Hello.')).body;
    await pass(65);
    await markRead(member, id);
    expect((await call('DELETE', `/talent/applications/${applicationId}`, talent)).status).toBe(204);
    expect(await left()).toEqual([]);
    for (const who of [member, talent]) {
      expect(await textsFor(who)).toEqual([]);
      expect(await send(who, 'Late.')).toMatchObject({
        status: 410,
        body: { code: 'application_withdrawn' },
      });
    }
  });

  test('U17: at the moment of a withdrawal none survives', async () => {
    for (let round = 0; round < 5; round += 1) {
      await system.database.query('update talent.applications set withdrawn_at = null where id = $1', [
        applicationId,
      ]);
      const [sent, withdrawn] = await Promise.all([
        send(member, 'Bronze.'),
        call('DELETE', `/talent/applications/${applicationId}`, talent),
      ]);
      expect([withdrawn.status, [201, 410].includes(sent.status)]).toEqual([204, true]);
      expect(await left()).toEqual([]);
    }
  });

  test('G11: the deletion of the applicant’s account deletes them, that of a member leaves them without a name', async () => {
    await send(member, 'Hello.');
    await pass(65);
    await system.database.query('select identity.erase_user($1)', [member.userId]);
    expect((await list(talent)).body.items).toMatchObject([{ text: 'Hello.', author_name: '' }]);
    await system.database.query('select identity.erase_user($1)', [talent.userId]);
    expect(await left()).toEqual([]);
  });

  test('G11: the export of the applicant has what was delivered, and the own messages', async () => {
    await send(talent, 'Mine.');
    await send(member, 'Delivered.');
    const { id } = (await send(talent, 'Undone.')).body;
    await undo(talent, id);
    await pass(65);
    await send(member, 'On its way.');
    const [row] = await system.database.query<{ data: unknown }>(
      'select identity.data_export_of($1) as data',
      [talent.userId],
    );
    const text = JSON.stringify(row?.data);
    expect([text.includes('Mine.'), text.includes('Delivered.')]).toEqual([true, true]);
    expect([text.includes('On its way.'), text.includes('Undone.')]).toEqual([false, false]);
    const [ofMember] = await system.database.query<{ data: unknown }>(
      'select identity.data_export_of($1) as data',
      [member.userId],
    );
    expect(JSON.stringify(ofMember?.data)).not.toContain('Delivered.');
  });
});
