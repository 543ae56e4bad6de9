import {
  createTestDatabase,
  makeApplication,
  makeColleague,
  makePerson,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

type Side = 'company' | 'applicant';

let database: TestDatabase;
let owner: TestPerson;
let member: TestPerson;
let talent: TestPerson;
let application: string;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
beforeEach(async () => {
  owner = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
  member = await makeColleague(database, owner, 'member');
  talent = await makePerson(database, { talent: 'active' });
  application = await apply(talent);
});
afterAll(() => database.stop());

const apply = ({ userId }: TestPerson, { companyId } = owner) =>
  makeApplication(database, { companyId, userId });

const SEND = 'select id, quota from talent.send_message($1, $2, $3, $4)';
const sending = async (author: TestPerson, side: Side, to = application) => {
  const [row] = await database.query<{ id: string | null; quota: string | null }>(SEND, [
    to,
    side,
    author.userId,
    'Hello.',
  ]);
  return row;
};
const send = async (author: TestPerson, side: Side, to = application) =>
  `${(await sending(author, side, to))?.id}`;
const undo = async (id: string, side: Side, { userId }: TestPerson) => {
  const [row] = await database.query<{ text: string | null }>(
    'select talent.undo_message($1, $2, $3) as text',
    [id, side, userId],
  );
  return row?.text;
};
const markRead = async (reader: TestPerson, side: Side, newest: string, of = application) => {
  const [row] = await database.query<{ is_read: boolean }>(
    'select talent.mark_messages_read($1, $2, $3, $4) as is_read',
    [of, side, reader.userId, newest],
  );
  return row?.is_read;
};
/** Two messages of one moment. */
const sendTogether = (author: TestPerson) =>
  inHeldTransaction(database.ownerUrl, async (client) => {
    const ids: string[] = [];
    for (const text of ['One.', 'Two.']) {
      const { rows } = await client.query(SEND, [application, 'company', author.userId, text]);
      ids.push(rows[0]?.id);
    }
    return ids;
  });
/** As if these seconds had passed for the messages of an application. */
const pass = async (seconds: number, of = application) => {
  await database.query(
    `update talent.messages set sent_at = sent_at - make_interval(secs => $2),
            delivered_at = delivered_at - make_interval(secs => $2) where application_id = $1`,
    [of, seconds],
  );
  await database.query(
    'update identity.notifications set at = at - make_interval(secs => $2) where subject_id = $1',
    [of, seconds],
  );
};
/** What a user's notifications of messages of an application are about, the oldest first. */
const newsOf = async ({ userId }: TestPerson, of = application) => {
  const rows = await database.query<{ value: string; read_at: Date | null }>(
    `select value, read_at from identity.notifications
      where user_id = $1 and subject_id = $2 and kind = 'message_received' order by id`,
    [userId, of],
  );
  return rows.map(({ value, read_at }) => ({ value, isRead: read_at !== null }));
};
const endMembership = ({ membershipId }: TestPerson) =>
  database.query(
    "update employer.org_memberships set status = 'revoked', revoked_by = 'owner' where id = $1",
    [membershipId],
  );
const withheld = async () => {
  const rows = await database.query<{ id: string }>('select id from talent.messages where is_withheld');
  return rows.map(({ id }) => id);
};
const withdraw = (of: string) =>
  database.query('update talent.applications set withdrawn_at = now() where id = $1', [of]);

describe('whom a message notifies', () => {
  const recipients = async () => {
    const [row] = await database.query<{ ids: string[] }>(
      "select talent.recipients_of_message($1, 'applicant') as ids",
      [application],
    );
    return row?.ids ?? [];
  };

  test('G2: a message notifies no member whose access has ended', async () => {
    await endMembership(member);
    await send(talent, 'applicant');
    expect(await newsOf(member)).toEqual([]);
    expect(await newsOf(owner)).toHaveLength(1);
  });

  test('G6: a message notifies at most 100 members, owners and then the oldest memberships first', async () => {
    await database.query(
      `with made as (
         insert into identity.users (email, name)
         select gen_random_uuid() || '@many.test', 'Many' from generate_series(1, 100) returning id
       )
       insert into employer.org_memberships (user_id, company_id, role, status)
       select id, $1, 'member', 'active' from made`,
      [owner.companyId],
    );
    // The ids of people who are made here are random.
    const newest = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
    const oldest = '00000000-0000-4000-8000-000000000000';
    for (const [id, { userId }] of [
      [newest, owner],
      [oldest, member],
    ] as const)
      await database.query('update employer.org_memberships set id = $1 where user_id = $2', [id, userId]);
    const ids = await recipients();
    expect(ids).toHaveLength(100);
    expect(ids.slice(0, 2)).toEqual([owner.userId, member.userId]);
    await database.query('update employer.org_memberships set id = uuidv7() where id = any ($1)', [
      [newest, oldest],
    ]);
  });
});

describe('the limits of messages', () => {
  const fill = (author: TestPerson, side: Side, count: number, age: string) =>
    database.query(
      `insert into talent.messages (application_id, side, author_id, text, sent_at, delivered_at)
       select $1, $2, $3, '', now() - $5::interval, now() - $5::interval from generate_series(1, $4::int)`,
      [application, side, author.userId, count, age],
    );

  test('G6: the 500th message of a side is its last one, and what is refused leaves no row', async () => {
    await fill(owner, 'company', 499, '2 days');
    expect((await sending(owner, 'company'))?.quota).toBeNull();
    expect(await sending(owner, 'company')).toEqual({ id: null, quota: 'thread' });
    const rows = await database.query('select from talent.messages where application_id = $1', [application]);
    expect(rows).toHaveLength(500);
  });

  test('G6: an author who sends to several applicants at once is counted once: the second waits for the first', async () => {
    await fill(owner, 'company', 59, '30 minutes');
    const other = await apply(await makePerson(database, { talent: 'active' }));
    const third = await apply(await makePerson(database, { talent: 'active' }));
    const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query(SEND, [other, 'company', owner.userId, 'The 60th.']);
      const second = sending(owner, 'company', third);
      await isWaitedFor(holder);
      return [second];
    });
    expect(await waiting).toEqual({ id: null, quota: 'user' });
  });
});

describe('an undo of a message', () => {
  test('B1: an undo of a message is of its author and its side, and happens once', async () => {
    const id = await send(member, 'company');
    expect(await undo(id, 'company', owner)).toBeNull();
    expect(await undo(id, 'applicant', member)).toBeNull();
    expect(await undo(id, 'company', member)).toBe('Hello.');
    expect(await undo(id, 'company', member)).toBeNull();
  });

  test('notifies of the newest message of its own side that is on its way', async () => {
    await send(member, 'company');
    await pass(10);
    const second = await send(member, 'company');
    await pass(10);
    const third = await send(member, 'company');
    await send(talent, 'applicant');
    await undo(third, 'company', member);
    expect(await newsOf(talent)).toEqual([{ value: `company ${second}`, isRead: false }]);
  });

  test('notifies of nothing where no other message is on its way', async () => {
    const read = await send(member, 'company');
    await pass(70);
    await markRead(talent, 'applicant', read);
    const id = await send(member, 'company');
    await send(talent, 'applicant');
    await undo(id, 'company', member);
    expect(await newsOf(talent)).toEqual([{ value: `company ${read}`, isRead: true }]);
  });

  test('after 60 seconds changes nothing', async () => {
    const id = await send(member, 'company');
    await pass(61);
    expect(await undo(id, 'company', member)).toBeNull();
    expect(await database.query('select text from talent.messages where id = $1', [id])).toEqual([
      { text: 'Hello.' },
    ]);
  });

  test('of two messages of one moment notifies of the later one, and of none that was delivered at the moment of the undone', async () => {
    const read = await send(member, 'company');
    await pass(70);
    await markRead(talent, 'applicant', read);
    // Its notification alone stays read.
    await database.query('delete from talent.message_reads where application_id = $1', [application]);
    const id = await send(member, 'company');
    const at =
      'update talent.messages set delivered_at = (select sent_at from talent.messages where id = $2) where id = $1';
    await database.query(at, [read, id]);
    await undo(id, 'company', member);
    expect(await newsOf(talent)).toEqual([{ value: `company ${read}`, isRead: true }]);

    const last = await send(member, 'company');
    const [, second] = await sendTogether(member);
    await undo(last, 'company', member);
    expect(await newsOf(talent)).toEqual([
      { value: `company ${read}`, isRead: true },
      { value: `company ${second}`, isRead: false },
    ]);
  });
});

describe.each<[string, (id: string) => Promise<unknown>]>([
  ['an undo', (id) => undo(id, 'company', member)],
  ['the end of an access', () => endMembership(member)],
])('the notification that %s takes away', (_what, end) => {
  /** A message of the owner that is delivered, and one of the member that has taken the place of its notification. */
  const sendBoth = async () => {
    const earlier = await send(owner, 'company');
    await pass(30);
    const later = await send(member, 'company');
    await pass(40);
    return { earlier, later };
  };

  test('goes to no earlier message that the other side has read', async () => {
    const { earlier, later } = await sendBoth();
    await markRead(talent, 'applicant', earlier);
    await end(later);
    expect(await newsOf(talent)).toEqual([]);
  });

  test('goes to one that was delivered after what the other side has read of the application', async () => {
    const other = await apply(talent);
    const { earlier, later } = await sendBoth();
    await database.query(
      `insert into talent.message_reads (application_id, side, read_until)
       values ($1, 'applicant', now() - interval '1 minute'), ($1, 'company', now()), ($2, 'applicant', now())`,
      [application, other],
    );
    await end(later);
    expect(await newsOf(talent)).toEqual([{ value: `company ${earlier}`, isRead: false }]);
  });
});

describe('reading messages', () => {
  test('B1: no message of another application is read', async () => {
    const other = await apply(talent);
    const id = await send(member, 'company', other);
    await pass(70, other);
    expect(await markRead(talent, 'applicant', id)).toBe(false);
    expect(await newsOf(talent, other)).toEqual([{ value: `company ${id}`, isRead: false }]);
  });

  test('reads the notification of the reader alone, and of the application alone', async () => {
    const other = await apply(talent);
    const ofOther = await send(talent, 'applicant', other);
    await pass(80, other);
    const id = await send(talent, 'applicant');
    await pass(70);
    expect(await markRead(member, 'company', id)).toBe(true);
    expect(await newsOf(member)).toEqual([{ value: `applicant ${id}`, isRead: true }]);
    expect(await newsOf(owner)).toEqual([{ value: `applicant ${id}`, isRead: false }]);
    expect(await newsOf(member, other)).toEqual([{ value: `applicant ${ofOther}`, isRead: false }]);
  });

  test('leaves notifications of other kinds unread, and those that are read as they are', async () => {
    const id = await send(member, 'company');
    await pass(70);
    await database.query(
      "select identity.notify(array[$1::uuid], 'application_stage_changed', $2, 'interview', 0)",
      [talent.userId, application],
    );
    expect(await markRead(talent, 'applicant', id)).toBe(true);
    await database.query(
      "update identity.notifications set read_at = '2020-01-01' where user_id = $1 and read_at is not null",
      [talent.userId],
    );
    expect(await markRead(talent, 'applicant', id)).toBe(true);
    const rows = await database.query<{ kind: string; year: number | null }>(
      'select kind, extract(year from read_at)::int as year from identity.notifications where user_id = $1 order by kind',
      [talent.userId],
    );
    expect(rows).toEqual([
      { kind: 'application_stage_changed', year: null },
      { kind: 'message_received', year: 2020 },
    ]);
  });
});

describe('U17: the withdrawal of an application', () => {
  test('deletes its own messages, and what is read of them, alone', async () => {
    const other = await apply(talent);
    for (const sent of [application, other]) {
      const id = await send(talent, 'applicant', sent);
      await pass(70, sent);
      await markRead(member, 'company', id, sent);
    }
    await withdraw(application);
    const left = await database.query(
      `select application_id from talent.messages where application_id = any ($1)
       union all select application_id from talent.message_reads where application_id = any ($1)`,
      [[application, other]],
    );
    expect(left).toEqual([{ application_id: other }, { application_id: other }]);
    expect(await newsOf(member)).toEqual([]);
    expect(await newsOf(member, other)).toHaveLength(1);
  });

  test('deletes the notification of a company’s only member', async () => {
    await database.query('delete from employer.org_memberships where user_id = $1', [member.userId]);
    await send(talent, 'applicant');
    await withdraw(application);
    expect(await newsOf(owner)).toEqual([]);
  });

  test('deletes of the members’ notifications those of messages alone', async () => {
    await database.query("select identity.notify(array[$1::uuid], 'application_assigned', $2, '', 0)", [
      member.userId,
      application,
    ]);
    await send(talent, 'applicant');
    await withdraw(application);
    const rows = await database.query('select kind from identity.notifications where user_id = $1', [
      member.userId,
    ]);
    expect(rows).toEqual([{ kind: 'application_assigned' }]);
  });
});

describe('G2: the end of an access withholds messages', () => {
  test('what its user wrote for that company, and not what they wrote for another one', async () => {
    const elsewhere = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
    const id = await send(member, 'company');
    await send(member, 'company', await apply(talent, elsewhere));
    await endMembership(member);
    expect(await withheld()).toContain(id);
    const rows = await database.query('select from talent.messages where author_id = $1 and is_withheld', [
      member.userId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('what its user wrote for that side, and not what they wrote as an applicant, and the other way round', async () => {
    const asApplicant = await send(member, 'applicant', await apply(member));
    const asMember = await send(member, 'company');
    await endMembership(member);
    expect(await withheld()).toContain(asMember);
    expect(await withheld()).not.toContain(asApplicant);

    await database.query("update identity.users set talent_access_state = 'active' where id = $1", [
      owner.userId,
    ]);
    const applied = await send(owner, 'applicant', await apply(owner));
    const hiring = await send(owner, 'company');
    await database.query("update identity.users set talent_access_state = 'suspended' where id = $1", [
      owner.userId,
    ]);
    expect(await withheld()).toContain(applied);
    expect(await withheld()).not.toContain(hiring);
  });

  test('neither what is undone nor what is delivered', async () => {
    const undone = await send(member, 'company');
    await undo(undone, 'company', member);
    const delivered = await send(member, 'company');
    await database.query('update talent.messages set delivered_at = now() where id = $1', [delivered]);
    await endMembership(member);
    const rows = await withheld();
    expect([rows.includes(undone), rows.includes(delivered)]).toEqual([false, false]);
  });

  test('and its notification goes to the newest message of the application that is on its way, or away', async () => {
    const other = await apply(talent);
    const read = await send(owner, 'company');
    await pass(70);
    await markRead(talent, 'applicant', read);
    await send(owner, 'company');
    await pass(10);
    const second = await send(owner, 'company');
    await pass(10);
    await send(member, 'company');
    await send(member, 'company', other);
    await endMembership(member);
    expect(await newsOf(talent)).toEqual([
      { value: `company ${read}`, isRead: true },
      { value: `company ${second}`, isRead: false },
    ]);
    expect(await newsOf(talent, other)).toEqual([]);
  });

  test('and its notification goes to the later one of two of one moment, and to none that was delivered before it', async () => {
    const delivered = await send(owner, 'company');
    const id = await send(member, 'company');
    await database.query(
      'update talent.messages set delivered_at = (select sent_at from talent.messages where id = $2) where id = $1',
      [delivered, id],
    );
    await endMembership(member);
    expect(await newsOf(talent)).toEqual([]);

    const [, second] = await sendTogether(owner);
    const other = await makeColleague(database, owner, 'member');
    await send(other, 'company');
    await endMembership(other);
    expect(await newsOf(talent)).toEqual([{ value: `company ${second}`, isRead: false }]);
  });

  test('and takes no notification of another kind or of another application, whatever its value', async () => {
    const other = await apply(talent);
    await send(owner, 'company');
    const withEarlier = await send(member, 'company');
    const alone = await makePerson(database, { talent: 'active' });
    const third = await apply(alone);
    const withoutEarlier = await send(member, 'company', third);
    const notify = (user: TestPerson, kind: string, subject: string, value: string) =>
      database.query('select identity.notify(array[$1::uuid], $2, $3, $4, 0)', [
        user.userId,
        kind,
        subject,
        `company ${value}`,
      ]);
    await notify(talent, 'application_stage_changed', application, withEarlier);
    await notify(talent, 'message_received', other, withEarlier);
    await notify(alone, 'application_stage_changed', third, withoutEarlier);
    await notify(alone, 'message_received', other, withoutEarlier);
    await endMembership(member);
    const rows = await database.query(
      `select kind, subject_id from identity.notifications where user_id = any ($1) and value = any ($2)
        order by kind, subject_id = $3`,
      [[talent.userId, alone.userId], [withEarlier, withoutEarlier].map((id) => `company ${id}`), third],
    );
    expect(rows).toHaveLength(4);
  });
});
