import { randomUUID } from 'node:crypto';
import {
  createTestDatabase,
  makeApplication,
  makeColleague,
  makeJobPost,
  makePerson,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { changeRow, makeParties, resultAtOnce, resultOf as resultOfCall } from '#support/function-rows.ts';
import { afterWait, inHeldTransaction } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
let elsewhere: TestPerson;
let talent: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
beforeEach(async () => {
  [owner, elsewhere, talent] = await makeParties(database);
  await database.query('delete from identity.closed_job_posts');
  await database.query('delete from identity.former_members');
});
afterAll(() => database.stop());

const change = (relation: string, set: string, id: string | null) => changeRow(database, relation, set, id);
const resultOf = (call: string, values?: readonly unknown[]) => resultOfCall(database, call, values);
const notify = (user: TestPerson, kind: string, subject: string | null) =>
  database.query("select identity.notify(array[$1::uuid], $2, $3, '', 0)", [user.userId, kind, subject]);

describe('a closed job post notifies its applicants', () => {
  const makeClosed = async (count: number, company = owner) => {
    const post = await makeJobPost(database, company);
    await change('employer.job_posts', "state = 'closed'", post);
    const rows = await database.query<{ id: string }>(
      `with users as (
         insert into identity.users (email, name) select gen_random_uuid() || '@many.test', 'Many' from generate_series(1, $3::int)
         returning id
       )
       insert into talent.applications (job_post_id, company_id, user_id) select $1, $2, id from users returning id`,
      [post, company.companyId, count],
    );
    return {
      post,
      applications: rows
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    };
  };
  const reached = async (applications: readonly string[]) => {
    const rows = await database.query<{ id: string }>(
      `select subject_id as id from identity.notifications
        where kind = 'job_post_closed' and subject_id = any ($1) order by subject_id desc`,
      [applications],
    );
    return rows.map(({ id }) => id);
  };
  const step = async (post: string, olderThan: string | null, max: number) =>
    (
      await database.query('select * from identity.notify_applicants_of_closed_post($1, $2, $3)', [
        post,
        olderThan,
        max,
      ])
    )[0];
  const close = (...posts: string[]) => database.query('select identity.notify_of_closed_posts($1)', [posts]);
  const waiting = () =>
    database.query<{ job_post_id: string; application_id: string }>(
      'select job_post_id, application_id from identity.closed_job_posts order by closed_at',
    );

  test('in steps, the newest first, and those of no other post', async () => {
    const [own, other] = [await makeClosed(5), await makeClosed(2)];
    const [first, second, third, fourth, fifth] = own.applications;
    expect(await step(own.post, null, 2)).toEqual({ reached: second, notified: 2 });
    expect(await reached(own.applications)).toEqual([first, second]);
    expect(await step(own.post, `${second}`, 2)).toEqual({ reached: fourth, notified: 2 });
    expect(await reached(own.applications)).toEqual([first, second, third, fourth]);
    expect(await step(own.post, `${fourth}`, 2)).toEqual({ reached: null, notified: 1 });
    expect(await reached(own.applications)).toContain(fifth);
    expect(await reached(other.applications)).toEqual([]);
  });

  test.each(['withdrawn_at = now()', "stage = 'rejected'", "offer_answer = 'accepted'"])(
    'that still wait for an answer, and not after %s',
    async (set) => {
      const { post, applications } = await makeClosed(2);
      if (set.startsWith('offer'))
        await change('talent.applications', "stage = 'offer'", `${applications[0]}`);
      await change('talent.applications', set, `${applications[0]}`);
      await step(post, null, 9);
      expect(await reached(applications)).toEqual([applications[1]]);
    },
  );

  test('at most 200 at once of all that close together, and the others later, the post that has waited longest first', async () => {
    const [large, small] = [await makeClosed(201), await makeClosed(3)];
    await close(large.post, small.post);
    expect(await waiting()).toEqual([
      { job_post_id: large.post, application_id: large.applications[199] },
      { job_post_id: small.post, application_id: small.applications[0] },
    ]);
    await database.query(
      "update identity.closed_job_posts set closed_at = closed_at - interval '1 hour' where job_post_id = $1",
      [small.post],
    );
    const next = (max: number) => resultOf('identity.notify_of_next_closed_post($1)', [max]);
    expect(await next(1)).toBe(true);
    expect(await waiting()).toEqual([
      { job_post_id: small.post, application_id: small.applications[1] },
      { job_post_id: large.post, application_id: large.applications[199] },
    ]);
    expect(await next(9)).toBe(true);
    expect(await waiting()).toEqual([{ job_post_id: large.post, application_id: large.applications[199] }]);
    expect(await next(9)).toBe(true);
    expect([await waiting(), await next(9)]).toEqual([[], false]);
    expect(await reached([...large.applications, ...small.applications])).toHaveLength(204);
  });

  test('again when it closes again, and none while it is open', async () => {
    const [own, other] = [await makeClosed(201), await makeClosed(201)];
    const early =
      "update identity.closed_job_posts set application_id = $1, closed_at = '2020-01-01' where job_post_id = any ($2)";
    await close(own.post);
    await close(other.post);
    await database.query(early, [own.applications[3], [own.post, other.post]]);
    await close(own.post);
    expect(await waiting()).toEqual([
      { job_post_id: other.post, application_id: own.applications[3] },
      { job_post_id: own.post, application_id: own.applications[199] },
    ]);
    await database.query('delete from identity.closed_job_posts where job_post_id = $1', [other.post]);
    await change('employer.job_posts', "state = 'published'", own.post);
    expect(await resultOf('identity.notify_of_next_closed_post(9)')).toBe(true);
    expect([await waiting(), (await reached(own.applications)).length]).toEqual([[], 200]);
  });

  test('at once if they are few', async () => {
    const { post, applications } = await makeClosed(3);
    await close(post);
    expect([await waiting(), (await reached(applications)).length]).toEqual([[], 3]);
  });

  test('in one process at a time for each post', async () => {
    const [one, two] = [await makeClosed(201), await makeClosed(201)];
    await close(one.post);
    await close(two.post);
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query('select identity.notify_of_next_closed_post(9)');
      expect(await resultAtOnce(database, 'identity.notify_of_next_closed_post($1)', [9])).toBe(true);
    });
    expect([await waiting(), (await reached([...one.applications, ...two.applications])).length]).toEqual([
      [],
      402,
    ]);
  });

  test('that are there: it waits for the deletion of an account', async () => {
    const { post, applications } = await makeClosed(1);
    const [row] = await database.query<{ user_id: string }>(
      'select user_id from talent.applications where id = $1',
      [applications[0]],
    );
    await afterWait(
      database.ownerUrl,
      (holder) => holder.query('select identity.erase_user($1)', [row?.user_id]),
      () => step(post, null, 9),
    );
    expect(await reached(applications)).toEqual([]);
  });

  test('in the order of their users, as all transactions that notify lock them', async () => {
    const { post, applications } = await makeClosed(2);
    const rows = await database.query<{ user_id: string }>(
      'select user_id from talent.applications where id = any ($1) order by user_id',
      [applications],
    );
    const [first, second] = rows.map(({ user_id }) => user_id);
    const lock = 'select from identity.users where id = $1 for update nowait';
    await afterWait(
      database.ownerUrl,
      (holder) => holder.query(lock, [first]),
      () => step(post, null, 9),
      (holder) => holder.query(lock, [second]),
    );
    expect(await reached(applications)).toHaveLength(2);
  });
});

describe('G2: a member whose access ends keeps of the company', () => {
  let member: TestPerson;
  let application: string;
  let post: string;
  let foreign: { application: string; post: string };
  beforeEach(async () => {
    member = await makeColleague(database, owner, 'member');
    const make = async (company: TestPerson) => {
      const jobPostId = await makeJobPost(database, company);
      return {
        post: jobPostId,
        application: await makeApplication(database, {
          companyId: company.companyId,
          userId: talent.userId,
          jobPostId,
        }),
      };
    };
    ({ application, post } = await make(owner));
    foreign = await make(elsewhere);
  });
  const assign = (id: string, { membershipId }: TestPerson) =>
    database.query(
      'insert into employer.application_assignments (application_id, membership_id) values ($1, $2)',
      [id, membershipId],
    );
  const left = async ({ userId }: TestPerson = member) => {
    const rows = await database.query<{ kind: string; subject_id: string }>(
      'select kind, subject_id from identity.notifications where user_id = $1 order by id',
      [userId],
    );
    return rows.map(({ kind, subject_id }) => [kind, subject_id]);
  };
  const assigned = async ({ membershipId }: TestPerson = member) =>
    (
      await database.query('select from employer.application_assignments where membership_id = $1', [
        membershipId,
      ])
    ).length;
  const forget = async (olderThan: string | null, max: number, endedAt = 'now()', company = owner) =>
    (
      await database.query<{ reached: string | null }>(
        `select reached from identity.forget_company($1, $2, ${endedAt}, $3, $4)`,
        [member.userId, company.companyId, olderThan, max],
      )
    )[0]?.reached;
  const ALL = '00000000-0000-0000-0000-000000000000';
  const OF_APPLICATIONS = [
    'application_assigned',
    'application_withdrawn',
    'message_received',
    'interview_changed',
    'offer_answered',
  ];
  const former = () =>
    database.query<{ user_id: string; notification_id: string }>(
      'select user_id, notification_id from identity.former_members order by ended_at',
    );
  const revoke = (user: TestPerson) =>
    change('employer.org_memberships', "status = 'revoked', revoked_by = 'staff'", user.membershipId);

  test('no notification about its posts and applications, and all others', async () => {
    const kept: [string, string | null][] = [];
    for (const kind of ['application_received', 'job_post_visibility_changed']) {
      await notify(member, kind, post);
      await notify(member, kind, foreign.post);
      kept.push([kind, foreign.post]);
    }
    for (const kind of OF_APPLICATIONS) {
      await notify(member, kind, application);
      await notify(member, kind, foreign.application);
      kept.push([kind, foreign.application]);
    }
    await notify(member, 'role_changed', owner.companyId);
    await notify(member, 'other', application);
    await notify(member, 'other', post);
    await notify(owner, 'message_received', application);
    await notify(owner, 'application_received', post);
    kept.push(['role_changed', owner.companyId], ['other', application], ['other', post]);
    await forget(null, 1000);
    expect(await left()).toEqual(kept);
    expect(await left(owner)).toEqual([
      ['message_received', application],
      ['application_received', post],
    ]);
  });

  test('what it has as an applicant', async () => {
    const own = await makeApplication(database, {
      companyId: owner.companyId,
      userId: member.userId,
      jobPostId: post,
    });
    for (const kind of OF_APPLICATIONS) await notify(member, kind, own);
    await forget(null, 1000);
    expect((await left()).map(([kind]) => kind)).toEqual([
      'message_received',
      'interview_changed',
      'offer_answered',
    ]);
  });

  test('no assignment of before its end, and those of others', async () => {
    const others = await makeApplication(database, {
      companyId: owner.companyId,
      userId: (await makePerson(database)).userId,
    });
    await assign(application, member);
    await assign(others, owner);
    await forget(null, 1000, "now() - interval '1 hour'");
    expect(await assigned()).toBe(1);
    await forget(null, 1000);
    expect([await assigned(), await assigned(owner)]).toEqual([0, 1]);
  });

  test('no assignment of the moment of its end, and those at another company', async () => {
    await assign(application, member);
    await forget(null, 1000, 'now()', elsewhere);
    expect(await assigned()).toBe(1);
    const end = '2030-01-01T00:00:00Z';
    await database.query(
      'update employer.application_assignments set assigned_at = $2 where application_id = $1',
      [application, end],
    );
    await forget(null, 1000, `'${end}'`);
    expect(await assigned()).toBe(0);
  });

  test('no assignment after a step that has room for it, whatever is assigned to others or later', async () => {
    const make = async () =>
      makeApplication(database, { companyId: owner.companyId, userId: (await makePerson(database)).userId });
    await assign(application, member);
    await assign(await make(), owner);
    const later = await make();
    await assign(later, member);
    await database.query(
      "update employer.application_assignments set assigned_at = now() + interval '1 hour' where application_id = $1",
      [later],
    );
    expect(await forget(null, 1)).toBe(ALL);
    expect([await assigned(), await assigned(owner)]).toEqual([1, 1]);
    expect([await forget(ALL, 1), await assigned()]).toEqual([null, 1]);
  });

  test('what is assigned again meanwhile', async () => {
    const { userId } = await makePerson(database);
    const other = await makeApplication(database, { companyId: owner.companyId, userId });
    for (const id of [application, other]) await assign(id, member);
    await notify(member, 'message_received', application);
    await afterWait(
      database.ownerUrl,
      (holder) =>
        holder.query('select from identity.notifications where user_id = $1 for update', [member.userId]),
      () => forget(null, 1000),
      async (holder) => {
        const assignAgain = (set: string, values: readonly unknown[]) =>
          holder.query(`update employer.application_assignments set ${set} where application_id = $1`, [
            ...values,
          ]);
        await assignAgain('membership_id = $2', [application, owner.membershipId]);
        await assignAgain("assigned_at = now() + interval '1 hour'", [other]);
      },
    );
    expect([await left(), await assigned(), await assigned(owner)]).toEqual([[], 1, 1]);
  });

  test('nothing after steps that begin after what the step before has reached', async () => {
    await notify(member, 'message_received', application);
    await notify(member, 'role_changed', owner.companyId);
    const reached = await forget(null, 1);
    expect(reached).not.toBeNull();
    await forget(`${reached}`, 1);
    expect(await left()).toEqual([['role_changed', owner.companyId]]);
  });

  test('nothing after some steps, the newest first', async () => {
    const ids: string[] = [];
    for (const kind of ['message_received', 'interview_changed', 'offer_answered']) {
      await notify(member, kind, application);
      const [row] = await database.query<{ id: string }>(
        'select id from identity.notifications where user_id = $1 order by id desc limit 1',
        [member.userId],
      );
      ids.push(`${row?.id}`);
    }
    expect(await forget(null, 2)).toBe(ids[1]);
    expect((await left()).map(([kind]) => kind)).toEqual(['message_received']);
    await notify(member, 'interview_changed', application);
    expect(await forget(`${ids[1]}`, 2)).toBeNull();
    expect((await left()).map(([kind]) => kind)).toEqual(['interview_changed']);
    expect(await forget(ALL, 2)).toBeNull();
    expect(await left()).toHaveLength(1);
  });

  test('nothing after some steps of its assignments', async () => {
    for (let index = 0; index < 3; index += 1) {
      const { userId } = await makePerson(database);
      await assign(await makeApplication(database, { companyId: owner.companyId, userId }), member);
    }
    expect([await forget(null, 2), await assigned()]).toEqual([ALL, 1]);
    expect([await forget(ALL, 2), await assigned()]).toEqual([null, 0]);
  });

  test('nothing in the end, the one who has waited longest first, in one process at a time', async () => {
    const second = await makeColleague(database, owner, 'member');
    const many = (user: TestPerson) =>
      database.query(
        `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
         select uuidv7(), $1, 'message_received', $2, n::text, now() from generate_series(1, 1001) n`,
        [user.userId, application],
      );
    for (const user of [member, second]) {
      await many(user);
      await revoke(user);
    }
    const order = async () => (await former()).map(({ user_id }) => user_id);
    expect([await order(), (await left()).length]).toEqual([[member.userId, second.userId], 1]);
    await database.query(
      "update identity.former_members set ended_at = ended_at - interval '1 hour' where user_id = $1",
      [second.userId],
    );
    const next = (max: number) => resultOf('identity.forget_company_of_next_member($1)', [max]);
    expect(await next(1)).toBe(true);
    expect([await order(), (await left(second)).length]).toEqual([[second.userId, member.userId], 0]);
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query('select from identity.former_members where user_id = $1 for update', [
        second.userId,
      ]);
      expect(await resultAtOnce(database, 'identity.forget_company_of_next_member($1)', [9])).toBe(true);
    });
    expect([await order(), (await left()).length]).toEqual([[second.userId], 0]);
    expect([await next(9), await order(), await next(9)]).toEqual([true, [], false]);
  });

  test('nothing after steps that note how far they are, each for one user and one company', async () => {
    for (const kind of ['message_received', 'interview_changed', 'offer_answered'])
      await notify(member, kind, application);
    const ids = await database.query<{ id: string }>(
      'select id from identity.notifications where user_id = $1 order by id desc',
      [member.userId],
    );
    const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    for (const [user, company, at] of [
      [member.userId, owner.companyId, '2020-01-01'],
      [member.userId, elsewhere.companyId, '2021-01-01'],
      [elsewhere.userId, owner.companyId, '2022-01-01'],
    ])
      await database.query('insert into identity.former_members values ($1, $2, $3, $4)', [
        user,
        company,
        at,
        last,
      ]);
    const step = async () => {
      await database.query('select identity.forget_company_of_next_member(2)');
      return (await former()).map(({ notification_id }) => notification_id);
    };
    expect(await step()).toEqual([ids[1]?.id, last, last]);
    expect(await step()).toEqual([last, last]);
  });

  test('nothing when it ends again: what an earlier end has left begins again', async () => {
    const others = [
      [elsewhere.userId, owner.companyId],
      [member.userId, elsewhere.companyId],
    ];
    for (const [user, company] of [...others, [member.userId, owner.companyId]])
      await database.query(
        "insert into identity.former_members (user_id, company_id, ended_at, notification_id) values ($1, $2, '2020-01-01', $3)",
        [user, company, randomUUID()],
      );
    await revoke(member);
    const rows = await database.query(
      'select user_id, company_id from identity.former_members order by user_id = $1, 1',
      [member.userId],
    );
    expect(rows).toEqual(others.map(([user_id, company_id]) => ({ user_id, company_id })));
  });
});
