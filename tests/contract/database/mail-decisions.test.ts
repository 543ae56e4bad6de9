import { randomBytes, randomUUID } from 'node:crypto';
import {
  addressOf,
  createTestDatabase,
  makeAdmin,
  makeApplication,
  makeColleague,
  makeJobPost,
  makePerson,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import {
  changeRow,
  insertRow,
  makeParties,
  resultAtOnce,
  resultOf as resultOfCall,
} from '#support/function-rows.ts';
import { afterWait, inHeldTransaction } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
let elsewhere: TestPerson;
let talent: TestPerson;
let post: string;
let application: string;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
beforeEach(async () => {
  [owner, elsewhere, talent] = await makeParties(database);
  post = await makeJobPost(database, owner);
  application = await apply(talent);
});
afterAll(() => database.stop());

const apply = ({ userId }: TestPerson, jobPostId = post, { companyId } = owner) =>
  makeApplication(database, { companyId, userId, jobPostId });
const change = (relation: string, set: string, id: string | null) => changeRow(database, relation, set, id);
const resultOf = (call: string, values?: readonly unknown[]) => resultOfCall(database, call, values);
const insert = (relation: string, values: Readonly<Record<string, unknown>>) =>
  insertRow(database, relation, values);
const fromNow = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const HOUR = 3600;
const changeApplication = (set: string) => change('talent.applications', set, application);
const withdraw = () => changeApplication('withdrawn_at = now()');
const changeCompany = (set: string, { companyId } = owner) => change('employer.companies', set, companyId);
const disable = () => changeCompany("condition = 'disabled', disabled_at = now(), disabled_reason = 'x'");
const enable = () => changeCompany("condition = 'active', disabled_at = null, disabled_reason = ''");
const setChoice = (kind: string, choice: string, { userId } = talent) =>
  database.query(
    `insert into identity.notification_settings (user_id, ${kind}) values ($1, $2)
     on conflict (user_id) do update set ${kind} = excluded.${kind}`,
    [userId, choice],
  );
/** With no plan of a mail, unless given. */
const makeNews = async (
  kind: string,
  subject_id: string,
  values: Readonly<Record<string, unknown>> = {},
  { userId } = talent,
) => {
  const { mail_at = null, ...others } = values;
  const id = await insert('identity.notifications', {
    user_id: userId,
    kind,
    subject_id,
    value: randomUUID(),
    at: fromNow(-HOUR),
    ...others,
  });
  await database.query('update identity.notifications set mail_at = $2 where id = $1', [id, mail_at]);
  return id;
};
/** Of each notification: in how many minutes a mail reports it. */
const mailMinutes = async (ids: readonly string[]) => {
  const rows = await database.query<{ id: string; mail_at: Date | null }>(
    'select id, mail_at from identity.notifications where id = any ($1)',
    [ids],
  );
  return ids.map((id) => {
    const at = rows.find((row) => row.id === id)?.mail_at ?? null;
    return at === null ? null : Math.round((at.getTime() - Date.now()) / 60_000) + 0;
  });
};

const DEFAULTS = {
  application_received: 'daily',
  application_moved: 'at_once',
  invitation_received: 'at_once',
  role_changed: 'daily',
  job_post_closed: 'daily',
  message_received: 'at_once',
  interview_changed: 'at_once',
  application_assigned: 'daily',
  offer_answered: 'at_once',
  application_withdrawn: 'at_once',
} as const;
const KINDS = Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[];
const IN_DIGEST = KINDS.filter((kind) => kind !== 'invitation_received');

describe('what a user has chosen', () => {
  const choiceOf = (kind: string, { userId } = talent) =>
    resultOf('identity.mail_choice($1, $2)', [userId, kind]);
  const neverAll = () =>
    database.query(
      `insert into identity.notification_settings (user_id, ${KINDS.join(', ')}) values ($1, ${KINDS.map(() => "'never'").join(', ')})`,
      [talent.userId],
    );

  test.each(KINDS)('of %s: as set by the user alone', async (kind) => {
    expect(await choiceOf(kind)).toBe(DEFAULTS[kind]);
    await neverAll();
    expect(await choiceOf(kind)).toBe('never');
    expect(await choiceOf(kind, owner)).toBe(DEFAULTS[kind]);
  });

  test('of other kinds: always at once', async () => {
    await neverAll();
    expect(await choiceOf('company_reviewed')).toBe('at_once');
  });

  test.each(IN_DIGEST)('of the digest: daily while %s is', async (kind) => {
    expect(await choiceOf('digest')).toBe('daily');
    await neverAll();
    expect(await choiceOf('digest')).toBe('never');
    await setChoice(kind, 'daily');
    expect(await choiceOf('digest')).toBe('daily');
  });

  test('of a saved search: by its own frequency', async () => {
    const search = await insert('talent.saved_searches', {
      user_id: talent.userId,
      search: {},
      frequency: 'daily',
      created_at: fromNow(0),
      mailed_until: fromNow(0),
      next_mail_at: fromNow(0),
      attempts: 0,
    });
    const of = (kind: string, topic: string | null, { userId } = talent) =>
      resultOf('identity.mail_choice($1, $2, $3)', [userId, kind, topic]);
    expect(await of('saved_search', search)).toBe('at_once');
    expect(await of('saved_search', search, owner)).toBe('never');
    expect(await of('saved_search', randomUUID())).toBe('never');
    expect(await of('saved_search', null)).toBe('at_once');
    expect(await of('role_changed', search)).toBe('daily');
    expect(await of('role_changed', null)).toBe('daily');
    await change('talent.saved_searches', "frequency = 'none'", search);
    expect(await of('saved_search', search)).toBe('never');
  });
});

describe('when a notification is mailed', () => {
  const timeOf = async (kind: string, choice: string, at: Date) =>
    (await resultOf('identity.mail_time($1, $2, $3, $4)', [talent.userId, kind, choice, at])) as Date | null;
  const DAY = 24 * HOUR * 1000;
  const midnight = new Date('2030-01-01T00:00:00Z');
  const later = (time: Date | null, millis: number) => new Date((time?.getTime() ?? 0) + millis);

  test.each(IN_DIGEST)('%s, daily: at the next time of its recipient', async (kind) => {
    const today = await timeOf(kind, 'daily', midnight);
    expect(later(today, 0).getUTCHours()).toBeGreaterThanOrEqual(5);
    expect(later(today, 0).getUTCHours()).toBeLessThan(9);
    expect(await timeOf(kind, 'daily', later(today, -1))).toEqual(today);
    expect(await timeOf(kind, 'daily', later(today, 0))).toEqual(later(today, DAY));
    expect(await timeOf(kind, 'daily', later(today, 1))).toEqual(later(today, DAY));
  });

  test('at once: a minute later, unless its change queues a mail', async () => {
    for (const kind of IN_DIGEST) {
      const queuesMail = kind === 'application_moved';
      expect(await timeOf(kind, 'at_once', midnight)).toEqual(queuesMail ? null : later(midnight, 60_000));
    }
  });

  test('never, and not in the digest: at no time', async () => {
    expect(await timeOf('role_changed', 'never', midnight)).toBeNull();
    for (const choice of ['at_once', 'daily'])
      expect(await timeOf('invitation_received', choice, midnight)).toBeNull();
  });

  const planned = async (kind: string, values: Readonly<Record<string, unknown>> = {}) => {
    const id = await insert('identity.notifications', {
      user_id: talent.userId,
      kind,
      subject_id: application,
      value: randomUUID(),
      at: fromNow(0),
      ...values,
    });
    return (await mailMinutes([id]))[0];
  };

  test('of a message, with those of its conversation that are not read', async () => {
    expect(await planned('message_received')).toBe(1);
    await makeNews('message_received', application, { at: fromNow(-HOUR / 2) });
    expect(await planned('message_received')).toBe(30);
    await makeNews('message_received', application, { mail_at: fromNow(HOUR) });
    expect(await planned('message_received')).toBe(60);
    await makeNews('message_received', application, { at: fromNow(-2 * HOUR) });
    expect(await planned('message_received')).toBe(60);
  });

  test('of a message alone if the others are read, of another user, kind or conversation', async () => {
    const late = { mail_at: fromNow(2 * HOUR) };
    await makeNews('message_received', application, { ...late, read_at: fromNow(0) });
    await makeNews('message_received', application, late, owner);
    await makeNews('interview_changed', application, late);
    await makeNews('message_received', randomUUID(), late);
    expect(await planned('message_received')).toBe(1);
    expect(await planned('interview_changed')).toBe(1);
  });

  test('of a message never, if its recipient wants none', async () => {
    await makeNews('message_received', application, { mail_at: fromNow(HOUR) });
    await setChoice('message_received', 'never');
    expect(await planned('message_received')).toBeNull();
  });

  test('again when its recipient chooses otherwise', async () => {
    await setChoice('role_changed', 'daily');
    const at = { mail_at: fromNow(2 * 24 * HOUR) };
    const subject = randomUUID();
    const past = await makeNews('role_changed', subject, at);
    const future = await makeNews('role_changed', subject, { ...at, at: fromNow(HOUR) });
    const unplanned = await makeNews('role_changed', subject, { at: fromNow(HOUR) });
    const kept = [
      await makeNews('role_changed', subject, { ...at, read_at: fromNow(0) }),
      await makeNews('role_changed', subject, at, owner),
      await makeNews('job_post_closed', subject, at),
      // No kind, but a column of the settings.
      await makeNews('version', subject, at),
    ];
    await setChoice('role_changed', 'at_once');
    expect(await mailMinutes([past, future, unplanned])).toEqual([1, 61, 61]);
    expect(await mailMinutes(kept)).toEqual(kept.map(() => 2880));
    await setChoice('role_changed', 'never');
    expect(await mailMinutes([past, future, unplanned])).toEqual([null, null, null]);
    await setChoice('role_changed', 'daily');
    const [left, ...daily] = await mailMinutes([past, future, unplanned]);
    expect(left).toBeNull();
    for (const minutes of daily) expect(minutes).toBeGreaterThanOrEqual(60);
    expect(await mailMinutes(kept)).toEqual(kept.map(() => 2880));
  });

  test('again, the newest thousand', async () => {
    await setChoice('role_changed', 'daily');
    const rows = await database.query<{ id: string }>(
      `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
       select uuidv7(), $1, 'role_changed', $2, n::text, now() from generate_series(1, 1001) n returning id`,
      [talent.userId, randomUUID()],
    );
    const [oldest, ...newest] = rows.map(({ id }) => id).toSorted();
    await setChoice('role_changed', 'never');
    expect([...new Set(await mailMinutes(newest))]).toEqual([null]);
    expect(await mailMinutes([`${oldest}`])).not.toEqual([null]);
  });

  describe('of a stage whose own mail waits', () => {
    const MOVED = { value: 'interview' };
    let kept: string[];
    const stageMail = (topic: string, values: Readonly<Record<string, unknown>> = {}) =>
      insert('identity.mail_outbox', {
        ...MAIL,
        kind: 'application_stage',
        topic,
        state: 'interview',
        notification_kind: 'application_moved',
        ...values,
      });

    test('daily then, and no other', async () => {
      await setChoice('application_moved', 'at_once');
      await stageMail(application);
      kept = [];
      const without = async (values: Readonly<Record<string, unknown>>) => {
        const subject = randomUUID();
        await stageMail(subject, values);
        kept.push(await makeNews('application_moved', subject, MOVED));
      };
      await without({ kind: 'else' });
      await without({ topic: randomUUID() });
      await without({ notification_kind: null });
      await without({ state: 'offer' });
      await without({ sent_at: fromNow(0) });
      await without({ dropped_at: fromNow(0), drop_reason: 'withdrawn' });
      const other = await makeNews('role_changed', application, MOVED);
      const moved = await makeNews('application_moved', application, MOVED);
      await setChoice('application_moved', 'daily');
      expect(await mailMinutes([moved])).not.toEqual([null]);
      expect(await mailMinutes(kept)).toEqual(kept.map(() => null));
      await setChoice('role_changed', 'at_once');
      await setChoice('role_changed', 'daily');
      expect(await mailMinutes([other])).toEqual([null]);
    });

    test('and not if it is chosen at once', async () => {
      await setChoice('application_moved', 'never');
      await stageMail(application);
      const moved = await makeNews('application_moved', application, MOVED);
      await setChoice('application_moved', 'at_once');
      expect(await mailMinutes([moved])).toEqual([null]);
    });

    test('in no digest once its mail reports it', async () => {
      const [at, mail_at] = [fromNow(HOUR), fromNow(2 * HOUR)];
      const moved = await makeNews('application_moved', application, { at, mail_at });
      const others = [
        await makeNews('application_moved', application, { at, mail_at, read_at: fromNow(0) }),
        await makeNews('application_moved', application, { mail_at }),
        await makeNews('interview_changed', application, { at, mail_at }),
        await makeNews('application_moved', randomUUID(), { at, mail_at }),
        await makeNews('application_moved', await apply(talent, await makeJobPost(database, owner)), {
          at,
          mail_at,
        }),
        await makeNews('application_moved', application, { at, mail_at }, owner),
      ];
      await database.query('select identity.keep_stage_out_of_digest($1)', [application]);
      expect(await mailMinutes([moved, ...others])).toEqual([null, ...others.map(() => 120)]);
    });
  });
});

const MAIL = {
  to_address: 'x@mail.test',
  subject: 'News',
  text_body: 'x',
  html_body: 'x',
  kind: 'news',
  priority: 1,
  created_at: fromNow(0),
  attempts: 0,
  next_attempt_at: fromNow(0),
  send_after: fromNow(0),
};

describe('a post has a new application', () => {
  const isNew = () => resultOf('identity.has_new_application($1, $2)', [owner.userId, post]);
  const read = (hours: number, values: Readonly<Record<string, unknown>> = {}, who = owner) =>
    makeNews(
      'application_received',
      post,
      { at: fromNow(-9 * HOUR), read_at: fromNow(hours * HOUR), ...values },
      who,
    );

  test('of others, not withdrawn, of this post', async () => {
    expect(await isNew()).toBe(true);
    await withdraw();
    expect(await isNew()).toBe(false);
    await apply(owner);
    await apply(talent, await makeJobPost(database, owner));
    expect(await isNew()).toBe(false);
  });

  test('since its member has read of one', async () => {
    await read(-2);
    expect(await isNew()).toBe(true);
    const soon = fromNow(2 * HOUR);
    await read(2, {}, talent);
    await read(2, { subject_id: randomUUID() });
    await insert('identity.notifications', {
      user_id: owner.userId,
      kind: 'message_received',
      subject_id: post,
      value: '',
      at: fromNow(-9 * HOUR),
      read_at: soon,
    });
    expect(await isNew()).toBe(true);
    const id = await read(2);
    expect(await isNew()).toBe(false);
    await database.query(
      'update identity.notifications n set read_at = a.created_at from talent.applications a where n.id = $1 and a.id = $2',
      [id, application],
    );
    expect(await isNew()).toBe(true);
  });

  test('the newest of all decides', async () => {
    await read(-2);
    await changeApplication("created_at = now() - interval '5 hours'");
    expect(await isNew()).toBe(false);
    await apply(await makePerson(database, { talent: 'active' }));
    expect(await isNew()).toBe(true);
  });

  test('or since the first that the member has not read', async () => {
    await read(2);
    const unread = (hours: number) =>
      makeNews('application_received', post, { at: fromNow(hours * HOUR) }, owner);
    await unread(1);
    expect(await isNew()).toBe(false);
    await unread(-1);
    expect(await isNew()).toBe(true);
  });
});

describe('news is true', () => {
  const isTrue = (kind: string, subject: string, value = '') =>
    resultOf('identity.is_news_true($1, $2, $3, $4)', [owner.userId, kind, subject, value]);

  test.each([
    ['application_moved', ''],
    ['message_received', ''],
    ['interview_changed', 'proposed'],
  ])('of an application that is not withdrawn, at a company that may act: %s', async (kind, value) => {
    expect(await isTrue(kind, application, value)).toBe(true);
    expect(await isTrue(kind, randomUUID(), value)).toBe(false);
    await disable();
    expect(await isTrue(kind, application, value)).toBe(false);
    await enable();
    await withdraw();
    expect(await isTrue(kind, application, value)).toBe(false);
  });

  test('of a post that is closed, while the application is not withdrawn', async () => {
    const closed = () => isTrue('job_post_closed', application);
    await change('employer.job_posts', "state = 'closed'", await makeJobPost(database, owner));
    expect(await closed()).toBe(false);
    await change('employer.job_posts', "state = 'closed'", post);
    expect(await closed()).toBe(true);
    await disable();
    expect(await closed()).toBe(true);
    expect(await isTrue('job_post_closed', randomUUID())).toBe(false);
    await withdraw();
    expect(await closed()).toBe(false);
  });

  test('of a post with a new application', async () => {
    expect(await isTrue('application_received', post)).toBe(true);
    expect(await isTrue('application_received', application)).toBe(false);
  });

  test('of all else', async () => {
    await withdraw();
    for (const [kind, value] of [
      ['interview_changed', 'cancelled'],
      ['role_changed', 'proposed'],
    ] as const)
      expect(await isTrue(kind, application, value)).toBe(true);
  });
});

describe('mail is sent only while it is true', () => {
  const isCurrent = (
    kind: string,
    topic: string | null,
    to: { readonly userId: string } | { readonly adminId: string } = owner,
    ids: readonly string[] | null = null,
  ) => resultOf('identity.is_mail_current($1, $2, $3, $4)', [kind, addressOf(to), topic, ids]);

  test('without a topic, always', async () => {
    for (const kind of ['application_stage', 'staff_link', 'news'])
      expect(await isCurrent(kind, null)).toBe(true);
  });

  test('of a stage: while applicants see it', async () => {
    const ofStage = () => isCurrent('application_stage', application);
    expect(await ofStage()).toBe(false);
    for (const stage of ['interview', 'offer', 'rejected']) {
      await changeApplication(`stage = '${stage}'`);
      expect(await ofStage()).toBe(true);
    }
    expect(await isCurrent('application_stage', randomUUID())).toBe(false);
    await disable();
    expect(await ofStage()).toBe(false);
    await enable();
    await withdraw();
    expect(await ofStage()).toBe(false);
  });

  describe.each(['invitation_to_account', 'invitation_to_new_address'])('of an invitation: %s', (kind) => {
    let invitation: string;
    const isOpen = (company = owner, invited = talent) => isCurrent(kind, company.companyId, invited);
    beforeEach(async () => {
      invitation = await insert('employer.invitations', {
        company_id: owner.companyId,
        email: addressOf(talent),
        role: 'member',
        token_hash: `\\x${randomBytes(32).toString('hex')}`,
        invited_by: owner.userId,
        created_at: fromNow(0),
        expires_at: fromNow(HOUR),
      });
    });

    test('while it is open, to its address', async () => {
      expect(await isOpen()).toBe(true);
      expect(await isOpen(elsewhere)).toBe(false);
      expect(await isOpen(owner, elsewhere)).toBe(false);
      await disable();
      expect(await isOpen()).toBe(false);
    });

    test.each([
      'accepted_at = now(), accepted_by = invited_by',
      'withdrawn_at = now()',
      "expires_at = now() - interval '1 minute'",
    ])('not with %s', async (set) => {
      await change('employer.invitations', set, invitation);
      expect(await isOpen()).toBe(false);
    });

    test('to an account only at a verified address', async () => {
      await change('identity.users', 'email_verified_at = null', talent.userId);
      expect(await isOpen()).toBe(kind === 'invitation_to_new_address');
    });
  });

  test('of a company: to its owners, and except of its condition while it may act', async () => {
    const KINDS_OF_OWNERS = [
      ['company_condition_changed', owner.companyId, elsewhere.companyId],
      ['company_reviewed', owner.companyId, elsewhere.companyId],
      ['job_post_visibility_changed', post, await makeJobPost(database, elsewhere)],
    ] as const;
    const member = await makeColleague(database, owner, 'member');
    const former = await makeColleague(database, owner);
    await change('employer.org_memberships', "status = 'revoked', revoked_by = 'staff'", former.membershipId);
    for (const [kind, topic, foreign] of KINDS_OF_OWNERS) {
      expect([kind, await isCurrent(kind, topic)]).toEqual([kind, true]);
      expect([kind, await isCurrent(kind, foreign)]).toEqual([kind, false]);
      for (const to of [member, former, elsewhere, talent])
        expect([kind, await isCurrent(kind, topic, to)]).toEqual([kind, false]);
    }
    await disable();
    for (const [kind, topic] of KINDS_OF_OWNERS)
      expect([kind, await isCurrent(kind, topic)]).toEqual([kind, kind === 'company_condition_changed']);
  });

  describe('of staff', () => {
    type Admin = Awaited<ReturnType<typeof makeAdmin>>;
    let operator: Admin;
    let viewer: Admin;
    beforeEach(async () => {
      [operator, viewer] = [await makeAdmin(database, 'operator'), await makeAdmin(database, 'viewer')];
    });

    test('a request: to operators who can sign in, while it is open', async () => {
      const request = await insert('identity.staff_requests', {
        admin_id: viewer.adminId,
        kind: 'promote',
        reason: 'x',
        requested_by: operator.adminId,
        requested_at: fromNow(0),
        expires_at: fromNow(HOUR),
      });
      const asked = await makeAdmin(database, 'operator');
      const isAsked = (to: Parameters<typeof addressOf>[0] = asked) =>
        isCurrent('staff_approval_requested', request, to);
      expect(await isAsked()).toBe(true);
      expect(await isAsked(viewer)).toBe(false);
      expect(await isAsked(owner)).toBe(false);
      expect(await isCurrent('staff_approval_requested', randomUUID(), asked)).toBe(false);
      await change('identity.admins', 'disabled_at = now()', asked.adminId);
      expect(await isAsked()).toBe(false);
      expect(await isAsked(operator)).toBe(true);
      await change('identity.staff_requests', "decided_at = now(), outcome = 'withdrawn'", request);
      expect(await isAsked(operator)).toBe(false);
      await change(
        'identity.staff_requests',
        "decided_at = null, outcome = null, expires_at = now() - interval '1 minute'",
        request,
      );
      expect(await isAsked(operator)).toBe(false);
    });

    test('a link: while it can be used', async () => {
      const link = await insert('identity.admin_enrolments', {
        token_hash: `\\x${randomBytes(32).toString('hex')}`,
        admin_id: viewer.adminId,
        created_at: fromNow(0),
        expires_at: fromNow(HOUR),
      });
      const isOpen = ({ adminId } = viewer) => isCurrent('staff_link', adminId);
      expect(await isOpen()).toBe(true);
      expect(await isOpen(operator)).toBe(false);
      await change('identity.admin_enrolments', 'used_at = now()', link);
      expect(await isOpen()).toBe(false);
      await change(
        'identity.admin_enrolments',
        "used_at = null, expires_at = now() - interval '1 minute'",
        link,
      );
      expect(await isOpen()).toBe(false);
    });
  });

  test('of the deletion of an account: while that is so', async () => {
    const deletion = async (topic: string) => [
      await isCurrent('account_deletion_requested', topic),
      await isCurrent('account_deletion_cancelled', topic),
    ];
    expect(await deletion(talent.userId)).toEqual([false, true]);
    await change('identity.users', 'deletion_requested_at = now(), deletion_due_at = now()', talent.userId);
    expect(await deletion(talent.userId)).toEqual([true, false]);
    expect(await deletion(randomUUID())).toEqual([false, false]);
  });

  test('of a saved search: while visitors see each post that it names', async () => {
    const second = await makeJobPost(database, owner);
    const isSeen = (...ids: string[]) => isCurrent('saved_search', randomUUID(), talent, ids);
    expect(await isSeen(post, second)).toBe(true);
    expect(await isSeen()).toBe(true);
    expect(await isSeen(post, randomUUID())).toBe(false);
    await change('employer.job_posts', 'expires_on = current_date - 2', second);
    expect(await isSeen(post, second)).toBe(false);
    await disable();
    expect(await isSeen(post)).toBe(false);
    await enable();
    await changeCompany("review_state = 'pending'");
    expect(await isSeen(post)).toBe(false);
  });

  describe('of notifications: while each is', () => {
    const isNews = (...ids: string[]) => isCurrent('digest', randomUUID(), talent, ids);

    test('unread, wanted, true, and there', async () => {
      const news = await makeNews('message_received', application);
      const moved = await makeNews('application_moved', application, { value: 'revoked' });
      expect(await isNews(news, moved)).toBe(true);
      expect(await isNews()).toBe(true);
      expect(await isNews(news, randomUUID())).toBe(false);
      await change('identity.notifications', 'read_at = now()', moved);
      expect(await isNews(news, moved)).toBe(false);
      await setChoice('message_received', 'never');
      expect(await isNews(news)).toBe(false);
    });

    test('not of an application that is no longer true', async () => {
      const moved = await makeNews('application_moved', application);
      await disable();
      expect(await isNews(moved)).toBe(false);
    });

    test('of what its user sees, or of a role that has ended', async () => {
      const unseen = [
        await makeNews('role_changed', `${owner.companyId}`, { value: 'member' }),
        await makeNews('offer_answered', `${owner.companyId}`, { value: 'revoked' }),
      ];
      for (const id of unseen) expect(await isNews(id)).toBe(false);
      expect(await isNews(await makeNews('role_changed', `${owner.companyId}`, { value: 'revoked' }))).toBe(
        true,
      );
      expect(
        await isNews(await makeNews('role_changed', `${owner.companyId}`, { value: 'owner' }, owner)),
      ).toBe(true);
    });
  });
});

describe('mail that is no longer true', () => {
  const drop = (id: string) => database.query('select identity.drop_outdated_mail($1)', [id]);
  const makeMail = (values: Readonly<Record<string, unknown>>) =>
    insert('identity.mail_outbox', { ...MAIL, ...values });
  const stateOf = async (id: string) => {
    const [row] = await database.query<{ state: string }>(
      `select case when dropped_at is not null and next_attempt_at = 'infinity' and text_body = '' and html_body = ''
                     then drop_reason
                   when text_body = 'x' and html_body = 'x' then 'kept' else 'else' end as state
         from identity.mail_outbox where id = $1`,
      [id],
    );
    return row?.state;
  };
  const UNTIL = '2026-01-02T00:00:00Z';
  const makeSearch = (frequency = 'daily', { userId } = talent) =>
    insert('talent.saved_searches', {
      user_id: userId,
      search: { query: randomUUID() },
      frequency,
      created_at: UNTIL,
      mailed_until: UNTIL,
      next_mail_at: '2036-01-01T00:00:00Z',
      attempts: 0,
    });
  const searchOf = async (id: string) => {
    const [row] = await database.query<{ days: number; is_next: boolean }>(
      `select extract(day from $2::timestamptz - mailed_until)::int as days, next_mail_at <= now() as is_next
         from talent.saved_searches where id = $1`,
      [id, UNTIL],
    );
    return row;
  };
  const KEPT = { days: 0, is_next: false };
  const dropAtOnce = (id: string) => resultAtOnce(database, 'identity.drop_outdated_mail($1)', [id]);
  const lock = (holder: pg.Client, relation: string, id: string) =>
    holder.query(`select from ${relation} where id = $1 for update`, [id]);

  test('is dropped once, and no other', async () => {
    const [id, other] = [await makeMail({}), await makeMail({})];
    await drop(id);
    expect([await stateOf(id), await stateOf(other)]).toEqual(['withdrawn', 'kept']);
    const dropped = { dropped_at: fromNow(-HOUR), drop_reason: 'replaced' };
    for (const values of [{ sent_at: fromNow(0) }, dropped]) {
      const kept = await makeMail(values);
      const before = await database.query('select * from identity.mail_outbox where id = $1', [kept]);
      await drop(kept);
      expect(await database.query('select * from identity.mail_outbox where id = $1', [kept])).toEqual(
        before,
      );
    }
  });

  describe('of a saved search', () => {
    const EARLIER = '2026-01-01T00:00:00Z';
    const ofSearch = (topic: string, values: Readonly<Record<string, unknown>> = {}) =>
      makeMail({ kind: 'saved_search', topic, news_since: EARLIER, ...values });

    test('has its search look again, from where its news began', async () => {
      const [search, other] = [await makeSearch(), await makeSearch()];
      await drop(await ofSearch(search));
      expect([await searchOf(search), await searchOf(other)]).toEqual([{ days: 1, is_next: true }, KEPT]);
    });

    test('has a search that is behind look again from there', async () => {
      const search = await makeSearch();
      await drop(await ofSearch(search, { news_since: '2026-01-05T00:00:00Z' }));
      expect(await searchOf(search)).toEqual({ days: 0, is_next: true });
    });

    test('leaves the search as it is if it mails no more, if the mail has no time, is sent or another', async () => {
      const none = await makeSearch('none');
      await drop(await ofSearch(none));
      const search = await makeSearch();
      await drop(await ofSearch(search, { news_since: null }));
      await drop(await ofSearch(search, { sent_at: fromNow(0) }));
      await drop(await makeMail({ topic: search, news_since: EARLIER }));
      expect([await searchOf(none), await searchOf(search)]).toEqual([KEPT, KEPT]);
    });

    test('leaves notifications as they are', async () => {
      const news = await makeNews('role_changed', randomUUID());
      await drop(await ofSearch(await makeSearch(), { subject_ids: [news] }));
      expect(await mailMinutes([news])).toEqual([null]);
    });

    test('waits for its search before it locks the mail', async () => {
      const search = await makeSearch();
      const id = await ofSearch(search);
      await afterWait(
        database.ownerUrl,
        (holder) => lock(holder, 'talent.saved_searches', search),
        () => drop(id),
        (holder) => holder.query('select from identity.mail_outbox where id = $1 for update nowait', [id]),
      );
      expect(await stateOf(id)).toBe('withdrawn');
    });

    test('waits for no other search', async () => {
      const [held, search] = [await makeSearch(), await makeSearch()];
      const [ofHeld, id, ofOther] = [
        await ofSearch(held),
        await ofSearch(search),
        await makeMail({ topic: held }),
      ];
      await inHeldTransaction(database.ownerUrl, async (holder) => {
        await lock(holder, 'talent.saved_searches', held);
        await dropAtOnce(id);
        await dropAtOnce(ofOther);
      });
      expect([await stateOf(ofHeld), await stateOf(id), await stateOf(ofOther)]).toEqual([
        'kept',
        'withdrawn',
        'withdrawn',
      ]);
    });
  });

  describe('of notifications', () => {
    test('has those mailed again that are unread and true', async () => {
      const news = await makeNews('role_changed', randomUUID());
      const kept = [
        await makeNews('role_changed', randomUUID()),
        await makeNews('role_changed', randomUUID(), { read_at: fromNow(0) }),
        await makeNews('application_moved', randomUUID()),
      ];
      const subject_ids = [news, ...kept.slice(1)];
      await drop(await makeMail({ subject_ids, sent_at: fromNow(0) }));
      expect(await mailMinutes([news])).toEqual([null]);
      await drop(await makeMail({ subject_ids }));
      expect(await mailMinutes([news, ...kept])).toEqual([0, null, null, null]);
    });

    test('has the only one mailed again', async () => {
      const news = await makeNews('role_changed', randomUUID());
      await drop(await makeMail({ subject_ids: [news] }));
      expect(await mailMinutes([news])).toEqual([0]);
    });

    test('is left if another transaction has one of them', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 3; index += 1) ids.push(await makeNews('role_changed', randomUUID()));
      const id = await makeMail({ subject_ids: ids });
      await inHeldTransaction(database.ownerUrl, async (holder) => {
        await lock(holder, 'identity.notifications', `${ids[2]}`);
        await dropAtOnce(id);
      });
      expect([await stateOf(id), ...(await mailMinutes(ids))]).toEqual(['kept', null, null, null]);
      await drop(id);
      expect([await stateOf(id), ...(await mailMinutes(ids))]).toEqual(['withdrawn', 0, 0, 0]);
    });
  });
});
