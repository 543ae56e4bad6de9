import {
  makeAdmin,
  makeApplication,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inHeldTransaction } from '#support/held-transaction.ts';
import { REVOCATIONS } from '#support/revocations.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
afterAll(() => system.stop());

test('F2 G1: a withdrawal reads the notifications of its application alone, however many its user and the company’s members have', async () => {
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const talent = await makePerson(system.database);
  const application = await makeApplication(system.database, {
    companyId: owner.companyId,
    userId: talent.userId,
  });
  await system.database.query(
    `insert into identity.notifications (id, user_id, kind, subject_id, value, at, read_at)
     select uuidv7(), u.id, 'message_received', uuidv7(), '', now(), now()
       from unnest($1::uuid[]) as u (id), generate_series(1, 3000)`,
    [[owner.userId, talent.userId]],
  );
  await system.database.query('analyze identity.notifications');
  const read = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('update talent.applications set withdrawn_at = now() where id = $1', [application]);
    const { rows } = await holder.query(
      `select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
        where relid = 'identity.notifications'::regclass`,
    );
    return rows[0].count;
  });
  expect(read).toBeLessThan(100);
});

describe('closing a job post', () => {
  const APPLICANTS = 450;
  let owner: TestPerson;
  let post: string;
  let oldest: string;
  beforeEach(async () => {
    owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const [made] = await system.database.query<{ id: string; oldest: string }>(
      `with post as (
         insert into employer.job_posts (company_id, title, kind, description, location, state, published_at)
         values ($1, 'Bell founder', 'full_time', 'Cast bells.', 'Porto', 'published', now()) returning id),
       users as (
         insert into identity.users (id, email, name, email_verified_at)
         select uuidv7(), uuidv7() || '@many.test', 'Bell ringer', now() from generate_series(1, ${APPLICANTS}) returning id),
       applications as (
         insert into talent.applications (job_post_id, company_id, user_id)
         select post.id, $1, users.id from post, users order by users.id returning id, user_id)
       select (select id from post), (select user_id from applications order by id limit 1) as oldest`,
      [owner.companyId],
    );
    ({ id: post, oldest } = made ?? { id: '', oldest: '' });
  });

  const setState = (state: string) =>
    system.publicHost.request(`/api/employer/job_posts/${post}`, {
      method: 'PATCH',
      cookie: owner.cookie,
      headers: { 'if-match': '*' },
      body: { state },
    });
  const countNotified = async () => {
    const [row] = await system.database.query<{ count: number }>(
      `select count(*)::int as count from identity.notifications n join talent.applications a on a.id = n.subject_id
        where n.kind = 'job_post_closed' and a.job_post_id = $1`,
      [post],
    );
    return row?.count;
  };

  test('F2 G1: does not wait for the notifications of all applicants, nor does a revocation; each of them is notified once', async () => {
    const admin = (await makeAdmin(system.database, 'operator')).cookie;
    const disable = await REVOCATIONS.companyDisabled.prepare(system, {
      victim: owner,
      otherOwner: owner,
      admin,
    });
    await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('select from identity.users where id = $1 for update', [oldest]);
      expect((await setState('closed')).status).toBe(200);
      expect(await countNotified()).toBeGreaterThanOrEqual(200);
      expect((await disable()).status).toBe(200);
    });
    await waitFor(async () => ((await countNotified()) === APPLICANTS ? true : undefined));
    expect(await system.database.query('select from identity.closed_job_posts')).toEqual([]);
  });

  const steps = (
    during: (step: () => Promise<unknown[]>, query: (sql: string) => Promise<unknown>) => Promise<unknown[]>,
  ) =>
    inHeldTransaction(system.database.ownerUrl, async (holder) => {
      const query = (sql: string) => holder.query(sql, [post]);
      const count = async () =>
        (
          await query(
            `select from identity.notifications n join talent.applications a on a.id = n.subject_id
              where n.kind = 'job_post_closed' and a.job_post_id = $1`,
          )
        ).rowCount;
      await query("update employer.job_posts set state = 'closed' where id = $1");
      await query('select from identity.notify_of_closed_posts(array[$1::uuid])');
      const first = await count();
      const step = async () => {
        const { rows } = await holder.query('select identity.notify_of_next_closed_post(200) as has_worked');
        return [rows[0].has_worked, await count()];
      };
      return [first, ...(await during(step, query))];
    });

  test('each step of its notifications goes on where the one before ended', async () => {
    const counted = await steps(async (step) => [await step(), await step(), await step()]);
    expect(counted).toEqual([200, [true, 400], [true, APPLICANTS], [false, APPLICANTS]]);
  });

  test('that is undone before all are notified leaves the others without a notification', async () => {
    const counted = await steps(async (step, query) => {
      await query("update employer.job_posts set state = 'published' where id = $1");
      return [await step(), await step()];
    });
    expect(counted).toEqual([200, [true, 200], [false, 200]]);
  });
});
