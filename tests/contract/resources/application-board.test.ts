import {
  makeColleague,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

const STAGES = ['submitted', 'in_review', 'interview', 'offer', 'rejected'];

let system: TestSystem;
let owner: TestPerson;
let posts: readonly string[];
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['employer'] });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const { companyId } = owner;
  posts = [
    await makeJobPost(system.database, { companyId, title: 'Rigger' }),
    await makeJobPost(system.database, { companyId, title: 'Caulker' }),
  ];
});
afterAll(() => system.stop());

/** Applications of new users for a post, in the order of their ids. */
async function apply(post: string | undefined, stage: string, count: number): Promise<readonly string[]> {
  const rows = await system.database.query<{ id: string }>(
    `with people as (
       insert into identity.users (email, name, email_verified_at)
       select translate(gen_random_uuid()::text, 'abcdef', 'uvwxyz') || '@board.test', 'Ada Applies', now() from generate_series(1, $4::int) returning id
     )
     insert into talent.applications (job_post_id, company_id, user_id, message, stage)
     select $1, $2, id, 'A long text', $3 from people returning id`,
    [post, owner.companyId, stage, count],
  );
  return rows.map(({ id }) => id).toSorted();
}

const get = (path: string, { cookie }: { cookie: string } = owner) =>
  system.publicHost.request(`/api/employer${path}`, { cookie });
const board = async (query = '', who: TestPerson = owner) => {
  const { columns } = (await get(`/application_board?${query}`, who)).body;
  return columns as {
    stage: string;
    count: number;
    items: { id: string; stage: string; etag: string }[];
    next_cursor: string;
  }[];
};
const countsOf = (columns: Awaited<ReturnType<typeof board>>) => columns.map(({ count }) => count);

test('the board has a column for each stage, with its count and its newest 20; the list goes on where a column ends', async () => {
  expect(await board()).toEqual(STAGES.map((stage) => ({ stage, count: 0, items: [], next_cursor: '' })));
  const waiting = await apply(posts[0], 'submitted', 23);
  const [offered] = await apply(posts[1], 'offer', 1);
  await system.database.query("update talent.applications set offer_answer = 'accepted' where id = $1", [
    offered,
  ]);
  await system.database.query('update talent.applications set withdrawn_at = now() where id = $1', [
    waiting[22],
  ]);
  const columns = await board();
  expect(columns.map(({ stage }) => stage)).toEqual(STAGES);
  expect(countsOf(columns)).toEqual([22, 0, 0, 1, 0]);
  const ids = waiting.slice(0, 22).toReversed();
  expect(columns[0]?.items.map(({ id }) => id)).toEqual(ids.slice(0, 20));
  const more = await get(`/applications?stage=submitted&cursor=${columns[0]?.next_cursor}`);
  expect(more.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(20));
  const { body: application } = await get(`/applications/${offered}`);
  expect(columns[3]).toEqual({
    stage: 'offer',
    count: 1,
    next_cursor: '',
    items: [
      {
        id: offered,
        applicant_name: 'Ada Applies',
        job_post_title: 'Caulker',
        stage: 'offer',
        updated_at: application.updated_at,
        etag: application.etag,
        assignment: { assignee_name: '', is_own: false, etag: '"none"' },
        has_unread_messages: false,
        offer_answer: 'accepted',
      },
    ],
  });
});

test('it is filtered by job post and by assignee', async () => {
  const [mine, , ...others] = await apply(posts[0], 'submitted', 4);
  await apply(posts[1], 'interview', 2);
  for (const id of [mine, others[0]]) {
    await system.database.query(
      'insert into employer.application_assignments (application_id, membership_id) values ($1, $2)',
      [id, owner.membershipId],
    );
  }
  expect(countsOf(await board(`job_post_id=${posts[0]}`))).toEqual([4, 0, 0, 0, 0]);
  expect(countsOf(await board(`job_post_id=${posts[1]}`))).toEqual([0, 0, 2, 0, 0]);
  const assigned = await board('assignee=me');
  expect(countsOf(assigned)).toEqual([2, 0, 0, 0, 0]);
  expect(assigned[0]?.items.map(({ id }) => id)).toEqual([others[0], mine]);
  expect(countsOf(await board('assignee=none'))).toEqual([2, 0, 2, 0, 0]);
  expect(countsOf(await board(`assignee=me&job_post_id=${posts[1]}`))).toEqual([0, 0, 0, 0, 0]);
  expect((await get('/application_board?assignee=other')).status).toBe(400);
});

test('D5 B1: it has nothing of another company, and no evaluation of the reader’s own application', async () => {
  const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const [id] = await apply(posts[0], 'submitted', 1);
  expect(countsOf(await board('', other))).toEqual([0, 0, 0, 0, 0]);
  expect(countsOf(await board(`job_post_id=${posts[0]}`, other))).toEqual([0, 0, 0, 0, 0]);
  expect(countsOf(await board(`assignee=${owner.membershipId}`, other))).toEqual([0, 0, 0, 0, 0]);
  const applicant = await makeColleague(system.database, owner, 'member');
  await system.database.query('update talent.applications set user_id = $2 where id = $1', [
    id,
    applicant.userId,
  ]);
  await system.database.query(
    'insert into employer.application_ratings (application_id, company_id, rater_id, value) values ($1, $2, $3, 4)',
    [id, owner.companyId, owner.userId],
  );
  await system.database.query(
    'insert into employer.application_assignments (application_id, membership_id) values ($1, $2)',
    [id, owner.membershipId],
  );
  expect((await board())[0]?.items).toMatchObject([{ rating: { average: 4 }, assignment: { is_own: true } }]);
  const [card] = (await board('', applicant))[0]?.items ?? [];
  expect(Object.keys(card ?? {}).toSorted()).toEqual(
    [
      'id',
      'applicant_name',
      'job_post_title',
      'stage',
      'updated_at',
      'etag',
      'has_unread_messages',
    ].toSorted(),
  );
  expect(countsOf(await board(`assignee=${owner.membershipId}`, applicant))).toEqual([0, 0, 0, 0, 0]);
  expect(countsOf(await board('assignee=none', applicant))).toEqual([1, 0, 0, 0, 0]);
  expect(countsOf(await board(`assignee=${owner.membershipId}`))).toEqual([1, 0, 0, 0, 0]);
  expect(countsOf(await board(`assignee=${owner.membershipId}`, other))).toEqual([0, 0, 0, 0, 0]);
});

test('G1: it has nothing of an assignee whose membership has ended, even if the row was kept', async () => {
  const former = await makeColleague(system.database, owner, 'member');
  const [id] = await apply(posts[0], 'submitted', 1);
  await system.database.query("update employer.org_memberships set status = 'revoked' where id = $1", [
    former.membershipId,
  ]);
  await system.database.query(
    'insert into employer.application_assignments (application_id, membership_id) values ($1, $2)',
    [id, former.membershipId],
  );
  const [column] = await board(`assignee=${former.membershipId}`);
  expect(column).toMatchObject({ count: 0, items: [] });
  expect(countsOf(await board('assignee=none'))).toEqual([1, 0, 0, 0, 0]);
});

test('U11: its columns are searched as the list is, and sorted, and the list goes on in the same order', async () => {
  const waiting = await apply(posts[0], 'submitted', 22);
  const offered = await apply(posts[1], 'offer', 2);
  await system.database.query(
    `insert into employer.application_ratings (application_id, company_id, rater_id, value)
     values ($1, $3, $4, 4), ($2, $3, $4, 3)`,
    [waiting[1], waiting[7], owner.companyId, owner.userId],
  );
  expect(countsOf(await board('query=caulker'))).toEqual([0, 0, 0, 2, 0]);
  expect(countsOf(await board('query=ADA%20rigger'))).toEqual([22, 0, 0, 0, 0]);
  expect(countsOf(await board('query=riger&assignee=none'))).toEqual([22, 0, 0, 0, 0]);
  expect(countsOf(await board(`query=rigger&job_post_id=${posts[1]}`))).toEqual([0, 0, 0, 0, 0]);
  expect(countsOf(await board('query=unheard'))).toEqual([0, 0, 0, 0, 0]);

  const idsOf = (column: Awaited<ReturnType<typeof board>>[number] | undefined) =>
    column?.items.map(({ id }) => id);
  const oldest = await board('order=oldest');
  expect(idsOf(oldest[0])).toEqual(waiting.slice(0, 20));
  expect(idsOf(oldest[3])).toEqual(offered);
  const rated = await board('order=rating&query=ada');
  const byRating = [
    waiting[1],
    waiting[7],
    ...waiting.toReversed().filter((id) => id !== waiting[1] && id !== waiting[7]),
  ];
  expect(idsOf(rated[0])).toEqual(byRating.slice(0, 20));
  const more = await get(
    `/applications?stage=submitted&order=rating&query=ada&cursor=${rated[0]?.next_cursor}`,
  );
  expect(more.body.items.map(({ id }: { id: string }) => id)).toEqual(byRating.slice(20));
  expect((await get('/application_board?order=other')).status).toBe(400);
});
