import { makeColleague, makeJobPost, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  accepted,
  beforeDeletions,
  CLOSED_INVITATIONS,
  holdAccess,
  MAIL,
  MAILS,
  REASON,
} from '#support/deletion-parties.ts';
import { afterWait } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
let elsewhere: TestPerson;
let user: TestPerson;
const {
  change,
  resultOf,
  idsOf,
  countOf,
  columnOf,
  letBeDue,
  letBeLater,
  disable,
  isClosed,
  eventsOf,
  mailsTo,
  apply,
  invite,
  withdrawn,
  OWNERSHIPS,
} = beforeDeletions((made) => {
  ({ database, owner, elsewhere, user } = made);
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
    expect([await closeSome(), await eventsOf(owner.companyId)]).toEqual([false, CLOSING]);
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
      await invite(elsewhere),
    ];
    await closeSome();
    expect(await withdrawn(ids)).toEqual([true, false, false, false, false, false]);
  });

  test('with its published posts, ten at a time, of which applicants have news', async () => {
    const state = (id: string) =>
      columnOf('employer.job_posts', 'state || (updated_at > $$2026-02-01$$)', id);
    const application = await apply(user, owner);
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

  test('although a member’s address changes at the same time, and the mail goes to the new one', async () => {
    const { userId } = await makeColleague(database, owner, 'member');
    const address = `${userId}@changed.test`;
    const closed = await afterWait(
      database.ownerUrl,
      (holder) => holder.query('select identity.change_address($1, $2)', [userId, address]),
      () => closeSome(),
    );
    expect(closed).toBe(true);
    expect(await countOf('identity.mail_outbox where to_address = $1', [address])).toBe(1);
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

  describe('whatever becomes of its last owner’s account', () => {
    const closeMore = ({ companyId }: TestPerson) =>
      resultOf('retention.close_more_of_company($1, $2)', [companyId, MAILS]);
    const closing = async () =>
      (await database.query<{ id: string }>('select retention.find_closing_companies(1000) as id')).map(
        ({ id }) => id,
      );
    const left = ({ companyId }: TestPerson) =>
      idsOf('employer.org_memberships where company_id = $1', [companyId]);
    const begun = () => columnOf('employer.companies', 'closing_since is not null', owner.companyId);

    test('once its closing has begun, and while it is disabled', async () => {
      const member = await makeColleague(database, owner, 'member');
      expect([await closeMore(owner), await begun()]).toEqual([false, false]);
      await disable(owner);
      expect([await closeMore(owner), await left(owner)]).toEqual([
        false,
        [owner.membershipId, member.membershipId].toSorted(),
      ]);
      await change('employer.companies', "condition = 'active', closing_since = now()", owner.companyId);
      expect([await closeMore(owner), (await left(owner)).length]).toEqual([false, 2]);
      expect(await closing()).not.toContain(owner.companyId);
      await disable(owner);
      expect(await closing()).toContain(owner.companyId);
      expect([await closeMore(owner), await left(owner), await begun()]).toEqual([true, [], true]);
      expect([await mailsTo(member), await mailsTo(owner)]).toEqual([['company_closed'], ['company_closed']]);
      expect([await closeMore(owner), await begun()]).toEqual([false, false]);
      expect(await closing()).not.toContain(owner.companyId);
      expect((await left(elsewhere)).length).toBe(1);
    });

    test('which comes first, as many as are asked for', async () => {
      const first = () => resultOf('retention.find_closing_companies($1)', [1]);
      await closeSome();
      await closeSome(elsewhere);
      await change('employer.companies', "closing_since = '2026-01-01'", elsewhere.companyId);
      expect(await first()).toBe(elsewhere.companyId);
      await change('employer.companies', "closing_since = '2025-01-01'", owner.companyId);
      expect(await first()).toBe(owner.companyId);
    });

    test('with the membership of one who keeps the account, and with the invitations of this one', async () => {
      const invitation = await invite(owner);
      await letBeDue(owner, owner.companyId);
      await closeSome();
      expect([await closeMore(owner), await left(owner), await begun()]).toEqual([
        false,
        [owner.membershipId],
        true,
      ]);
      expect(await withdrawn([invitation])).toEqual([false]);
      await letBeLater(owner);
      expect([await closeMore(owner), await left(owner)]).toEqual([true, []]);
      expect(await withdrawn([invitation])).toEqual([true]);
    });

    test('of which the account of the member is another company’s, or none', async () => {
      await closeSome();
      await letBeDue(owner, elsewhere.companyId);
      await letBeDue(user, owner.companyId);
      expect([await closeMore(owner), await left(owner)]).toEqual([true, []]);
    });

    test('G1: its closing goes on behind what runs beside it for the company', async () => {
      await closeSome();
      await afterWait(
        database.ownerUrl,
        (holder) => holdAccess(holder, 'company', owner.companyId, false),
        () => closeMore(owner),
      );
      expect(await left(owner)).toEqual([]);
    });
  });
});
