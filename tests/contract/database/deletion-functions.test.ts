import { randomBytes, randomUUID } from 'node:crypto';
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
let stranger: TestPerson;
let owner: TestPerson;
let elsewhere: TestPerson;
let user: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  // What none of the functions may find, before the rows of every test.
  stranger = await makeOwner();
  await disable(await makeOwner());
});
beforeEach(async () => {
  await letBeDue(stranger);
  [owner, elsewhere, user] = await makeParties(database);
});
afterAll(() => database.stop());

const change = (relation: string, set: string, id: string | null) => changeRow(database, relation, set, id);
const resultOf = (call: string, values?: readonly unknown[]) => resultOfCall(database, call, values);
const idsOf = async (from: string, values: readonly unknown[]) =>
  (await database.query<{ id: string }>(`select id from ${from} order by id`, values)).map(({ id }) => id);
const countOf = async (from: string, values: readonly unknown[]) =>
  (await database.query(`select from ${from}`, values)).length;
const columnOf = async (relation: string, column: string, id: string | null) =>
  (
    await database.query<{ value: unknown }>(`select ${column} as value from ${relation} where id = $1`, [id])
  )[0]?.value;
const MAIL = { subject: '', text_body: 'x', html_body: 'x', priority: 1 };
const MAILS = JSON.stringify({
  deleted: { ...MAIL, kind: 'account_deleted', audience: 'unverified' },
  postponed: { ...MAIL, kind: 'account_deletion_postponed' },
  company_closed: { ...MAIL, kind: 'company_closed' },
});
const REASON = 'Its last owner closed the company.';

const letBeDue = ({ userId }: TestPerson, closes: string | null = null) =>
  database.query(
    `update identity.users
        set deletion_requested_at = now() - interval '7 days', deletion_due_at = now() - interval '1 second',
            deletion_closes_company_id = $2
      where id = $1`,
    [userId, closes],
  );
const letBeLater = ({ userId }: TestPerson) =>
  change('identity.users', "deletion_due_at = now() + interval '1 hour'", userId);
const disable = ({ companyId }: TestPerson) =>
  change(
    'employer.companies',
    "condition = 'disabled', disabled_at = now(), disabled_reason = 'By staff.'",
    companyId,
  );
const isClosed = async ({ companyId }: TestPerson) =>
  (await columnOf('employer.companies', 'disabled_reason', companyId)) === REASON;
const exists = ({ userId }: TestPerson) => countOf('identity.users where id = $1', [userId]);
const eventsOf = async (id: string | null) =>
  (
    await database.query<{ event: string }>(
      "select action || ': ' || change as event from identity.audit_events where subject_id = $1 order by id",
      [id],
    )
  ).map(({ event }) => event);
const mailsTo = async (...people: readonly TestPerson[]) =>
  (
    await database.query<{ mail: string }>(
      `select kind as mail from identity.mail_outbox where to_address = any ($1) order by id`,
      [people.map(addressOf)],
    )
  ).map(({ mail }) => mail);
const apply = ({ userId }: TestPerson, { companyId } = owner) =>
  makeApplication(database, { companyId, userId });
const invite = (
  invitedBy: TestPerson,
  values: Readonly<Record<string, unknown>> = {},
  { companyId } = owner,
) =>
  insertRow(database, 'employer.invitations', {
    company_id: companyId,
    email: `${randomUUID()}@new.test`,
    role: 'member',
    token_hash: `\\x${randomBytes(32).toString('hex')}`,
    invited_by: invitedBy.userId,
    created_at: new Date(),
    expires_at: new Date(Date.now() + 3_600_000),
    ...values,
  });
const CLOSED_INVITATIONS = [
  { withdrawn_at: '2026-01-01T00:00:00Z' },
  { expires_at: '2026-01-01T00:00:00Z' },
] as const;
const accepted = ({ userId }: TestPerson) => ({ accepted_at: new Date(), accepted_by: userId });
/** Of each invitation: whether it has been withdrawn within the minute. */
const withdrawn = async (ids: readonly string[]) => {
  const found = await idsOf(
    "employer.invitations where id = any ($1) and withdrawn_at > now() - interval '1 minute'",
    [ids],
  );
  return ids.map((id) => found.includes(id));
};
const holdAccess = (holder: pg.Client, kind: string, id: string | null, isExclusive: boolean) =>
  holder.query('select identity.lock_access(array[$1], array[$2::uuid], array[$3::boolean])', [
    kind,
    id,
    isExclusive,
  ]);
const holdRow = (holder: pg.Client, relation: string, id: string | undefined) =>
  holder.query(`select from ${relation} where id = $1 for update nowait`, [id]);
const makeExport = ({ userId }: TestPerson) =>
  insertRow(database, 'identity.data_exports', {
    user_id: userId,
    requested_at: new Date(),
    attempts: 0,
    next_attempt_at: new Date(),
    expires_at: new Date(Date.now() + 3_600_000),
  });
const makeOwner = () => makePerson(database, { membership: { role: 'owner', status: 'active' } });
/** Whether a user is the last owner of the company: ways to be one, and not. */
const OWNERSHIPS: readonly (readonly [string, boolean, (last: TestPerson) => Promise<unknown>])[] = [
  ['alone', true, async () => {}],
  ['beside a member', true, (last) => makeColleague(database, last, 'member')],
  [
    'beside an owner whose access was revoked',
    true,
    async (last) =>
      change(
        'employer.org_memberships',
        "status = 'revoked', revoked_by = 'owner'",
        (await makeColleague(database, last)).membershipId,
      ),
  ],
  ['beside another owner', false, (last) => makeColleague(database, last)],
  ['as a member', false, (last) => change('employer.org_memberships', "role = 'member'", last.membershipId)],
  [
    'with a revoked access',
    false,
    (last) =>
      change('employer.org_memberships', "status = 'revoked', revoked_by = 'staff'", last.membershipId),
  ],
];

test('accounts are due in their order, each for one process', async () => {
  await database.query('update identity.users set deletion_requested_at = null, deletion_due_at = null');
  const people = [owner, elsewhere, user];
  for (const [hours, person] of people.entries())
    await change(
      'identity.users',
      `deletion_requested_at = now(), deletion_due_at = now() - interval '${hours + 1} hours'`,
      person.userId,
    );
  const lockSome = 'select retention.lock_due_accounts(1) as id';
  await inHeldTransaction(database.ownerUrl, async (holder) => {
    expect((await holder.query(lockSome)).rows).toEqual([{ id: user.userId }]);
    expect(await resultAtOnce(database, 'retention.lock_due_accounts($1)', [1])).toBe(elsewhere.userId);
  });
  for (const person of people) await letBeLater(person);
  expect(await database.query(lockSome)).toEqual([]);
});

describe('G11: an account is deleted', () => {
  const DELETE = 'retention.delete_account($1, $2)';
  const remove = ({ userId } = user) => resultOf(DELETE, [userId, MAILS]);
  const removeAtOnce = ({ userId } = user) => resultAtOnce(database, DELETE, [userId, MAILS]);

  test('with what it has sent, of which the trail keeps that it ended', async () => {
    const member = await makeColleague(database, owner, 'member');
    const [open, before, others] = [
      await apply(member, elsewhere),
      await apply(member, elsewhere),
      await apply(user),
    ];
    await change('talent.applications', 'withdrawn_at = now()', before);
    const own = [
      await invite(member),
      await invite(member, accepted(user)),
      ...(await Promise.all(CLOSED_INVITATIONS.map((values) => invite(member, values)))),
      await invite(owner),
    ];
    const removed = (kind: string) =>
      resultOf('(select removed::int from retention.progress where kind = $1)', [kind]) as Promise<number>;
    const [ofAccounts, ofSessions] = [await removed('account_deletions'), await removed('user_sessions')];
    await letBeDue(member);
    expect(await remove(member)).toBe('deleted');
    expect([await exists(member), await exists(owner), await exists(user)]).toEqual([0, 1, 1]);
    expect(await eventsOf(open)).toEqual(['application.withdrawn: ']);
    expect([await eventsOf(before), await eventsOf(others)]).toEqual([[], []]);
    expect(await withdrawn(own)).toEqual([true, false, false, false, false]);
    const ofInvitations = [];
    for (const id of own) ofInvitations.push((await eventsOf(id)).length);
    expect(ofInvitations).toEqual([1, 0, 0, 0, 0]);
    expect(await eventsOf(owner.companyId)).toEqual(['org_membership.ended: active, member → none']);
    expect(await eventsOf(member.userId)).toEqual(['user.deleted: ']);
    expect(await mailsTo(member)).toEqual(['account_deleted']);
    expect([await removed('account_deletions'), await removed('user_sessions')]).toEqual([
      ofAccounts + 1,
      ofSessions,
    ]);
  });

  test('without a company, and not before it is due', async () => {
    expect(await remove()).toBeNull();
    await letBeDue(user);
    await letBeLater(user);
    expect([await remove(), await exists(user), await mailsTo(user)]).toEqual([null, 1, []]);
    await letBeDue(user);
    expect([await remove(), await exists(user)]).toEqual(['deleted', 0]);
    expect(await mailsTo(user)).toEqual(['account_deleted']);
    expect(await remove()).toBeNull();
  });

  test.each(OWNERSHIPS)(
    'later if it has a company without an owner then: %s',
    async (_how, isLast, arrange) => {
      await arrange(owner);
      await letBeDue(owner);
      expect(await remove(owner)).toBe(isLast ? 'postponed' : 'deleted');
      expect([await exists(owner), await isClosed(owner)]).toEqual([isLast ? 1 : 0, false]);
      expect(await mailsTo(owner)).toEqual([isLast ? 'account_deletion_postponed' : 'account_deleted']);
      expect(await eventsOf(owner.userId)).toEqual([
        isLast ? 'user.deletion_postponed: last owner of a company' : 'user.deleted: ',
      ]);
      if (isLast)
        expect(
          await columnOf('identity.users', "deletion_due_at > now() + interval '6 days'", owner.userId),
        ).toBe(true);
    },
  );

  test('with its company, if its last owner has said so of this one', async () => {
    await letBeDue(owner, elsewhere.companyId);
    expect([await remove(owner), await isClosed(elsewhere)]).toEqual(['postponed', false]);
    await letBeDue(owner, owner.companyId);
    expect([await remove(owner), await isClosed(owner)]).toEqual(['deleted', true]);
    expect(await eventsOf(owner.companyId)).toEqual(['company.closed: by its last owner']);
  });

  test('and no company that has another owner', async () => {
    await makeColleague(database, owner);
    await letBeDue(owner, owner.companyId);
    expect([await remove(owner), await isClosed(owner)]).toEqual(['deleted', false]);
    expect(await eventsOf(owner.companyId)).toEqual(['org_membership.ended: active, owner → none']);
  });

  test('without an event of a membership that staff have revoked', async () => {
    await change('employer.org_memberships', "status = 'revoked', revoked_by = 'staff'", owner.membershipId);
    await letBeDue(owner);
    expect([await remove(owner), await eventsOf(owner.companyId)]).toEqual(['deleted', []]);
  });

  describe('G1: the deletion of an account waits for what runs beside it', () => {
    let member: TestPerson;
    let applications: readonly string[];
    beforeEach(async () => {
      member = await makeColleague(database, owner, 'member');
      applications = [await apply(member, elsewhere), await apply(member, elsewhere)].toSorted();
      await letBeDue(member);
    });

    test('for the user', async () => {
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdAccess(holder, 'user', member.userId, false),
          () => remove(member),
        ),
      ).toBe('deleted');
    });

    test.each(['own', 'applied to'])('at the company, %s', async (which) => {
      const isOwn = which === 'own';
      const { companyId } = isOwn ? owner : elsewhere;
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdAccess(holder, 'company', companyId, !isOwn),
          () => remove(member),
        ),
      ).toBe('deleted');
    });

    test('and beside what is no revocation at a company applied to, and all at others', async () => {
      const other = await makeOwner();
      await apply(user, other);
      await inHeldTransaction(database.ownerUrl, async (holder) => {
        await holdAccess(holder, 'company', elsewhere.companyId, false);
        await holdAccess(holder, 'company', other.companyId, true);
        expect(await removeAtOnce(member)).toBe('deleted');
      });
    });

    test('and beside all that concerns other users', async () => {
      const [others, data] = [await apply(user, elsewhere), await makeExport(user)];
      await inHeldTransaction(database.ownerUrl, async (holder) => {
        await holdRow(holder, 'talent.applications', others);
        await holdRow(holder, 'identity.data_exports', data);
        expect(await removeAtOnce(member)).toBe('deleted');
      });
    });

    test('with an application, by id, and before it locks the user', async () => {
      const [first, second] = applications;
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdRow(holder, 'talent.applications', first),
          () => remove(member),
          async (holder) => {
            await holdRow(holder, 'talent.applications', second);
            await holdRow(holder, 'identity.users', member.userId);
          },
        ),
      ).toBe('deleted');
    });

    test('with an export, before it locks the user', async () => {
      const data = await makeExport(member);
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdRow(holder, 'identity.data_exports', data),
          () => remove(member),
          (holder) => holdRow(holder, 'identity.users', member.userId),
        ),
      ).toBe('deleted');
    });

    test('that adds rows of the user', async () => {
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) =>
            holder.query(
              "insert into identity.notifications (id, user_id, kind, subject_id, value, at) values (uuidv7(), $1, 'x', $1, '', now())",
              [member.userId],
            ),
          () => remove(member),
        ),
      ).toBe('deleted');
    });
  });
});

describe('G11: a company is closed', () => {
  const MAIL_OF_COMPANY = JSON.stringify({ ...MAIL, kind: 'company_closed' });
  const closeSome = (company = owner) =>
    resultOf('retention.close_some_of_company($1, $2, $3)', [
      company.companyId,
      company.userId,
      MAIL_OF_COMPANY,
    ]);
  const close = (company = owner) =>
    database.query('select retention.close_company($1, $2, $3)', [
      company.companyId,
      company.userId,
      MAIL_OF_COMPANY,
    ]);
  const CLOSING = ['company.closed: by its last owner'];
  const OLD = '2026-01-01T00:00:00Z';
  const notificationsOf = async ({ userId }: TestPerson) =>
    (
      await database.query<{ news: string }>(
        "select kind || ' ' || value as news from identity.notifications where user_id = $1 order by id",
        [userId],
      )
    ).map(({ news }) => news);

  test('once, and no other', async () => {
    await database.query('update employer.companies set updated_at = $2 where id = $1', [
      owner.companyId,
      OLD,
    ]);
    expect(await closeSome()).toBe(false);
    const state =
      "condition || disabled_reason || (disabled_at > now() - interval '1 minute') || (updated_at > $$2026-02-01$$)";
    expect(await columnOf('employer.companies', state, owner.companyId)).toBe(`disabled${REASON}truetrue`);
    expect(await columnOf('employer.companies', 'condition', elsewhere.companyId)).toBe('active');
    expect(await eventsOf(owner.companyId)).toEqual(CLOSING);
    expect([await closeSome(), await eventsOf(owner.companyId)]).toEqual([false, CLOSING]);
    await close();
    expect(await eventsOf(owner.companyId)).toEqual(CLOSING);
    await close(elsewhere);
    expect([await eventsOf(elsewhere.companyId), await isClosed(elsewhere)]).toEqual([CLOSING, true]);
  });

  test('also if staff have disabled it, whose words stay', async () => {
    await disable(owner);
    expect([await closeSome(), await eventsOf(owner.companyId)]).toEqual([false, []]);
    await close();
    expect([await eventsOf(owner.companyId), await isClosed(owner)]).toEqual([CLOSING, false]);
  });

  test('with its open invitations, except those of the owner', async () => {
    const colleague = await makeColleague(database, owner);
    const ids = [
      await invite(colleague),
      await invite(colleague, accepted(user)),
      ...(await Promise.all(CLOSED_INVITATIONS.map((values) => invite(colleague, values)))),
      await invite(owner),
      await invite(elsewhere, {}, elsewhere),
    ];
    await closeSome();
    expect(await withdrawn(ids)).toEqual([true, false, false, false, false, false]);
  });

  test('with its published posts, ten at a time, of which applicants have news', async () => {
    const state = (id: string) =>
      columnOf('employer.job_posts', 'state || (updated_at > $$2026-02-01$$)', id);
    const application = await apply(user);
    const draft = await makeJobPost(database, owner);
    await change('employer.job_posts', "state = 'draft'", draft);
    const foreign = await makeJobPost(database, elsewhere);
    await database.query('update employer.job_posts set updated_at = $1 where company_id = any ($2)', [
      OLD,
      [owner.companyId, elsewhere.companyId],
    ]);
    expect([await closeSome(), await closeSome()]).toEqual([true, false]);
    const post = `${await columnOf('talent.applications', 'job_post_id', application)}`;
    expect([await state(post), await state(draft), await state(foreign)]).toEqual([
      'closedtrue',
      'draftfalse',
      'publishedfalse',
    ]);
    expect(await notificationsOf(user)).toEqual(['job_post_closed ']);
    for (let index = 0; index < 11; index += 1) await makeJobPost(database, elsewhere);
    const published = () =>
      countOf("employer.job_posts where company_id = $1 and state = 'published'", [elsewhere.companyId]);
    expect([await closeSome(elsewhere), await published()]).toEqual([true, 2]);
    await close(elsewhere);
    expect(await published()).toBe(0);
  });

  test('with its memberships: those who have access have news, and what staff revoked stays', async () => {
    const active = await makeColleague(database, owner, 'member');
    const revoke = async (by: string) => {
      const colleague = await makeColleague(database, owner, 'member');
      await change(
        'employer.org_memberships',
        `status = 'revoked', revoked_by = '${by}'`,
        colleague.membershipId,
      );
      return colleague;
    };
    const [byOwner, byStaff] = [await revoke('owner'), await revoke('staff')];
    expect(await closeSome()).toBe(true);
    const left = async (people: readonly TestPerson[]) => {
      const found = await idsOf('employer.org_memberships where id = any ($1)', [
        people.map(({ membershipId }) => membershipId),
      ]);
      return people.map(({ membershipId }) => found.includes(`${membershipId}`));
    };
    const all = [active, byOwner, byStaff, owner, elsewhere];
    expect(await left(all)).toEqual([false, false, true, true, true]);
    const mails = [];
    for (const person of all) mails.push(await mailsTo(person));
    expect(mails).toEqual([['company_closed'], [], [], [], []]);
    expect(await notificationsOf(active)).toEqual(['company_condition_changed closed']);
    expect(await notificationsOf(byOwner)).toEqual([]);
    expect(await closeSome()).toBe(false);
  });

  test('with fifty of them at a time, by id', async () => {
    await database.query(
      `with users as (
         insert into identity.users (email, name, email_verified_at)
         select uuidv7() || '@many.test', 'Bell ringer', now() from generate_series(1, 51) returning id)
       insert into employer.org_memberships (user_id, company_id, role) select id, $1, 'member' from users`,
      [owner.companyId],
    );
    const members = () =>
      idsOf('employer.org_memberships where company_id = $1 and user_id <> $2', [
        owner.companyId,
        owner.userId,
      ]);
    const last = (await members()).at(-1);
    expect([await closeSome(), await members()]).toEqual([true, [last]]);
  });

  describe('before its last owner’s account', () => {
    const CLOSE = 'retention.close_some_with_account($1, $2)';
    const closeWith = ({ userId } = owner) => resultOf(CLOSE, [userId, MAILS]);
    beforeEach(() => makeJobPost(database, owner));

    test.each(OWNERSHIPS)('if there is no other: %s', async (_how, isLast, arrange) => {
      await arrange(owner);
      await letBeDue(owner, owner.companyId);
      expect([await closeWith(), await isClosed(owner)]).toEqual([isLast, isLast]);
    });

    test('not before it is due, not for another company, and not without one', async () => {
      expect(await closeWith(user)).toBe(false);
      await letBeDue(user, owner.companyId);
      expect(await closeWith(user)).toBe(false);
      await letBeDue(owner, elsewhere.companyId);
      expect(await closeWith()).toBe(false);
      await letBeDue(owner, owner.companyId);
      await letBeLater(owner);
      expect(await closeWith()).toBe(false);
      expect([await isClosed(owner), await isClosed(elsewhere)]).toEqual([false, false]);
    });

    test.each(['user', 'company'])(
      'G1: the closing of a company waits for what runs beside it for the %s',
      async (kind) => {
        await letBeDue(owner, owner.companyId);
        const id = kind === 'user' ? owner.userId : owner.companyId;
        expect(
          await afterWait(
            database.ownerUrl,
            (holder) => holdAccess(holder, kind, id, false),
            () => closeWith(),
          ),
        ).toBe(true);
        expect(await eventsOf(owner.companyId)).toEqual(CLOSING);
      },
    );

    test('of whom mail has the words that it is given', async () => {
      const member = await makeColleague(database, owner, 'member');
      await letBeDue(owner, owner.companyId);
      expect([await closeWith(), await mailsTo(member)]).toEqual([true, ['company_closed']]);
    });
  });
});

describe('G1: much of a busy account is erased in short transactions before its deletion', () => {
  const ERASE = 'retention.erase_some_of_account($1)';
  const eraseSome = ({ userId } = user) => resultOf(ERASE, [userId]);
  const eraseAtOnce = ({ userId } = user) => resultAtOnce(database, ERASE, [userId]);
  const LIMIT = 5000;
  /** The newest first. */
  const makeMany = async (count: number, applicant = user, company = elsewhere) => {
    const rows = await database.query<{ id: string }>(
      `with posts as (
         insert into employer.job_posts (company_id, title, kind, state) select $1, 'Bell founder', 'full_time', 'draft'
           from generate_series(1, $3::int) returning id)
       insert into talent.applications (job_post_id, company_id, user_id) select id, $1, $2 from posts returning id`,
      [company.companyId, applicant.userId, count],
    );
    return rows
      .map(({ id }) => id)
      .toSorted()
      .toReversed();
  };
  const left = async ({ userId } = user) => idsOf('talent.applications where user_id = $1', [userId]);

  test('of its applications all but the newest hundred, whose withdrawal the trail keeps', async () => {
    const ids = await makeMany(102);
    const others = await makeMany(1, owner);
    const [open, before] = ids.slice(100);
    await change('talent.applications', 'withdrawn_at = now()', `${before}`);
    await letBeDue(user);
    expect(await eraseSome()).toBe(true);
    expect(await left()).toEqual(ids.slice(0, 100).toReversed());
    expect(await eventsOf(`${open}`)).toEqual(['application.withdrawn: ']);
    for (const id of [before, ids[0], others[0]]) expect(await eventsOf(`${id}`)).toEqual([]);
    expect([await eraseSome(), (await left()).length, (await left(owner)).length]).toEqual([false, 100, 1]);
  });

  const insertOf = (table: string, rows: string) =>
    `insert into ${table} select ${rows} from generate_series(1, $2::int)`;
  const BUSY = [
    [
      'identity.notifications',
      insertOf(
        'identity.notifications (id, user_id, kind, subject_id, value, at)',
        "uuidv7(), $1::uuid, 'application_moved', uuidv7(), '', now()",
      ),
      'identity.notifications where user_id = $1',
    ],
    [
      'talent.messages',
      `insert into talent.messages (application_id, side, author_id, text)
       select (select id from talent.applications where user_id = $1 order by id desc limit 1), 'applicant', $1, 'ding' from generate_series(1, $2::int)`,
      'talent.messages where author_id = $1',
    ],
    [
      'employer.application_notes',
      `insert into employer.application_notes (application_id, author_id, text)
       select (select id from talent.applications where user_id = $1 order by id desc limit 1), $1, 'dong' from generate_series(1, $2::int)`,
      'employer.application_notes where author_id = $1',
    ],
    [
      'identity.user_sessions',
      insertOf(
        'identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at, ended_at, end_reason)',
        "sha256(uuidv7()::text::bytea), $1::uuid, now(), now(), now(), 'sign_out'",
      ),
      'identity.user_sessions where user_id = $1 and ended_at is not null',
    ],
  ] as const;
  test.each(BUSY)(
    'of %s what is over five thousand, and nothing that another transaction has',
    async (_table, insert, from) => {
      const other = await makePerson(database);
      for (const [who, applications] of [
        [user, 101],
        [other, 1],
      ] as const) {
        await makeMany(applications, who);
        await database.query(insert, [who.userId, LIMIT + 2]);
      }
      await letBeDue(user);
      await inHeldTransaction(database.ownerUrl, async (holder) => {
        await holder.query(`select from ${from} limit 1 for update`, [user.userId]);
        expect(await eraseAtOnce()).toBe(true);
      });
      expect([await countOf(from, [user.userId]), await countOf(from, [other.userId])]).toEqual([
        LIMIT + 1,
        LIMIT + 2,
      ]);
      expect(await left()).toHaveLength(101);
      expect([await eraseSome(), await countOf(from, [user.userId]), (await left()).length]).toEqual([
        true,
        LIMIT,
        101,
      ]);
      expect([await eraseSome(), await countOf(from, [user.userId]), (await left()).length]).toEqual([
        true,
        LIMIT,
        100,
      ]);
      const live = 'identity.user_sessions where user_id = $1 and ended_at is null';
      expect(await countOf(live, [user.userId])).toBe(1);
    },
  );

  test('not before it is due', async () => {
    await makeMany(101);
    expect(await eraseSome()).toBe(false);
    await letBeDue(user);
    await letBeLater(user);
    expect([await eraseSome(), (await left()).length]).toEqual([false, 101]);
  });

  test.each(OWNERSHIPS)('not if it is not deleted, as of a last owner: %s', async (_how, isLast, arrange) => {
    await makeMany(101, owner);
    await arrange(owner);
    await letBeDue(owner);
    expect([await eraseSome(owner), (await left(owner)).length]).toEqual(isLast ? [false, 101] : [true, 100]);
    if (!isLast) return;
    await letBeDue(owner, elsewhere.companyId);
    expect(await eraseSome(owner)).toBe(false);
    await letBeDue(owner, owner.companyId);
    expect([await eraseSome(owner), (await left(owner)).length]).toEqual([true, 100]);
  });

  test('not while an export is made of it', async () => {
    await letBeDue(user);
    const [own, others] = [await makeExport(user), await makeExport(owner)];
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await holdRow(holder, 'identity.data_exports', others);
      expect(await eraseAtOnce()).toBe(false);
      await holdRow(holder, 'identity.data_exports', own);
      await expect(eraseSome()).rejects.toMatchObject({ code: '55P03' });
    });
  });

  describe('waiting for what runs beside it', () => {
    let member: TestPerson;
    let ids: readonly string[];
    beforeEach(async () => {
      member = await makeColleague(database, owner, 'member');
      ids = await makeMany(102, member);
      await letBeDue(member);
    });

    test('for the user', async () => {
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdAccess(holder, 'user', member.userId, false),
          () => eraseSome(member),
        ),
      ).toBe(true);
    });

    test.each([0, 1])('as a revocation at a company, its own or applied to, by id: %i', async (index) => {
      const companies = [`${owner.companyId}`, `${elsewhere.companyId}`].toSorted();
      const isFree = async (holder: pg.Client, id: string | undefined) =>
        (
          await holder.query(
            "select pg_try_advisory_xact_lock(identity.access_lock_key('company', $1)) as is_free",
            [id],
          )
        ).rows;
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdAccess(holder, 'company', `${companies[index]}`, true),
          () => eraseSome(member),
          async (holder) => {
            if (index === 0) expect(await isFree(holder, companies[1])).toEqual([{ is_free: true }]);
          },
        ),
      ).toBe(true);
    });

    test('and beside all at other companies, and of other applications', async () => {
      const other = await makeOwner();
      await makeMany(1, user, other);
      await makeMany(1, member, other);
      const [others] = await makeMany(1, user);
      await inHeldTransaction(database.ownerUrl, async (holder) => {
        await holdAccess(holder, 'company', other.companyId, true);
        await holdRow(holder, 'talent.applications', others);
        await holdRow(holder, 'talent.applications', ids[0]);
        expect(await eraseAtOnce(member)).toBe(true);
      });
    });

    test('that adds to an application', async () => {
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) =>
            holder.query(
              "insert into talent.messages (application_id, side, author_id, text) values ($1, 'applicant', $2, 'ding')",
              [ids[101], member.userId],
            ),
          () => eraseSome(member),
        ),
      ).toBe(true);
      expect(await left(member)).toHaveLength(100);
    });

    test('with an application, by id, before it erases anything of it', async () => {
      const [second, first] = ids.slice(100);
      for (const id of [first, second])
        await database.query('insert into employer.application_assignments values ($1, $2)', [
          id,
          owner.membershipId,
        ]);
      expect(
        await afterWait(
          database.ownerUrl,
          (holder) => holdRow(holder, 'talent.applications', first),
          () => eraseSome(member),
          async (holder) => {
            await holdRow(holder, 'talent.applications', second);
            await holder.query(
              'select from employer.application_assignments where application_id = any ($1) for update nowait',
              [[first, second]],
            );
          },
        ),
      ).toBe(true);
      expect(await left(member)).toHaveLength(100);
    });
  });
});
