import {
  makeAdmin,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type pg from 'pg';
import { inHeldTransaction } from '#support/held-transaction.ts';
import { REVOCATIONS } from '#support/revocations.ts';
import { waitFor } from '#support/wait-for.ts';

/** More than two steps of 1,000. */
const APPLICATIONS = 2100;

let system: TestSystem;
let otherOwner: TestPerson;
let victim: TestPerson;
let oldest: string;
let newest: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
beforeEach(async () => {
  otherOwner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  victim = await makeColleague(system.database, otherOwner);
  const [made] = await system.database.query<{ oldest: string; newest: string }>(
    `with post as (
       insert into employer.job_posts (company_id, title, kind) values ($1, 'Bell founder', 'full_time') returning id),
     users as (
       insert into identity.users (email, name, email_verified_at)
       select uuidv7() || '@many.test', 'Bell ringer', now() from generate_series(1, ${APPLICATIONS}) returning id),
     applications as (
       insert into talent.applications (job_post_id, company_id, user_id) select post.id, $1, users.id from post, users
       returning id),
     assignments as (
       insert into employer.application_assignments (application_id, membership_id) select a.id, $2 from applications a),
     notifications as (
       insert into identity.notifications (id, user_id, kind, subject_id, value, at)
       select uuidv7(), $3, 'message_received', a.id, '', now() from applications a order by a.id returning id)
     select min(n.id::text) as oldest, max(n.id::text) as newest from notifications n`,
    [victim.companyId, victim.membershipId, victim.userId],
  );
  ({ oldest, newest } = made ?? { oldest: '', newest: '' });
});
afterAll(() => system.stop());

const IS_KEPT = {
  notifications: 'select count(*)::int as count from identity.notifications where user_id = $1',
  assignments: `select count(*)::int as count from employer.application_assignments s
                  join employer.org_memberships m on m.id = s.membership_id where m.user_id = $1`,
};
async function kept(what: keyof typeof IS_KEPT): Promise<number> {
  const [row] = await system.database.query<{ count: number }>(IS_KEPT[what], [victim.userId]);
  return row?.count ?? 0;
}

const setStatus = (holder: pg.Client, status: string) =>
  holder.query('update employer.org_memberships set status = $2, revoked_by = $3 where id = $1', [
    victim.membershipId,
    status,
    status === 'active' ? null : 'staff',
  ]);

test('F2 G1: the revocation of a membership does not wait for all that its user knows of the company; it goes in steps', async () => {
  const admin = (await makeAdmin(system.database, 'operator')).cookie;
  const revoke = await REVOCATIONS.membershipRevoked.prepare(system, { victim, otherOwner, admin });
  await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('select from identity.notifications where id = $1 for update', [oldest]);
    expect((await revoke()).status).toBe(200);
    expect(await system.database.query('select from identity.notifications where id = $1', [newest])).toEqual(
      [],
    );
  });
  // The one about the revocation itself.
  await waitFor(async () => ((await kept('notifications')) === 1 ? true : undefined));
  await waitFor(async () => ((await kept('assignments')) === 0 ? true : undefined));
  expect(await system.database.query('select from identity.former_members')).toEqual([]);
});

test('a member who is restored before all is deleted keeps what is new, and nothing of before', async () => {
  const counted = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    const count = async (sql: string) => (await holder.query(sql, [victim.userId])).rows[0].count;
    const step = async () => {
      const { rows } = await holder.query(
        'select identity.forget_company_of_next_member(1000) as has_worked',
      );
      return [rows[0].has_worked, await count(IS_KEPT.notifications), await count(IS_KEPT.assignments)];
    };
    await setStatus(holder, 'revoked');
    const first = [await count(IS_KEPT.notifications), await count(IS_KEPT.assignments)];
    await setStatus(holder, 'active');
    await holder.query(
      `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
       select uuidv7(), $1, 'message_received', a.id, 'new', now() from talent.applications a
        where a.company_id = $2 order by a.id limit 1`,
      [victim.userId, victim.companyId],
    );
    await holder.query(
      `insert into employer.application_assignments (application_id, membership_id, assigned_at)
       select a.id, $1, clock_timestamp() from talent.applications a where a.company_id = $2 order by a.id desc limit 1
       on conflict (application_id) do update set assigned_at = excluded.assigned_at`,
      [victim.membershipId, victim.companyId],
    );
    return [first, await step(), await step(), await step()];
  });
  expect(counted).toEqual([
    [1100, 1100],
    [true, 101, 101],
    [true, 1, 1],
    [false, 1, 1],
  ]);
});

test('a member who is restored before all is deleted keeps news that says the same as what is deleted', async () => {
  const news = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    const post = `(select min(id::text)::uuid from employer.job_posts where company_id = '${victim.companyId}')`;
    const unread = () =>
      holder.query(
        "select id, mail_at from identity.notifications where user_id = $1 and kind = 'application_received' and read_at is null",
        [victim.userId],
      );
    await holder.query(
      `update identity.notifications set kind = 'application_received', subject_id = ${post} where id = $1`,
      [oldest],
    );
    await setStatus(holder, 'revoked');
    await setStatus(holder, 'active');
    await holder.query(`select identity.notify(array[$1::uuid], 'application_received', ${post}, '', 0)`, [
      victim.userId,
    ]);
    const { rows: before } = await unread();
    for (let hasWorked = true; hasWorked; ) {
      const { rows } = await holder.query(
        'select identity.forget_company_of_next_member(1000) as has_worked',
      );
      hasWorked = rows[0].has_worked;
    }
    return { before, after: (await unread()).rows };
  });
  expect(news.before).toEqual([{ id: expect.not.stringMatching(oldest), mail_at: expect.any(Date) }]);
  expect(news.after).toEqual(news.before);
});
