import { makeAdmin, makeColleague, makePerson, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inHeldTransaction } from '#support/held-transaction.ts';
import { REVOCATIONS } from '#support/revocations.ts';
import { waitFor } from '#support/wait-for.ts';

/** More than two steps of 1,000. */
const POSTS = 21;
const REPORTS_OF_POST = 100;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
afterAll(() => system.stop());

test('F2 G1: a company is disabled without waiting for all reports of its job posts, and the queue of the staff has none of them', async () => {
  const victim = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const otherOwner = await makeColleague(system.database, victim);
  const admin = (await makeAdmin(system.database, 'operator')).cookie;
  const [made] = await system.database.query<{ oldest: string }>(
    `with posts as (
       insert into employer.job_posts (company_id, title, kind, state, published_at)
       select $1, 'Bell founder', 'full_time', 'published', now() from generate_series(1, ${POSTS}) returning id),
     reports as (
       insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, address_hash)
       select 'job_post', posts.id, $1, 'fee', '', sha256(convert_to(posts.id::text || n, 'UTF8'))
         from posts, generate_series(1, ${REPORTS_OF_POST}) n
       returning id)
     select min(id::text) as oldest from reports`,
    [victim.companyId],
  );
  const listReported = async () =>
    (await system.teamHost.request('/api/identities/admin/reported_subjects', { cookie: admin })).body.items;
  const countClosed = async () => {
    const [row] = await system.database.query<{ count: number }>(
      "select count(*)::int as count from identity.abuse_reports where company_id = $1 and outcome = 'company_disabled'",
      [victim.companyId],
    );
    return row?.count;
  };
  expect(await listReported()).not.toEqual([]);
  const disable = await REVOCATIONS.companyDisabled.prepare(system, { victim, otherOwner, admin });
  await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('select from identity.abuse_reports where id = $1 for update', [made?.oldest]);
    expect((await disable()).status).toBe(200);
    expect(await countClosed()).toBeGreaterThanOrEqual(1000);
    expect(await listReported()).toEqual([]);
  });
  await waitFor(async () => ((await countClosed()) === POSTS * REPORTS_OF_POST ? true : undefined));
});
