import { RETENTION_ROLE } from '@gatehouse/database/roles';
import { createTestDatabase, makePerson, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { letDeletionBeDue, runDeletions } from '#support/account-deletions.ts';

const APPLICATIONS = 350;
const ROWS = 12_000;
const TABLES = [
  'talent.applications',
  'talent.messages',
  'employer.application_notes',
  'identity.notifications',
  'identity.user_sessions',
] as const;
/** Of 8 kB. With 50,000 events to be read there are thousands. */
const FEW_PAGES = 100;

let database: TestDatabase;
let owner: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  owner = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
  await database.query('create table public.deletions (at_transaction text, of_table text, rows integer)');
  await database.query(
    `create function public.count_deletions() returns trigger language plpgsql security definer as $$
     begin
       insert into public.deletions
       select pg_catalog.pg_current_xact_id()::text, tg_table_schema || '.' || tg_table_name, pg_catalog.count(*) from gone;
       return null;
     end $$`,
  );
  for (const table of TABLES) {
    await database.query(
      `create trigger count_deletions after delete on ${table} referencing old table as gone
       for each statement execute function public.count_deletions()`,
    );
  }
});
afterAll(() => database.stop());
beforeEach(() => database.query('truncate public.deletions'));

/** An applicant with many applications, of which the newest has many messages and notes, many notifications and sessions. */
async function makeBusyApplicant(): Promise<TestPerson> {
  const applicant = await makePerson(database, { talent: 'active' });
  const values = [applicant.userId, owner.companyId, owner.userId];
  await database.query(
    `with posts as (
       insert into employer.job_posts (company_id, title, kind, state, published_at)
       select $2, 'Bell founder', 'full_time', 'published', now() from generate_series(1, ${APPLICATIONS}) returning id),
     sent as (
       insert into talent.applications (job_post_id, company_id, user_id, message)
       select p.id, $2, $1, '' from posts p returning id),
     newest as (select id from sent order by id desc limit 1),
     written as (
       insert into talent.messages (application_id, side, author_id, text)
       select n.id, 'company', $3, 'ding' from newest n, generate_series(1, ${ROWS})),
     noted as (
       insert into employer.application_notes (application_id, author_id, text)
       select n.id, $3, 'dong' from newest n, generate_series(1, ${ROWS})),
     signed_in as (
       insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at, ended_at, end_reason)
       select sha256(uuidv7()::text::bytea), $1, now(), now(), now(), 'sign_out' from generate_series(1, ${ROWS}))
     insert into identity.notifications (id, user_id, kind, subject_id, value, at, read_at)
     select uuidv7(), $1, 'application_moved', uuidv7(), 'offer', now(), now() from generate_series(1, ${ROWS})`,
    values,
  );
  return applicant;
}

/** As at the end of the seven days; the user has signed out. */
async function requestDeletion({ userId }: TestPerson): Promise<void> {
  await database.query(
    'update identity.user_sessions set ended_at = now() where user_id = $1 and ended_at is null',
    [userId],
  );
  await database.query(
    "update identity.users set deletion_requested_at = now() - interval '7 days', deletion_due_at = now() where id = $1",
    [userId],
  );
  await letDeletionBeDue(database, userId);
}

/** How many rows of each table the transaction has deleted that deleted most of them, and all together. */
const deletions = () =>
  database.query<{ table: string; most: number; all: number }>(
    `select d.of_table as table, max(d.rows)::int as most, sum(d.rows)::int as all
       from (select of_table, sum(rows) as rows from public.deletions group by of_table, at_transaction) d
      where d.rows > 0 group by d.of_table`,
  );

test('F2 G1: the deletion of an account takes rows beyond what one transaction deletes fast in earlier ones', async () => {
  const applicant = await makeBusyApplicant();
  await requestDeletion(applicant);
  await runDeletions(database);
  expect(await database.query('select from identity.users where id = $1', [applicant.userId])).toEqual([]);
  const found = await deletions();
  expect(Object.fromEntries(found.map(({ table, all }) => [table, all]))).toEqual({
    'talent.applications': APPLICATIONS,
    'talent.messages': ROWS,
    'employer.application_notes': ROWS,
    'identity.notifications': ROWS,
    // And the one of the test.
    'identity.user_sessions': ROWS + 1,
  });
  for (const { table, most } of found) {
    expect({ table, isShort: most <= (table === 'talent.applications' ? 100 : 5000) }).toEqual({
      table,
      isShort: true,
    });
  }
  const withdrawals = await database.query(
    "select from identity.audit_events where action = 'application.withdrawn'",
  );
  expect(withdrawals).toHaveLength(APPLICATIONS);
});

test('G11: an account that is not deleted loses nothing: not before it is due, and not as that of a last owner', async () => {
  const early = await makeBusyApplicant();
  const lastOwner = await makeBusyApplicant();
  await database.query(
    "insert into employer.org_memberships (user_id, company_id, role) select $1, $2, 'owner'",
    [
      lastOwner.userId,
      (await makePerson(database, { membership: { role: 'owner', status: 'revoked' } })).companyId,
    ],
  );
  await requestDeletion(lastOwner);
  await runDeletions(database);
  const client = new pg.Client({ connectionString: database.roleUrl(RETENTION_ROLE) });
  await client.connect();
  try {
    const sql = 'select retention.erase_some_of_account($1) as has_erased';
    expect((await client.query(sql, [early.userId])).rows).toEqual([{ has_erased: false }]);
  } finally {
    await client.end();
  }
  expect(await deletions()).toEqual([]);
  const users = await database.query('select from identity.users where id = any($1)', [
    [early.userId, lastOwner.userId],
  ]);
  expect(users).toHaveLength(2);
});

test('F2 G1: the deletion of an account reads few of its events, however many there are', async () => {
  const { userId } = await makePerson(database);
  await database.query(
    `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
     select 'user', $1, 'user.renamed', 'user', $1 from generate_series(1, 50000)`,
    [userId],
  );
  await database.query('analyze identity.audit_events');
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const pagesOf = async (id: string) => {
    const { rows } = await client.query(
      'explain (analyze, buffers, format json) select identity.erase_user($1)',
      [id],
    );
    const plan: Record<string, number> = rows[0]['QUERY PLAN'][0].Plan;
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  };
  const makeId = async () => (await makePerson(database)).userId;
  try {
    await client.query('begin');
    // The first calls read the catalogue, too.
    await pagesOf(await makeId());
    await pagesOf(await makeId());
    const pagesWithFew = await pagesOf(await makeId());
    const pagesWithMany = await pagesOf(userId);
    await client.query('rollback');
    expect(pagesWithMany - pagesWithFew).toBeLessThan(FEW_PAGES);
  } finally {
    await client.end();
  }
});
