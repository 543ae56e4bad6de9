import { makePerson, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inHeldTransaction } from '#support/held-transaction.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
afterAll(() => system.stop());

test('F2 G1: a withdrawal reads the notifications of its application alone, however many its user and the company’s members have', async () => {
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const talent = await makePerson(system.database);
  const [application] = await system.database.query<{ id: string }>(
    `with post as (
       insert into employer.job_posts (company_id, title, kind, description, location, state, published_at)
       values ($1, 'Bell founder', 'full_time', 'Cast bells.', 'Porto', 'published', now()) returning id)
     insert into talent.applications (job_post_id, company_id, user_id) select id, $1, $2 from post returning id`,
    [owner.companyId, talent.userId],
  );
  await system.database.query(
    `insert into identity.notifications (id, user_id, kind, subject_id, value, at, read_at)
     select uuidv7(), u.id, 'message_received', uuidv7(), '', now(), now()
       from unnest($1::uuid[]) as u (id), generate_series(1, 3000)`,
    [[owner.userId, talent.userId]],
  );
  await system.database.query('analyze identity.notifications');
  const read = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('update talent.applications set withdrawn_at = now() where id = $1', [
      application?.id,
    ]);
    const { rows } = await holder.query(
      `select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
        where relid = 'identity.notifications'::regclass`,
    );
    return rows[0].count;
  });
  expect(read).toBeLessThan(100);
});
