import { createTestDatabase, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runDeletions } from '#support/account-deletions.ts';

const POSTS = 45;
const MEMBERS = 120;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
afterAll(() => database.stop());

/** How many rows the largest transaction has written. */
async function largestWrite(rows: string, companyId: string | null): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select max(t.count)::int as count from (select count(*) from ${rows} group by r.xmin::text) t`,
    [companyId],
  );
  return row?.count ?? 0;
}

test('F2 G1: the deletion of the last owner’s account closes the company in transactions of which none takes long', async () => {
  const owner = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
  await database.query(
    `with users as (
       insert into identity.users (email, name, email_verified_at)
       select uuidv7() || '@many.test', 'Bell ringer', now() from generate_series(1, ${MEMBERS}) returning id),
     members as (
       insert into employer.org_memberships (user_id, company_id, role) select id, $1, 'member' from users)
     insert into employer.job_posts (company_id, title, kind, state, published_at)
     select $1, 'Bell founder', 'full_time', 'published', now() from generate_series(1, ${POSTS})`,
    [owner.companyId],
  );
  await database.query(
    `update identity.users
        set deletion_requested_at = now() - interval '7 days', deletion_due_at = now() - interval '1 second',
            deletion_closes_company_id = $2
      where id = $1`,
    [owner.userId, owner.companyId],
  );
  await runDeletions(database);
  expect(await database.query('select from identity.users where id = $1', [owner.userId])).toEqual([]);
  const posts = "employer.job_posts r where r.company_id = $1 and r.state = 'closed'";
  const mails = "identity.mail_outbox r where r.kind = 'company_closed' and $1::uuid is not null";
  expect(await database.query(`select from ${posts}`, [owner.companyId])).toHaveLength(POSTS);
  expect(await database.query(`select from ${mails}`, [owner.companyId])).toHaveLength(MEMBERS);
  expect(await largestWrite(posts, owner.companyId)).toBeLessThanOrEqual(10);
  expect(await largestWrite(mails, owner.companyId)).toBeLessThanOrEqual(50);
  const closings = await database.query(
    "select from identity.audit_events where action = 'company.closed' and subject_id = $1",
    [owner.companyId],
  );
  expect(closings).toHaveLength(1);
});
