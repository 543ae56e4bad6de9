import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  addressOf,
  createTestDatabase,
  makeApplication,
  makeColleague,
  makeJobPost,
  makePerson,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { changeRow, makeParties } from '#support/function-rows.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
let member: TestPerson;
let elsewhere: TestPerson;
let talent: TestPerson;
let post: string;
let application: string;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
beforeEach(async () => {
  [owner, elsewhere, talent] = await makeParties(database);
  member = await makeColleague(database, owner, 'member');
  post = await makeJobPost(database, { ...owner, title: 'Glazier' });
  application = await apply(talent, post);
  // What none of the functions may find.
  await apply(talent, await makeJobPost(database, { ...elsewhere, title: 'Elsewhere' }), elsewhere);
  await apply(await makePerson(database, { talent: 'active' }), post);
});
afterAll(() => database.stop());

const apply = ({ userId }: TestPerson, jobPostId: string, { companyId } = owner) =>
  makeApplication(database, { companyId, userId, jobPostId });
const change = (relation: string, set: string, id: string | null) => changeRow(database, relation, set, id);
const disable = () =>
  change(
    'employer.companies',
    "condition = 'disabled', disabled_at = now(), disabled_reason = 'x'",
    owner.companyId,
  );
const revoke = ({ membershipId }: TestPerson) =>
  change('employer.org_memberships', "status = 'revoked', revoked_by = 'staff'", membershipId);
const withdraw = () => change('talent.applications', 'withdrawn_at = now()', application);

interface News {
  readonly kind: string;
  readonly subject: string;
  readonly value?: string;
  readonly delay?: number;
}
const notify = (users: readonly TestPerson[], { kind, subject, value = '', delay = 0 }: News) =>
  database.query('select identity.notify($1, $2, $3, $4, $5)', [
    users.map(({ userId }) => userId),
    kind,
    subject,
    value,
    delay,
  ]);
const newsOf = async ({ userId }: TestPerson) => {
  const rows = await database.query<{ news: string }>(
    "select kind || ' ' || value as news from identity.notifications where user_id = $1 order by id",
    [userId],
  );
  return rows.map(({ news }) => news.trim());
};
/** As if these seconds had passed. */
const pass = (seconds: number) =>
  database.query('update identity.notifications set at = at - make_interval(secs => $1)', [seconds]);

describe('B1: a notification names its subject', () => {
  let invitation: string;
  beforeEach(async () => {
    const [row] = await database.query<{ id: string }>(
      `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
       values ($1, $2, 'member', $3, $4, now() + interval '1 day') returning id`,
      [
        owner.companyId,
        addressOf(talent),
        createHash('sha256').update(randomBytes(8)).digest(),
        owner.userId,
      ],
    );
    invitation = `${row?.id}`;
  });

  const nameOf = async ({ companyId }: TestPerson) =>
    (
      await database.query<{ name: string }>('select name from employer.companies where id = $1', [companyId])
    )[0]?.name;
  const isConversation = (kind: string) =>
    ['message_received', 'interview_changed', 'offer_answered'].includes(kind);
  const find = (user: TestPerson, kind: string, subject: string | null) =>
    database.query(
      `select * from identity.find_${isConversation(kind) ? 'conversation' : 'notification'}_subject($1, $2, $3)`,
      [user.userId, kind, subject],
    );
  const named = async (title: string) => [{ company_name: await nameOf(owner), job_post_title: title }];

  test.each(['application_moved', 'job_post_closed'])('to its applicant alone: %s', async (kind) => {
    expect(await find(talent, kind, application)).toEqual(await named('Glazier'));
    for (const user of [member, elsewhere]) expect(await find(user, kind, application)).toEqual([]);
    expect(await find(talent, kind, randomUUID())).toEqual([]);
  });

  const ofCompany: [string, () => string | null, string][] = [
    ['application_received', () => post, 'Glazier'],
    ['job_post_visibility_changed', () => post, 'Glazier'],
    ['role_changed', () => owner.companyId, ''],
    ['company_condition_changed', () => owner.companyId, ''],
    ['company_reviewed', () => owner.companyId, ''],
    ['application_assigned', () => application, 'Glazier'],
    ['application_withdrawn', () => application, 'Glazier'],
    ['message_received', () => application, 'Glazier'],
    ['interview_changed', () => application, 'Glazier'],
    ['offer_answered', () => application, 'Glazier'],
  ];
  test.each(ofCompany)('to active members of an active company alone: %s', async (kind, subjectOf, title) => {
    if (kind === 'application_withdrawn') await withdraw();
    const subject = subjectOf();
    for (const user of [owner, member]) expect(await find(user, kind, subject)).toEqual(await named(title));
    expect(await find(elsewhere, kind, subject)).toEqual([]);
    expect(await find(talent, kind, subject)).toEqual(isConversation(kind) ? await named(title) : []);
    expect(await find(member, kind, randomUUID())).toEqual([]);
    await revoke(member);
    expect(await find(member, kind, subject)).toEqual([]);
    await disable();
    expect(await find(owner, kind, subject)).toEqual([]);
  });

  test.each(['application_assigned', 'application_withdrawn'])(
    'to no member who is the applicant: %s',
    async (kind) => {
      const own = await apply(member, post);
      if (kind === 'application_withdrawn') await change('talent.applications', 'withdrawn_at = now()', own);
      expect([await find(member, kind, own), await find(owner, kind, own)]).toEqual([
        [],
        await named('Glazier'),
      ]);
    },
  );

  test('of an application while it is open, or once it is withdrawn', async () => {
    expect(await find(owner, 'application_withdrawn', application)).toEqual([]);
    await withdraw();
    for (const kind of ['application_assigned', 'message_received', 'interview_changed', 'offer_answered'])
      expect(await find(owner, kind, application)).toEqual([]);
    expect(await find(talent, 'message_received', application)).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'its address is not verified',
      () => change('identity.users', 'email_verified_at = null', talent.userId),
    ],
    [
      'its address is another one',
      () => change('identity.users', "email = id || '@other.test'", talent.userId),
    ],
    ['its company is disabled', disable],
    ['its inviter is revoked', () => revoke(owner)],
    [
      'its inviter is no owner',
      () => change('employer.org_memberships', "role = 'member'", owner.membershipId),
    ],
    [
      'its inviter is in another company',
      async () => {
        await database.query('delete from employer.org_memberships where id = $1', [elsewhere.membershipId]);
        await change('employer.org_memberships', `company_id = '${elsewhere.companyId}'`, owner.membershipId);
      },
    ],
    [
      'it is accepted',
      () =>
        change('employer.invitations', `accepted_at = now(), accepted_by = '${talent.userId}'`, invitation),
    ],
    ['it is withdrawn', () => change('employer.invitations', 'withdrawn_at = now()', invitation)],
    [
      'it has expired',
      () => change('employer.invitations', "expires_at = now() - interval '1 second'", invitation),
    ],
  ])('of an invitation, and of none any more once %s', async (_what, end) => {
    await makeColleague(database, owner, 'owner');
    expect(await find(talent, 'invitation_received', invitation)).toEqual(await named(''));
    for (const user of [owner, elsewhere])
      expect(await find(user, 'invitation_received', invitation)).toEqual([]);
    expect(await find(talent, 'invitation_received', randomUUID())).toEqual([]);
    await end();
    expect(await find(talent, 'invitation_received', invitation)).toEqual([]);
  });

  test('of its own kind alone', async () => {
    const subjects = [application, post, owner.companyId, invitation];
    const findAny = (user: TestPerson, subject: string | null) =>
      database.query(
        `select * from identity.find_notification_subject($1, 'other', $2)
         union all select * from identity.find_conversation_subject($1, 'other', $2)`,
        [user.userId, subject],
      );
    for (const user of [owner, talent])
      for (const subject of subjects) expect(await findAny(user, subject)).toEqual([]);
    await withdraw();
    expect(await findAny(owner, application)).toEqual([]);
  });
});

describe('notifying', () => {
  const MOVED = { kind: 'role_changed', subject: '' };
  const news = (value: string, delay = 0) => ({ ...MOVED, subject: `${owner.companyId}`, value, delay });
  const read = (value: string) =>
    database.query('update identity.notifications set read_at = now() where value = $1', [value]);

  test('reaches the named users who are there, each once', async () => {
    await database.query('select identity.notify($1, $2, $3, $4, 0)', [
      [owner.userId, randomUUID(), owner.userId],
      'role_changed',
      owner.companyId,
      'a',
    ]);
    expect([await newsOf(owner), await newsOf(member)]).toEqual([['role_changed a'], []]);
  });

  test('replaces what waits, and what says something else', async () => {
    await notify([owner, member], news('a', 65));
    await notify([owner], news('b', 65));
    expect([await newsOf(owner), await newsOf(member)]).toEqual([['role_changed b'], ['role_changed a']]);
    await pass(66);
    await notify([owner], news('c'));
    expect(await newsOf(owner)).toEqual(['role_changed c']);
    // The same again stays as it is.
    const ids = () =>
      database.query('select id from identity.notifications where user_id = $1', [owner.userId]);
    const before = await ids();
    await notify([owner], news('c'));
    expect(await ids()).toEqual(before);
  });

  test('leaves those of other kinds and subjects, and what is read', async () => {
    await notify([owner], { ...news('kind'), kind: 'company_reviewed' });
    await notify([owner], { ...news('subject'), subject: post });
    await notify([owner], news('read'));
    await read('read');
    await notify([owner], news('new'));
    expect(await newsOf(owner)).toEqual([
      'company_reviewed kind',
      'role_changed subject',
      'role_changed read',
      'role_changed new',
    ]);
  });

  test('replaces what says the same while it is still to be deleted, as of an ended membership of this user', async () => {
    const idOf = async ({ userId }: TestPerson) =>
      (
        await database.query<{ id: string }>('select id from identity.notifications where user_id = $1', [
          userId,
        ])
      ).map(({ id }) => id);
    const both = async () => [await idOf(owner), await idOf(member)];
    await notify([owner, member], news('a'));
    const before = await both();
    await database.query(
      'insert into identity.former_members (user_id, company_id, ended_at, notification_id) values ($1, $2, now(), $3)',
      [member.userId, owner.companyId, before[1]?.[0]],
    );
    // The step deletes older ones than this one.
    await notify([owner, member], news('a'));
    expect(await both()).toEqual(before);
    await database.query(
      "update identity.former_members set notification_id = uuidv7(interval '1 second') where user_id = $1",
      [member.userId],
    );
    await notify([owner, member], news('a', 65));
    expect(await both()).toEqual(before);
    await notify([owner, member], news('a'));
    const [ofOwner, ofMember] = await both();
    expect(ofOwner).toEqual(before[0]);
    expect([ofMember?.length, ofMember?.[0] === before[1]?.[0]]).toEqual([1, false]);
  });

  test('with a delay leaves the newest one that is seen, and no older one', async () => {
    await notify([owner], news('a'));
    await notify([owner], news('b', 65));
    expect(await newsOf(owner)).toEqual(['role_changed a', 'role_changed b']);
    await pass(66);
    await notify([owner], news('c', 65));
    expect(await newsOf(owner)).toEqual(['role_changed b', 'role_changed c']);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['of another user', () => notify([member], news('newer'))],
    ['of another kind', () => notify([owner], { ...news('newer'), kind: 'company_reviewed' })],
    ['of another subject', () => notify([owner], { ...news('newer'), subject: post })],
    ['that waits', () => notify([owner], news('newer', 65))],
    [
      'that is read',
      async () => {
        await notify([owner], news('newer', 65));
        await pass(66);
        await read('newer');
      },
    ],
  ])('with a delay leaves the one that is seen before one %s', async (_what, add) => {
    await notify([owner], news('seen'));
    await add();
    await notify([owner], news('last', 65));
    expect(await newsOf(owner)).toContain('role_changed seen');
  });

  test('waits for the deletion of an account, and then finds none', async () => {
    const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query('select identity.erase_user($1)', [talent.userId]);
      const notifying = notify([talent], news('late'));
      await isWaitedFor(holder);
      return [notifying];
    });
    await waiting;
  });

  test('locks its users in one order, so that two transactions cannot wait for each other', async () => {
    const [first, second] = [owner, member].toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
    const lock = 'select from identity.users where id = $1 for update nowait';
    const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query(lock, [first?.userId]);
      const notifying = notify([owner, member], news('both'));
      await isWaitedFor(holder);
      const other = new pg.Client({ connectionString: database.ownerUrl });
      await other.connect();
      await other.query(lock, [second?.userId]).finally(() => other.end());
      return [notifying];
    });
    await waiting;
  });

  test('again of what was mailed locks the notifications in one order as well', async () => {
    const [first, second] = [owner, member].toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
    const received = { kind: 'application_received', subject: post };
    for (const user of [second, first]) await notify(user === undefined ? [] : [user], received);
    await database.query('update identity.notifications set mail_at = null where subject_id = $1', [post]);
    const lock =
      'select from identity.notifications where user_id = $1 and subject_id = $2 for update nowait';
    const [waiting] = await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query(lock, [first?.userId, post]);
      const notifying = notify([owner, member], received);
      await isWaitedFor(holder);
      const other = new pg.Client({ connectionString: database.ownerUrl });
      await other.connect();
      await other.query(lock, [second?.userId, post]).finally(() => other.end());
      return [notifying];
    });
    await waiting;
  });

  test('is cancelled while it waits, or of its own value since the change that is undone', async () => {
    const cancel = (value: string | null, at: string) =>
      database.query(`select identity.cancel_notification($1, 'role_changed', $2, $3, ${at})`, [
        owner.userId,
        owner.companyId,
        value,
      ]);
    await notify([owner, member], news('waits', 65));
    await notify([owner], { ...news('kind', 65), kind: 'company_reviewed' });
    await notify([owner], { ...news('subject', 65), subject: post });
    await cancel(null, 'null');
    expect(await newsOf(owner)).toEqual(['company_reviewed kind', 'role_changed subject']);
    expect(await newsOf(member)).toEqual(['role_changed waits']);
    await notify([owner], news('seen'));
    await cancel('other', "now() - interval '1 hour'");
    await cancel('seen', "now() + interval '1 hour'");
    expect(await newsOf(owner)).toContain('role_changed seen');
    await cancel(
      'seen',
      "(select at from identity.notifications where value = 'seen' order by at desc limit 1)",
    );
    expect(await newsOf(owner)).not.toContain('role_changed seen');
  });
});

test('mail about another kind is not planned again', async () => {
  const news = { kind: 'role_changed', subject: `${owner.companyId}` };
  await notify([owner], news);
  await database.query('update identity.notifications set mail_at = null where user_id = $1', [owner.userId]);
  await notify([owner], news);
  expect(
    await database.query('select mail_at from identity.notifications where user_id = $1', [owner.userId]),
  ).toEqual([{ mail_at: null }]);
});

describe('mail about applications that a member has received', () => {
  const received = () => ({ kind: 'application_received', subject: post });
  const choose = (choice: string, { userId } = owner) =>
    database.query(
      'insert into identity.notification_settings (user_id, application_received) values ($1, $2)',
      [userId, choice],
    );
  const mailOf = async ({ userId }: TestPerson) => {
    const rows = await database.query<{ minutes: number | null }>(
      `select round(extract(epoch from mail_at - now()) / 60)::int as minutes
         from identity.notifications where user_id = $1 order by id`,
      [userId],
    );
    return rows.map(({ minutes }) => minutes);
  };

  test('comes in a minute, further mail an hour later, or with the digest, or never', async () => {
    const third = await makeColleague(database, owner, 'member');
    await choose('at_once');
    await choose('never', member);
    await notify([owner, member, third], received());
    expect([await mailOf(owner), await mailOf(member)]).toEqual([[1], [null]]);
    const digest = await mailOf(third);
    await database.query('update identity.notifications set mail_at = null');
    await notify([owner, member, third], received());
    expect([await mailOf(owner), await mailOf(member), await mailOf(third)]).toEqual([[60], [null], digest]);
    await database.query(
      "update identity.notifications set mail_at = now() + interval '10 minutes' where user_id = $1",
      [owner.userId],
    );
    await notify([owner], received());
    expect(await mailOf(owner)).toEqual([10]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['of another user', () => notify([member], received())],
    ['of another kind', () => notify([owner], { ...received(), kind: 'job_post_visibility_changed' })],
    ['of another subject', () => notify([owner], { ...received(), subject: application })],
    [
      'that is read',
      async () => {
        await notify([owner], received());
        await database.query('update identity.notifications set read_at = now() where user_id = $1', [
          owner.userId,
        ]);
      },
    ],
  ])('plans none of a notification %s', async (_what, add) => {
    await add();
    await database.query('update identity.notifications set mail_at = null');
    const [before] = await database.query<{ id: string }>(
      'select id from identity.notifications where user_id = any ($1) order by id desc limit 1',
      [[owner.userId, member.userId]],
    );
    await notify([owner], received());
    expect(
      await database.query('select mail_at from identity.notifications where id = $1', [before?.id]),
    ).toEqual([{ mail_at: null }]);
  });
});

describe('whom an application notifies', () => {
  const send = (id: string) => database.query('select identity.notify_of_application($1)', [id]);

  test('G2: an application notifies the active members of its company who have not sent it', async () => {
    const third = await makeColleague(database, owner, 'member');
    await revoke(third);
    await send(await apply(member, post));
    expect(await newsOf(owner)).toEqual(['application_received']);
    for (const user of [member, third, elsewhere]) expect(await newsOf(user)).toEqual([]);
  });

  test('G6: an application notifies at most 100 members, owners and then the oldest memberships first', async () => {
    await database.query(
      `with made as (
         insert into identity.users (email, name)
         select gen_random_uuid() || '@many.test', 'Many' from generate_series(1, 100) returning id
       )
       insert into employer.org_memberships (user_id, company_id, role, status)
       select id, $1, 'member', 'active' from made`,
      [owner.companyId],
    );
    const [newest, oldest] = ['ffffffff-ffff-4fff-bfff-fffffffffff1', '00000000-0000-4000-8000-000000000001'];
    await change('employer.org_memberships', `id = '${newest}'`, owner.membershipId);
    await change('employer.org_memberships', `id = '${oldest}'`, member.membershipId);
    await send(application);
    const reached = await database.query('select from identity.notifications where subject_id = $1', [post]);
    expect([reached.length, await newsOf(owner), await newsOf(member)]).toEqual([
      100,
      ['application_received'],
      ['application_received'],
    ]);
    await database.query('update employer.org_memberships set id = uuidv7() where id = any ($1)', [
      [newest, oldest],
    ]);
  });

  test('an answer to an offer notifies the members', async () => {
    await change('talent.applications', "stage = 'offer'", application);
    await change('talent.applications', "offer_answer = 'accepted'", application);
    const [row] = await database.query<{ version: number }>(
      'select version from talent.applications where id = $1',
      [application],
    );
    const news = [`offer_answered accepted ${row?.version}`];
    expect([await newsOf(owner), await newsOf(member), await newsOf(elsewhere)]).toEqual([news, news, []]);
  });
});

describe('an interview notifies', () => {
  const make = async (state: string, by: TestPerson, more = '') => {
    const [row] = await database.query<{ id: string }>(
      `insert into talent.interviews
         (application_id, proposed_by, starts, time_zone, duration_minutes, place, note, state, accepted_start)
       values ($1, $2, array[now() - interval '10 minutes', now() + interval '1 day'], 'UTC', 30, '', '', $3,
               case when $3 = 'accepted' then now() - interval '10 minutes' end) returning id`,
      [application, by.userId, state],
    );
    if (more !== '') await change('talent.interviews', more, `${row?.id}`);
    return `${row?.id}`;
  };
  const send = (id: string) => database.query('select talent.notify_of_interview($1)', [id]);

  test.each(['proposed', 'cancelled'])('the applicant: %s', async (state) => {
    const other = await make('declined', owner);
    const id = await make(state, member);
    await send(id);
    expect([await newsOf(talent), await newsOf(member), await newsOf(owner)]).toEqual([
      [`interview_changed ${state} ${id}`],
      [],
      [],
    ]);
    await send(other);
    expect(await newsOf(owner)).toEqual([`interview_changed declined ${other}`]);
  });

  test.each(['accepted', 'declined'])(
    'its proposer, or all members once the proposer has left: %s',
    async (state) => {
      const id = await make(state, member);
      await send(id);
      expect([await newsOf(talent), await newsOf(member), await newsOf(owner)]).toEqual([
        [],
        [`interview_changed ${state} ${id}`],
        [],
      ]);
      await revoke(member);
      await send(id);
      expect(await newsOf(owner)).toEqual([`interview_changed ${state} ${id}`]);
    },
  );

  test('all members if the proposer is in another company', async () => {
    const id = await make('declined', elsewhere);
    await send(id);
    expect([await newsOf(elsewhere), await newsOf(owner)]).toEqual([
      [],
      [`interview_changed declined ${id}`],
    ]);
  });

  describe('those of a withdrawal', () => {
    const assign = ({ membershipId }: TestPerson, id = application) =>
      database.query(
        'insert into employer.application_assignments (application_id, membership_id) values ($1, $2)',
        [id, membershipId],
      );

    test('G2: a withdrawal notifies the active assignee, and no other one', async () => {
      await assign(member);
      await assign(owner, await apply(await makePerson(database), post));
      await withdraw();
      expect([await newsOf(member), await newsOf(owner), await newsOf(elsewhere)]).toEqual([
        ['application_withdrawn'],
        [],
        [],
      ]);
    });

    test('G2: a withdrawal notifies no revoked assignee, and no applicant who is a member', async () => {
      await assign(member);
      await revoke(member);
      await withdraw();
      expect(await newsOf(member)).toEqual([]);
      const own = await apply(owner, post);
      await assign(owner, own);
      await change('talent.applications', 'withdrawn_at = now()', own);
      expect(await newsOf(owner)).toEqual([]);
    });

    test.each<[string, string, string, boolean]>([
      ['is open', 'proposed', '', true],
      [
        'is over without an answer',
        'proposed',
        "starts = array[now() + interval '1 day', now() - interval '1 day']",
        false,
      ],
      ['is accepted and not over', 'accepted', '', true],
      [
        'is over',
        'accepted',
        "accepted_start = now() - interval '31 minutes', starts = array[now() - interval '31 minutes', now() + interval '1 day']",
        false,
      ],
      ['is declined', 'declined', '', false],
    ])('the proposer of an interview that %s', async (_what, state, more, isNotified) => {
      await make(state, member, more);
      await withdraw();
      expect([await newsOf(member), await newsOf(owner)]).toEqual([
        isNotified ? ['application_withdrawn'] : [],
        [],
      ]);
    });

    test('G2: a withdrawal notifies no proposer of an interview who has changed the company', async () => {
      await make('proposed', member);
      await change('employer.org_memberships', `company_id = '${elsewhere.companyId}'`, member.membershipId);
      await withdraw();
      expect(await newsOf(member)).toEqual([]);
    });

    test('no proposer of an interview of another application', async () => {
      const id = await make('proposed', member);
      await change(
        'talent.interviews',
        `application_id = '${await apply(await makePerson(database), post)}'`,
        id,
      );
      await withdraw();
      expect(await newsOf(member)).toEqual([]);
    });
  });
});

describe('what has ended takes its notifications along', () => {
  test('U17: a withdrawn application those of its applicant alone', async () => {
    await notify([talent, owner], { kind: 'application_moved', subject: application });
    await notify([talent], { kind: 'application_moved', subject: post });
    await withdraw();
    expect([await newsOf(talent), await newsOf(owner)]).toEqual([
      ['application_moved'],
      ['application_moved'],
    ]);
    const left = await database.query('select subject_id from identity.notifications where user_id = $1', [
      talent.userId,
    ]);
    expect(left).toEqual([{ subject_id: post }]);
  });

  test('a withdrawn invitation its own alone', async () => {
    const invite = async (address: string) => {
      const [row] = await database.query<{ id: string }>(
        `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
         values ($1, $2, 'member', $3, $4, now() + interval '1 day') returning id`,
        [owner.companyId, address, createHash('sha256').update(randomBytes(8)).digest(), owner.userId],
      );
      return `${row?.id}`;
    };
    const id = await invite(addressOf(talent));
    await notify([talent, elsewhere], { kind: 'invitation_received', subject: id });
    await notify([talent], { kind: 'invitation_received', subject: post });
    await notify([talent], { kind: 'role_changed', subject: id });
    await change('employer.invitations', 'withdrawn_at = now()', id);
    const left = await database.query(
      'select kind, subject_id from identity.notifications where user_id = $1 order by kind',
      [talent.userId],
    );
    expect(left).toEqual([
      { kind: 'invitation_received', subject_id: post },
      { kind: 'role_changed', subject_id: id },
    ]);
    expect(await newsOf(elsewhere)).toEqual(['invitation_received']);
  });
});
