import { makeColleague, makePerson, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { beforeDeletions, holdAccess, holdRow } from '#support/deletion-parties.ts';
import { resultAtOnce } from '#support/function-rows.ts';
import { afterWait, inHeldTransaction } from '#support/held-transaction.ts';

let database: TestDatabase;
let owner: TestPerson;
let elsewhere: TestPerson;
let user: TestPerson;
const {
  change,
  resultOf,
  idsOf,
  countOf,
  makeOwner,
  letBeDue,
  letBeLater,
  eventsOf,
  makeExport,
  OWNERSHIPS,
} = beforeDeletions((made) => {
  ({ database, owner, elsewhere, user } = made);
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
