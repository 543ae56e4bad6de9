import { randomUUID } from 'node:crypto';
import { createLogger, type Logger } from '@gatehouse/runtime';
import {
  addressOf,
  createTestDatabase,
  makeColleague,
  makeJobPost,
  makePerson,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { reportNext, startNotificationReporter } from '#services/identity/src/notification-mail/reporter.ts';
import { inHeldTransaction } from '#support/held-transaction.ts';
import { createIdentityPool } from '#support/identity-pool.ts';
import { waitFor } from '#support/wait-for.ts';

const log = createLogger({ service: 'notification-mail-test', level: 'silent' });
const origin = 'https://gatehouse.test';

let database: TestDatabase;
const pools: Pool[] = [];
const makePool = () => createIdentityPool(database, { maxConnections: 2 });
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  pools.push(makePool(), makePool());
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.stop();
});

const OWNER = { membership: { role: 'owner', status: 'active' } } as const;

const notify = (userIds: readonly string[], kind: string, subjectId: string | null, value = '') =>
  database.query('select identity.notify($1, $2, $3, $4, 0)', [userIds, kind, subjectId, value]);

/** As identity writes it. */
async function choose({ userId }: TestPerson, kind: string, choice: string): Promise<void> {
  await database.query(
    'insert into identity.notification_settings (user_id) values ($1) on conflict do nothing',
    [userId],
  );
  await database.query(`update identity.notification_settings set ${kind} = $2 where user_id = $1`, [
    userId,
    choice,
  ]);
}

/** As if the time of every mail had come. */
const passTime = () =>
  database.query('update identity.notifications set mail_at = now() where mail_at is not null');

async function reportAll(pool = pools[0] as Pool): Promise<void> {
  while (await reportNext(pool, { origin, log }));
}

/** A log, and the lines that it has got. */
function recordingLog() {
  const lines: { level: string; err: unknown; text: string }[] = [];
  const at = (level: string) => (fields: { err?: unknown }, text: string) =>
    void lines.push({ level, err: fields.err, text });
  return { lines, log: { warn: at('warn'), error: at('error') } as unknown as Logger };
}

const mailsOf = (person: TestPerson) =>
  database.query<{ kind: string; notification_kind: string; text_body: string }>(
    'select kind, notification_kind, text_body from identity.mail_outbox where to_address = $1 order by id',
    [addressOf(person)],
  );

const planned = async (person: TestPerson) =>
  (
    await database.query('select 1 from identity.notifications where user_id = $1 and mail_at is not null', [
      person.userId,
    ])
  ).length;

const makePost = ({ companyId }: TestPerson, title = 'Rigger') => makeJobPost(database, { companyId, title });

/** As the company closes it: its applicants are notified. */
async function close(post: string): Promise<void> {
  await database.query("update employer.job_posts set state = 'closed' where id = $1", [post]);
  await database.query('select identity.notify_of_closed_posts(array[$1::uuid])', [post]);
}

async function apply(talent: TestPerson, owner: TestPerson, post: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    'insert into talent.applications (job_post_id, company_id, user_id) values ($1, $2, $3) returning id',
    [post, owner.companyId, talent.userId],
  );
  await database.query('select identity.notify_of_application($1)', [row?.id]);
  return row?.id ?? '';
}

/** A member with news of each kind that has a choice. */
async function makeNews() {
  const owner = await makePerson(database, OWNER);
  const person = await makeColleague(database, owner, 'member');
  await database.query("update employer.companies set name = 'Harbour' where id = $1", [owner.companyId]);
  const [own, theirs] = [await makePost(owner), await makePost(owner, 'Caulker')];
  await apply(await makePerson(database, { talent: 'active' }), owner, own);
  const application = await apply(person, owner, theirs);
  await notify([person.userId], 'application_moved', application, 'interview');
  await notify([person.userId], 'role_changed', owner.companyId, 'owner');
  await close(theirs);
  return { owner, person };
}

describe('the digest', () => {
  test('has what is new and unread of every kind that the user wants daily, once', async () => {
    const { person } = await makeNews();
    await choose(person, 'application_moved', 'daily');
    // Chosen after the stage was shown, which its own mail has reported.
    expect(await planned(person)).toBe(3);
    await passTime();
    await reportAll();
    const [digest, ...others] = await mailsOf(person);
    expect(others).toEqual([]);
    expect(digest).toMatchObject({ kind: 'notification_digest', notification_kind: 'digest' });
    expect(digest?.text_body).toContain(
      [
        'Harbour closed its job post “Caulker”.',
        'You are now an owner of Harbour.',
        'There are new applications for “Rigger”.',
      ].join('\n'),
    );
    expect(digest?.text_body).toContain(`${origin}/account/notifications`);
    expect(digest?.text_body).not.toContain('There is more.');
    await passTime();
    await reportAll();
    expect(await mailsOf(person)).toHaveLength(1);
  });

  test('has a stage for an applicant who has chosen it daily', async () => {
    const owner = await makePerson(database, OWNER);
    const talent = await makePerson(database, { talent: 'active' });
    await choose(talent, 'application_moved', 'daily');
    const application = await apply(talent, owner, await makePost(owner));
    for (const change of ["stage = 'offer'", 'stage_seen_from = now()'])
      await database.query(`update talent.applications set ${change} where id = $1`, [application]);
    await notify([talent.userId], 'application_moved', application, 'offer');
    await passTime();
    await reportAll();
    expect((await mailsOf(talent))[0]?.text_body).toContain('would like to make you an offer for “Rigger”.');
  });

  describe('about an application that was moved again', () => {
    /** Moves it as a company does. @returns once the applicant has seen the stage. */
    async function move(talent: TestPerson, application: string, stage: string): Promise<void> {
      await database.query("select identity.notify(array[$1::uuid], 'application_moved', $2, $3, 65)", [
        talent.userId,
        application,
        stage,
      ]);
      await database.query('update identity.notifications set at = now() where user_id = $1 and at > now()', [
        talent.userId,
      ]);
    }
    const changeNewest = ({ userId }: TestPerson, change: string) =>
      database.query(
        `update identity.notifications set ${change}
          where id = (select n.id from identity.notifications n where n.user_id = $1 order by n.id desc limit 1)`,
        [userId],
      );
    async function makeApplicant() {
      const owner = await makePerson(database, OWNER);
      const talent = await makePerson(database, { talent: 'active' });
      await choose(talent, 'application_moved', 'daily');
      return { talent, application: await apply(talent, owner, await makePost(owner)) };
    }
    async function textsOf(talent: TestPerson): Promise<readonly string[]> {
      await passTime();
      await reportAll();
      return (await mailsOf(talent)).map(({ text_body }) => text_body);
    }

    test.each([
      ['a letter, which is always mailed, has reported', 'mail_at = null'],
      ['its user has read of', 'read_at = now()'],
    ])('has no stage before one that %s', async (_what, change) => {
      const { talent, application } = await makeApplicant();
      await move(talent, application, 'offer');
      await move(talent, application, 'rejected');
      await changeNewest(talent, change);
      expect(await textsOf(talent)).toEqual([]);
    });

    test('has the latest of two stages alone', async () => {
      const { talent, application } = await makeApplicant();
      await move(talent, application, 'offer');
      await move(talent, application, 'rejected');
      const [text, ...others] = await textsOf(talent);
      expect(others).toEqual([]);
      expect(text).toContain('chose another applicant for “Rigger”.');
      expect(text).not.toContain('make you an offer');
    });

    test('has a stage to which the company has returned', async () => {
      const { talent, application } = await makeApplicant();
      await move(talent, application, 'offer');
      await move(talent, application, 'rejected');
      await changeNewest(talent, 'read_at = now()');
      await move(talent, application, 'offer');
      expect(await textsOf(talent)).toEqual([expect.stringContaining('would like to make you an offer')]);
    });
  });

  describe('of what waits for an answer', () => {
    async function makeApplication() {
      const owner = await makePerson(database, OWNER);
      const talent = await makePerson(database, { talent: 'active' });
      for (const kind of ['application_moved', 'interview_changed']) await choose(talent, kind, 'daily');
      await choose(owner, 'interview_changed', 'daily');
      return { owner, talent, application: await apply(talent, owner, await makePost(owner)) };
    }
    /** Changes an interview as a service does, and notifies of it. */
    async function change(id: string, set: string): Promise<void> {
      await database.query(`update talent.interviews set ${set} where id = $1`, [id]);
      await database.query('select talent.notify_of_interview($1)', [id]);
    }
    async function propose({ owner, application }: Awaited<ReturnType<typeof makeApplication>>) {
      const [row] = await database.query<{ id: string }>(
        `insert into talent.interviews
           (application_id, proposed_by, starts, time_zone, duration_minutes, place, note)
         values ($1, $2, array[now() - interval '1 hour', now() + interval '1 day'], 'UTC', 30, '', '') returning id`,
        [application, owner.userId],
      );
      const id = row?.id ?? '';
      await database.query('select talent.notify_of_interview($1)', [id]);
      return id;
    }
    async function textOf(person: TestPerson): Promise<string> {
      await passTime();
      await reportAll();
      return (await mailsOf(person)).map(({ text_body }) => text_body).join('\n');
    }
    const ACCEPTED = "state = 'accepted', accepted_start = starts[2]";

    test.each([
      ['while it has a time to come', 'note = note', true],
      ['when it was accepted', ACCEPTED, false],
      ['when it was declined', "state = 'declined'", false],
      [
        'when all its times are over',
        "starts = array[now() - interval '2 hours', now() - interval '1 hour']",
        false,
      ],
    ])('proposes times for an interview %s: %s is %s', async (_when, set, isNews) => {
      const made = await makeApplication();
      await change(await propose(made), set);
      expect((await textOf(made.talent)).includes('proposes times')).toBe(isNews);
    });

    test.each([
      ['until the interview is cancelled', [ACCEPTED], true],
      ['not after it', [ACCEPTED, "state = 'cancelled'"], false],
    ])('says that an interview was accepted %s', async (_until, changes, isNews) => {
      const made = await makeApplication();
      const id = await propose(made);
      for (const set of changes) await change(id, set);
      expect((await textOf(made.owner)).includes('An applicant accepted')).toBe(isNews);
    });

    test.each([
      [null, true],
      ['declined', false],
    ])('announces an offer whose answer is %s: %s', async (answer, isNews) => {
      const { talent, application } = await makeApplication();
      await database.query("update talent.applications set stage = 'offer' where id = $1", [application]);
      await notify([talent.userId], 'application_moved', application, 'offer');
      await database.query('update talent.applications set offer_answer = $2 where id = $1', [
        application,
        answer,
      ]);
      expect((await textOf(talent)).includes('make you an offer')).toBe(isNews);
    });
  });

  test('that is dropped makes due again only what is true: a reporter of the former release would compose the rest without end', async () => {
    const { owner, person } = await makeNews();
    await passTime();
    await reportAll();
    await database.query("update employer.job_posts set state = 'published' where company_id = $1", [
      owner.companyId,
    ]);
    await database.query(
      'select identity.drop_outdated_mail(id) from identity.mail_outbox where to_address = $1',
      [addressOf(person)],
    );
    const due = await database.query<{ kind: string }>(
      'select kind from identity.notifications where user_id = $1 and mail_at is not null order by kind',
      [person.userId],
    );
    expect(due.map(({ kind }) => kind)).toEqual(['application_received', 'role_changed']);
  });

  test('is due once a day, at the own time of the user between 5:00 and 9:00 UTC', async () => {
    const { person } = await makeNews();
    const times = await database.query<{ hour: number; is_next: boolean; mail_at: Date }>(
      `select extract(hour from mail_at at time zone 'UTC')::int as hour, mail_at,
              mail_at > now() and mail_at <= now() + interval '1 day' as is_next
         from identity.notifications where user_id = $1 and mail_at is not null`,
      [person.userId],
    );
    expect(times).toHaveLength(3);
    expect(new Set(times.map(({ mail_at }) => mail_at.getTime())).size).toBe(1);
    for (const { hour, is_next } of times) {
      expect(is_next).toBe(true);
      expect([5, 6, 7, 8]).toContain(hour);
    }
  });

  test('two instances report each user once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => makeNews()));
    await passTime();
    await Promise.all(pools.flatMap((pool) => [reportAll(pool), reportAll(pool)]));
    for (const { person } of made) expect(await mailsOf(person)).toHaveLength(1);
  });

  test('G1: waits for no transaction that changes a notification; that one is reported the next time', async () => {
    const { person } = await makeNews();
    await passTime();
    const holder = await (pools[1] as Pool).connect();
    try {
      await holder.query('begin');
      await holder.query(
        "select from identity.notifications where user_id = $1 and kind = 'role_changed' for update",
        [person.userId],
      );
      await reportAll();
      expect(await planned(person)).toBe(1);
      const [digest] = await mailsOf(person);
      expect(digest?.text_body).toContain('There are new applications for “Rigger”.');
      expect(digest?.text_body).not.toContain('You are now an owner');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await reportAll();
    expect(await planned(person)).toBe(0);
    expect((await mailsOf(person))[1]?.text_body).toContain('You are now an owner of Harbour.');
  });

  test('an instance that fails after it has taken the news loses and doubles nothing', async () => {
    const { person } = await makeNews();
    await passTime();
    const dueUsers = async () =>
      (await database.query('select distinct user_id from identity.notifications where mail_at <= now()'))
        .length;
    const before = await dueUsers();
    const { log: failing, lines } = recordingLog();
    // No link can be made of this origin: composing fails after the rows were changed.
    const fail = () => reportNext(pools[0] as Pool, { origin: 'no origin', log: failing });
    expect(await fail()).toBe(true);
    expect(lines).toEqual([
      {
        level: 'error',
        err: expect.any(Error),
        text: 'the notifications of a user could not be mailed; they are tried again',
      },
    ]);
    // The next attempt comes later, so that one user's failure holds up no other.
    expect(await dueUsers()).toBe(before - 1);
    while (await fail());
    expect(await mailsOf(person)).toEqual([]);
    expect([await planned(person), await dueUsers()]).toEqual([3, 0]);
    await passTime();
    await reportAll();
    expect(await mailsOf(person)).toHaveLength(1);
  });

  test('is not sent without news: what was read meanwhile counts as reported', async () => {
    const { person, owner } = await makeNews();
    await database.query('update identity.notifications set read_at = now() where user_id = any ($1)', [
      [person.userId, owner.userId],
    ]);
    await passTime();
    await reportAll();
    expect([await mailsOf(person), await planned(person)]).toEqual([[], 0]);
  });

  test.each([
    [20, false],
    [22, true],
  ])(
    'of %i notifications has at most 20 sentences, and says whether there are more',
    async (all, hasMore) => {
      const owner = await makePerson(database, OWNER);
      const talent = await makePerson(database, { talent: 'active' });
      for (let count = 1; count <= all; count += 1) {
        await apply(talent, owner, await makePost(owner, `Post ${count}`));
      }
      await passTime();
      await reportAll();
      const text = (await mailsOf(owner))[0]?.text_body ?? '';
      expect(text.match(/new applications for/g)).toHaveLength(20);
      expect(text).toContain(`“Post ${all}”`);
      expect(text.includes('There is more.')).toBe(hasMore);
    },
  );

  test('counts the applications that a sentence is about, not the notifications', async () => {
    const owner = await makePerson(database, OWNER);
    const member = await makeColleague(database, owner, 'member');
    const post = await makePost(owner);
    const applications: string[] = [];
    for (let count = 1; count <= 3; count += 1) {
      const applicant = await makePerson(database, { talent: 'active' });
      applications.push(await apply(applicant, owner, post));
    }
    for (const application of applications)
      await notify([member.userId], 'application_assigned', application);
    await choose(member, 'message_received', 'daily');
    await database.query(
      `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
       select uuidv7(), $1, 'message_received', $2, 'applicant ' || gen_random_uuid(), now() from generate_series(1, 2)`,
      [member.userId, applications[0]],
    );
    await passTime();
    await reportAll();
    const text = (await mailsOf(member))[0]?.text_body ?? '';
    expect(text).toContain('3 applications for “Rigger” were assigned to you.');
    expect(text).not.toContain('An application for “Rigger”');
    expect(text).toContain('An applicant wrote to you about “Rigger”.');
    expect(text).not.toContain('There is more.');
  });

  test.each([
    [100, false],
    [101, true],
  ])('that is one sentence about %i messages says that there is more: %s', async (count, hasMore) => {
    const owner = await makePerson(database, OWNER);
    const applicant = await makePerson(database, { talent: 'active' });
    const application = await apply(applicant, owner, await makePost(owner));
    await choose(applicant, 'message_received', 'daily');
    await database.query(
      `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
       select uuidv7(), $1, 'message_received', $2, 'company ' || gen_random_uuid(), now() from generate_series(1, $3)`,
      [applicant.userId, application, count],
    );
    await passTime();
    await reportAll();
    const text = (await mailsOf(applicant))[0]?.text_body ?? '';
    expect(text.match(/wrote to you/g)).toHaveLength(1);
    expect(text.includes('There is more.')).toBe(hasMore);
  });

  test('goes to no address that is not confirmed', async () => {
    const { person } = await makeNews();
    await database.query('update identity.users set email_verified_at = null where id = $1', [person.userId]);
    await passTime();
    await reportAll();
    expect([await mailsOf(person), await planned(person)]).toEqual([[], 0]);
  });
});

describe('a report has only what its reader may see when it is composed', () => {
  test('D3: a member whose membership was revoked reads nothing of the company', async () => {
    const { person } = await makeNews();
    await database.query(
      "update employer.org_memberships set status = 'revoked', revoked_by = 'owner' where user_id = $1",
      [person.userId],
    );
    await notify([person.userId], 'role_changed', person.companyId, 'revoked');
    await passTime();
    await reportAll();
    const text = (await mailsOf(person))[0]?.text_body ?? '';
    expect(text).toContain('Your membership in a company was revoked.');
    expect(text).not.toContain('“Rigger”');
    expect(text).not.toContain('owner of');
  });

  test('S3: a member of a disabled company reads no title of its job posts', async () => {
    const owner = await makePerson(database, OWNER);
    await apply(await makePerson(database, { talent: 'active' }), owner, await makePost(owner));
    await database.query("update employer.companies set condition = 'disabled' where id = $1", [
      owner.companyId,
    ]);
    await passTime();
    await reportAll();
    expect(await mailsOf(owner)).toEqual([]);
  });

  test('an applicant reads of a stage of a disabled company once staff have enabled it', async () => {
    const owner = await makePerson(database, OWNER);
    const talent = await makePerson(database, { talent: 'active' });
    const application = await apply(talent, owner, await makePost(owner));
    await choose(talent, 'application_moved', 'daily');
    await notify([talent.userId], 'application_moved', application, 'rejected');
    const setCondition = (condition: string) =>
      database.query('update employer.companies set condition = $2 where id = $1', [
        owner.companyId,
        condition,
      ]);
    await setCondition('disabled');
    await passTime();
    await reportAll();
    expect([await mailsOf(talent), await planned(talent)]).toEqual([[], 1]);
    await setCondition('active');
    await passTime();
    await reportAll();
    expect(await planned(talent)).toBe(0);
    expect(await mailsOf(talent)).toMatchObject([
      { kind: 'notification_digest', text_body: expect.stringContaining('“Rigger”') },
    ]);
  });

  test('an applicant who has withdrawn reads nothing of the job post', async () => {
    const owner = await makePerson(database, OWNER);
    const talent = await makePerson(database, { talent: 'active' });
    const post = await makePost(owner);
    await apply(talent, owner, post);
    await close(post);
    await database.query('update talent.applications set withdrawn_at = now() where user_id = $1', [
      talent.userId,
    ]);
    await passTime();
    await reportAll();
    expect(await mailsOf(talent)).toEqual([]);
  });

  test('G11: new applications that were withdrawn, or whose applicant has left, are in no mail', async () => {
    const owner = await makePerson(database, OWNER);
    const post = await makePost(owner);
    const applyAgain = async () => apply(await makePerson(database, { talent: 'active' }), owner, post);
    const application = await applyAgain();
    const leaver = await makePerson(database, { talent: 'active' });
    await apply(leaver, owner, post);
    await database.query('update talent.applications set withdrawn_at = now() where id = $1', [application]);
    await database.query('select identity.erase_user($1)', [leaver.userId]);
    await passTime();
    await reportAll();
    expect(await mailsOf(owner)).toEqual([]);
    // Read of the first one; the second one is withdrawn: the first one is not new again.
    await applyAgain();
    await database.query('update identity.notifications set read_at = now() where user_id = $1', [
      owner.userId,
    ]);
    await database.query('update talent.applications set withdrawn_at = now() where id = $1', [
      await applyAgain(),
    ]);
    await passTime();
    await reportAll();
    expect(await mailsOf(owner)).toEqual([]);
    await applyAgain();
    await passTime();
    await reportAll();
    expect((await mailsOf(owner)).map(({ text_body }) => text_body)).toEqual([
      expect.stringContaining('There are new applications for “Rigger”.'),
    ]);
  });

  test('a title cannot add lines', async () => {
    const owner = await makePerson(database, OWNER);
    const post = await makePost(owner, 'Rigger\nYou have won a prize');
    await apply(await makePerson(database, { talent: 'active' }), owner, post);
    await passTime();
    await reportAll();
    expect((await mailsOf(owner))[0]?.text_body).toContain('“Rigger You have won a prize”');
  });
});

describe('the choice of a kind', () => {
  test('at once: a mail of that kind, a minute later', async () => {
    const owner = await makePerson(database, OWNER);
    await choose(owner, 'application_received', 'at_once');
    await apply(await makePerson(database, { talent: 'active' }), owner, await makePost(owner));
    const [time] = await database.query<{ seconds: number }>(
      'select extract(epoch from mail_at - at)::int as seconds from identity.notifications where user_id = $1',
      [owner.userId],
    );
    expect(time).toEqual({ seconds: 60 });
    await passTime();
    await reportAll();
    expect(await mailsOf(owner)).toMatchObject([
      { kind: 'application_received', notification_kind: 'application_received' },
    ]);
  });

  test('G6: at once beyond the limit of an hour: one mail waits, and later news is in the one after it', async () => {
    const { owner, person: applicant } = await makeNews();
    const address = addressOf(owner);
    await database.query(
      `insert into identity.mail_outbox (to_address, subject, text_body, html_body, kind, topic, send_after, next_attempt_at, attempts, sent_at)
       select $1, 'x', '', '', 'message_received', uuidv7(), now() - make_interval(mins => 31), now(), 1, now()
         from generate_series(1, 10)`,
      [address],
    );
    const [first, ...later] = await Promise.all(
      ['Rigger', 'Caulker', 'Sailmaker'].map(async (title) =>
        apply(applicant, owner, await makePost(owner, title)),
      ),
    );
    const write = async (application: string) => {
      await notify([owner.userId], 'message_received', application, `applicant ${randomUUID()}`);
      await database.query(
        "update identity.notifications set mail_at = now() where subject_id = $1 and kind = 'message_received'",
        [application],
      );
      await reportAll();
    };
    for (const application of [first ?? '', ...later]) await write(application);
    const waiting = () =>
      database.query<{ text_body: string; in_minutes: number }>(
        `select text_body, round(extract(epoch from send_after - now()) / 60)::int as in_minutes
           from identity.mail_outbox where to_address = $1 and kind = 'message_received' and sent_at is null`,
        [address],
      );
    expect(await waiting()).toEqual([{ text_body: expect.stringContaining('“Rigger”'), in_minutes: 29 }]);
    await database.query(
      `update identity.mail_outbox set sent_at = now(), send_after = send_after - interval '1 hour'
        where to_address = $1 and kind = 'message_received'`,
      [address],
    );
    await database.query(
      `update identity.notifications set mail_at = mail_at - interval '30 minutes'
        where user_id = $1 and kind = 'message_received'`,
      [owner.userId],
    );
    await reportAll();
    const [mail, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(mail?.text_body).toContain('“Caulker”');
    expect(mail?.text_body).toContain('“Sailmaker”');
    expect(mail?.text_body).not.toContain('“Rigger”');
  });

  test('an assigned application: in the digest, or at once with a link to it; never for one who may not read it', async () => {
    const owner = await makePerson(database, OWNER);
    await database.query("update employer.companies set name = 'Harbour' where id = $1", [owner.companyId]);
    const [daily, atOnce, former] = [
      await makeColleague(database, owner, 'member'),
      await makeColleague(database, owner, 'member'),
      await makeColleague(database, owner, 'member'),
    ];
    await choose(atOnce, 'application_assigned', 'at_once');
    await choose(former, 'application_assigned', 'at_once');
    const applicant = await makePerson(database, { talent: 'active' });
    const application = await apply(applicant, owner, await makePost(owner));
    await notify(
      [daily, atOnce, former].map(({ userId }) => userId),
      'application_assigned',
      application,
    );
    await database.query("update employer.org_memberships set status = 'revoked' where user_id = $1", [
      former.userId,
    ]);
    await passTime();
    await reportAll();
    const sentence = 'An application for “Rigger” was assigned to you.';
    const [digest] = await mailsOf(daily);
    expect(digest).toMatchObject({ kind: 'notification_digest' });
    expect(digest?.text_body).toContain(sentence);
    const [mail] = await mailsOf(atOnce);
    expect(mail).toMatchObject({ kind: 'application_assigned', notification_kind: 'application_assigned' });
    expect(mail?.text_body).toContain(sentence);
    expect(mail?.text_body).toContain(`${origin}/employer/applications/${application}`);
    expect((await mailsOf(former)).filter(({ text_body }) => text_body.includes(sentence))).toEqual([]);
  });

  test.each([
    ['accepted', 'An applicant accepted your offer for “Rigger”.'],
    ['declined', 'An applicant declined your offer for “Rigger”.'],
  ])(
    'an offer is %s: at once with a link to the application, or in the digest; never for a former member',
    async (answer, sentence) => {
      const owner = await makePerson(database, OWNER);
      await database.query("update employer.companies set name = 'Harbour' where id = $1", [owner.companyId]);
      const [daily, never, former, applicant] = [
        await makeColleague(database, owner, 'member'),
        await makeColleague(database, owner, 'member'),
        await makeColleague(database, owner, 'member'),
        await makePerson(database, { talent: 'active' }),
      ];
      await choose(daily, 'offer_answered', 'daily');
      await choose(never, 'offer_answered', 'never');
      const application = await apply(applicant, owner, await makePost(owner));
      await database.query("update talent.applications set stage = 'offer' where id = $1", [application]);
      await database.query('update talent.applications set offer_answer = $2 where id = $1', [
        application,
        answer,
      ]);
      await database.query("update employer.org_memberships set status = 'revoked' where user_id = $1", [
        former.userId,
      ]);
      await passTime();
      await reportAll();
      const withAnswer = async (person: TestPerson) =>
        (await mailsOf(person)).filter(({ text_body }) => text_body.includes(sentence));
      const [mail, ...others] = await withAnswer(owner);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ kind: 'offer_answered', notification_kind: 'offer_answered' });
      expect(mail?.text_body).toContain(`${origin}/employer/applications/${application}`);
      expect(await withAnswer(daily)).toMatchObject([
        { kind: 'notification_digest', notification_kind: 'digest' },
      ]);
      for (const person of [never, former, applicant]) expect(await withAnswer(person)).toEqual([]);
    },
  );

  test('a withdrawal: at once with a link to the application, or in the digest; never for a former member, also once it waits', async () => {
    const owner = await makePerson(database, OWNER);
    const [atOnce, daily, never, former] = [
      await makeColleague(database, owner, 'member'),
      await makeColleague(database, owner, 'member'),
      await makeColleague(database, owner, 'member'),
      await makeColleague(database, owner, 'member'),
    ];
    await choose(daily, 'application_withdrawn', 'daily');
    await choose(never, 'application_withdrawn', 'never');
    const post = await makePost(owner);
    const applications = new Map<TestPerson, string>();
    for (const person of [atOnce, daily, never, former]) {
      const application = await apply(await makePerson(database, { talent: 'active' }), owner, post);
      applications.set(person, application);
      await database.query(
        'insert into employer.application_assignments (application_id, membership_id) values ($1, $2)',
        [application, person.membershipId],
      );
      await database.query('update talent.applications set withdrawn_at = now() where id = $1', [
        application,
      ]);
    }
    const revoke = ({ userId }: TestPerson) =>
      database.query("update employer.org_memberships set status = 'revoked' where user_id = $1", [userId]);
    await revoke(former);
    await passTime();
    await reportAll();
    const sentence = 'An applicant withdrew an application for “Rigger”.';
    const withSentence = async (person: TestPerson) =>
      (await mailsOf(person)).filter(({ text_body }) => text_body.includes(sentence));
    const [mail, ...others] = await withSentence(atOnce);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'application_withdrawn',
      notification_kind: 'application_withdrawn',
    });
    expect(mail?.text_body).toContain(`${origin}/employer/applications/${applications.get(atOnce)}`);
    expect(await withSentence(daily)).toMatchObject([{ kind: 'notification_digest' }]);
    for (const person of [never, former]) expect(await withSentence(person)).toEqual([]);
    const isCurrent = () =>
      database.query(
        `select identity.is_mail_current(o.kind, o.to_address, o.topic, o.subject_ids) as is_current
           from identity.mail_outbox o where o.to_address = $1 and o.kind = 'application_withdrawn'`,
        [addressOf(atOnce)],
      );
    expect(await isCurrent()).toEqual([{ is_current: true }]);
    await revoke(atOnce);
    expect(await isCurrent()).toEqual([{ is_current: false }]);
  });

  test('never: no mail, also of what was to be reported', async () => {
    const { person } = await makeNews();
    await choose(person, 'role_changed', 'never');
    await choose(person, 'application_received', 'never');
    await choose(person, 'job_post_closed', 'never');
    await notify([person.userId], 'role_changed', person.companyId, 'member');
    await passTime();
    await reportAll();
    expect([await mailsOf(person), await planned(person)]).toEqual([[], 0]);
    await choose(person, 'role_changed', 'daily');
    expect(await planned(person)).toBe(0);
  });

  test('never, and daily again before the digest: it has what was to be reported before, and nothing of the time between', async () => {
    const { person } = await makeNews();
    await choose(person, 'role_changed', 'never');
    const elsewhere = await makePerson(database, OWNER);
    await notify([person.userId], 'role_changed', elsewhere.companyId, 'revoked');
    await choose(person, 'role_changed', 'daily');
    await passTime();
    await reportAll();
    const [digest, ...others] = await mailsOf(person);
    expect(others).toEqual([]);
    expect(digest?.text_body).toContain('You are now an owner of Harbour.');
    expect(digest?.text_body).not.toContain('Your membership in a company was revoked.');
  });

  test('never: no mail either of what was planned while the choice was written', async () => {
    const { person } = await makeNews();
    await choose(person, 'role_changed', 'never');
    await database.query(
      "update identity.notifications set mail_at = now() where user_id = $1 and kind = 'role_changed'",
      [person.userId],
    );
    await passTime();
    await reportAll();
    const mails = await mailsOf(person);
    expect(mails).toMatchObject([{ kind: 'notification_digest' }]);
    expect(mails[0]?.text_body).not.toContain('You are now an owner');
  });

  test('from daily to at once: what waits for the digest is mailed now', async () => {
    const { person } = await makeNews();
    await choose(person, 'role_changed', 'at_once');
    await database.query(
      "update identity.notifications set mail_at = mail_at - interval '1 minute' where user_id = $1",
      [person.userId],
    );
    await reportAll();
    expect(await mailsOf(person)).toMatchObject([{ kind: 'role_changed' }]);
    expect(await planned(person)).toBe(2);
  });

  test('from at once to daily: a stage whose mail waits for the mail server is in the digest, once', async () => {
    const owner = await makePerson(database, OWNER);
    const talent = await makePerson(database, { talent: 'active' });
    await choose(talent, 'application_moved', 'at_once');
    const application = await apply(talent, owner, await makePost(owner));
    await notify([talent.userId], 'application_moved', application, 'interview');
    const mail = {
      to_address: addressOf(talent),
      kind: 'application_stage',
      notification_kind: 'application_moved',
      topic: application,
      state: 'interview',
      audience: 'verified',
      priority: 1,
      subject: 'Your application',
      text_body: 'News.',
      html_body: 'News.',
    };
    await database.query("select identity.queue_mail($1, '[]')", [JSON.stringify(mail)]);
    await choose(talent, 'application_moved', 'daily');
    expect(await planned(talent)).toBe(1);
    await database.query('update identity.mail_outbox set sent_at = now() where topic = $1', [application]);
    await database.query('update identity.notifications set mail_at = null where user_id = $1', [
      talent.userId,
    ]);
    await choose(talent, 'application_moved', 'at_once');
    await choose(talent, 'application_moved', 'daily');
    expect(await planned(talent)).toBe(0);
  });

  test('kinds that are always mailed are in no report', async () => {
    const person = await makePerson(database);
    await notify([person.userId], 'access_decided', person.userId, 'granted');
    await notify([person.userId], 'company_condition_changed', person.userId, 'disabled');
    await notify([person.userId], 'invitation_received', person.userId);
    expect(await planned(person)).toBe(0);
  });

  test('further applications are mailed again while the first notification is unread', async () => {
    const owner = await makePerson(database, OWNER);
    const post = await makePost(owner);
    const applyAgain = async () => apply(await makePerson(database, { talent: 'active' }), owner, post);
    await applyAgain();
    await passTime();
    await reportAll();
    expect(await planned(owner)).toBe(0);
    await applyAgain();
    await applyAgain();
    expect(await planned(owner)).toBe(1);
    // G6: an hour later at the earliest, so that applicants do not flood a mailbox.
    await database.query('update identity.notifications set mail_at = null where user_id = $1', [
      owner.userId,
    ]);
    await choose(owner, 'application_received', 'at_once');
    await applyAgain();
    const [time] = await database.query<{ is_later: boolean }>(
      "select mail_at > now() + interval '59 minutes' as is_later from identity.notifications where user_id = $1",
      [owner.userId],
    );
    expect(time).toEqual({ is_later: true });
  });
});

describe('the link of a mail', () => {
  /** An application, its applicant, and an owner of its company. */
  async function makeApplication() {
    const owner = await makePerson(database, OWNER);
    await database.query("update employer.companies set name = 'Harbour' where id = $1", [owner.companyId]);
    const applicant = await makePerson(database, { talent: 'active' });
    const id = await apply(applicant, owner, await makePost(owner));
    return { owner, applicant, id };
  }

  async function linesOfMail(person: TestPerson, kind: string): Promise<readonly string[]> {
    await passTime();
    await reportAll();
    const [mail] = (await mailsOf(person)).filter((one) => one.kind === kind);
    return mail?.text_body.split('\n') ?? [];
  }

  test.each([
    ['message_received', 'company', 'applicant', '/talent/applications/ID'],
    ['message_received', 'applicant', 'owner', '/employer/applications/ID/conversation'],
    ['interview_changed', 'proposed', 'applicant', '/talent/applications/ID'],
    ['interview_changed', 'cancelled', 'applicant', '/talent/applications/ID'],
    ['interview_changed', 'accepted', 'owner', '/employer/applications/ID/conversation'],
    ['offer_answered', 'accepted', 'owner', '/employer/applications/ID'],
    ['job_post_closed', '', 'applicant', '/account/notifications'],
  ] as const)('about one application, %s %s, leads the %s to %s', async (kind, value, reader, path) => {
    const { id, ...readers } = await makeApplication();
    const person = readers[reader];
    await choose(person, kind, 'at_once');
    if (kind === 'job_post_closed') {
      await database.query("update employer.job_posts set state = 'closed' where company_id = $1", [
        readers.owner.companyId,
      ]);
    }
    await notify([person.userId], kind, id, value);
    expect(await linesOfMail(person, kind)).toContain(`${origin}${path.replace('ID', id)}`);
  });

  test('about two changes of one application leads to it, and about two applications to the notifications', async () => {
    const [one, two] = [await makeApplication(), await makeApplication()];
    const planTwo = (person: TestPerson, [first, second]: readonly [string, string]) =>
      database.query(
        `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
         values (uuidv7(), $1, 'interview_changed', $2, 'proposed', now()),
                (uuidv7(), $1, 'interview_changed', $3, 'cancelled', now())`,
        [person.userId, first, second],
      );
    await planTwo(one.applicant, [one.id, one.id]);
    const other = await apply(two.applicant, one.owner, await makePost(one.owner, 'Caulker'));
    await planTwo(two.applicant, [two.id, other]);
    expect(await linesOfMail(one.applicant, 'interview_changed')).toContain(
      `${origin}/talent/applications/${one.id}`,
    );
    expect(await linesOfMail(two.applicant, 'interview_changed')).toContain(
      `${origin}/account/notifications`,
    );
  });
});

describe('more than a thousand notifications of one user that are due', () => {
  interface News {
    readonly count: number;
    /** For how long they have been due; negative: not yet. */
    readonly minutes: number;
    readonly isRead: boolean;
    readonly kind?: string;
    readonly subject?: string | null;
    readonly value?: string;
  }
  /** Makes notifications, oldest first. @returns their ids. */
  async function insert(
    { userId }: TestPerson,
    { count, minutes, isRead, kind = 'message_received', subject = null, value = 'company' }: News,
  ): Promise<readonly string[]> {
    const made = await database.query<{ id: string }>(
      `insert into identity.notifications (id, user_id, kind, subject_id, value, at, read_at)
       select uuidv7(), $1, $3, coalesce($4, gen_random_uuid()), $5, now(), case when $6 then now() end
         from generate_series(1, $2) returning id`,
      [userId, count, kind, subject, value, isRead],
    );
    const ids = made.map(({ id }) => id);
    await database.query(
      'update identity.notifications set mail_at = now() - make_interval(mins => $2) where id = any ($1)',
      [ids, minutes],
    );
    return ids;
  }
  const dueOf = async ({ userId }: TestPerson) => {
    const [row] = await database.query<{ due: number; unread: number }>(
      `select count(*)::int as due, count(*) filter (where read_at is null)::int as unread
         from identity.notifications where user_id = $1 and mail_at <= now()`,
      [userId],
    );
    return row;
  };
  const report = () => reportNext(pools[0] as Pool, { origin, log });

  test('G1: go in steps: the newest unread ones are mailed, the oldest count as reported', async () => {
    const owner = await makePerson(database, OWNER);
    const person = await makeColleague(database, owner, 'member');
    const other = await makePerson(database);
    // Not due; among the oldest.
    await insert(person, { count: 50, minutes: -60, isRead: true });
    await insert(person, { count: 119, minutes: 90, isRead: false });
    const [locked] = await insert(person, { count: 1, minutes: 80, isRead: true });
    await insert(person, { count: 1079, minutes: 90, isRead: true });
    const role = { kind: 'role_changed', subject: owner.companyId, value: 'owner' };
    await insert(person, { count: 1, minutes: 80, isRead: false, ...role });
    await insert(other, { count: 1200, minutes: 30, isRead: true });
    await insert(other, { count: 1, minutes: -30, isRead: true });
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holder.query('select from identity.notifications where id = $1 for update', [locked]);
      expect(await report()).toBe(true);
      // All that are unread, and the newest of the others; the one that is locked is left.
      expect(await dueOf(person)).toEqual({ due: 1001, unread: 120 });
      expect(await dueOf(other)).toEqual({ due: 1200, unread: 0 });
      expect(await mailsOf(person)).toEqual([]);
      expect(await report()).toBe(true);
      expect(await dueOf(person)).toEqual({ due: 1, unread: 0 });
      expect(await dueOf(other)).toEqual({ due: 1200, unread: 0 });
      const kinds = (await mailsOf(person)).map(({ text_body }) =>
        text_body.includes('You are now an owner of'),
      );
      expect(kinds).toEqual([true]);
    });
    expect(
      await database.query('select from identity.notifications where user_id = $1 and mail_at > now()', [
        person.userId,
      ]),
    ).toHaveLength(50);
    await database.query('update identity.notifications set mail_at = null where user_id = $1', [
      person.userId,
    ]);
    await reportAll();
    expect([await dueOf(other), await mailsOf(other)]).toEqual([{ due: 0, unread: 0 }, []]);
  });

  test('the user whose notifications have been due for the longest time is first', async () => {
    const [late, early, latest] = [
      await makePerson(database),
      await makePerson(database),
      await makePerson(database),
    ];
    await insert(late, { count: 1, minutes: 10, isRead: false });
    await insert(early, { count: 1, minutes: 20, isRead: false });
    await insert(latest, { count: 1, minutes: 5, isRead: false });
    for (const person of [early, late, latest]) {
      expect((await dueOf(person))?.due).toBe(1);
      expect(await report()).toBe(true);
      expect((await dueOf(person))?.due).toBe(0);
    }
  });
});

describe('the reporter of a service', () => {
  test('fails with the error of its database while no user is known', async () => {
    const failure = new Error('no connection');
    const pool = {
      query: () => Promise.resolve({ rows: [] }),
      connect: () => Promise.reject(failure),
    } as unknown as Pool;
    await expect(reportNext(pool, { origin, log })).rejects.toBe(failure);
  });

  test('reports what is due until it is stopped', async () => {
    const { person } = await makeNews();
    await passTime();
    const task = startNotificationReporter(pools[0] as Pool, { origin, log, pollMillis: 100 });
    await waitFor(async () => ((await planned(person)) === 0 ? true : undefined)).finally(task.stop);
    expect((await mailsOf(person))[0]?.text_body).toContain(`${origin}/account/notifications`);
  });

  test('F23: logs that its database does not answer, and asks again after a pause', async () => {
    const pool = makePool();
    await pool.end();
    const { log: failing, lines } = recordingLog();
    const task = startNotificationReporter(pool, { origin, log: failing, pollMillis: 5000 });
    try {
      await waitFor(() => (lines.length > 0 ? true : undefined));
      // Meanwhile another instance reports, which takes far longer than an attempt that fails.
      await makeNews();
      await passTime();
      await reportAll();
    } finally {
      await task.stop();
    }
    expect(lines).toEqual([
      {
        level: 'warn',
        err: expect.objectContaining({ message: expect.stringContaining('pool') }),
        text: 'could not read the notifications that are due by mail',
      },
    ]);
  });
});
