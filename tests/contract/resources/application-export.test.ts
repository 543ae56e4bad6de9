import { request as httpRequest } from 'node:http';
import {
  makeColleague,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let owner: TestPerson;
let postId: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['employer'] });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  postId = await makeJobPost(system.database, owner);
});
afterAll(() => system.stop());

const exported = (who: TestPerson, body: object = {}) =>
  system.publicHost.request('/api/employer/application_exports', {
    method: 'POST',
    cookie: who.cookie,
    body,
  });

async function apply(count: number, name = 'Ada Applies') {
  await system.database.query(
    `with people as (
       insert into identity.users (email, name, email_verified_at)
       select translate(gen_random_uuid()::text, 'abcdef', 'uvwxyz') || '@export.test', $3, now() from generate_series(1, $4::int) returning id
     )
     insert into talent.applications (user_id, job_post_id, company_id, message, headline, skills, links)
     select id, $1, $2, 'A long text', '=cmd|calc', array['Bells', 'Bronze'], array['https://bells.test'] from people`,
    [postId, owner.companyId, name, count],
  );
}

test('a stolen session takes no file of all applicants: the export needs a fresh authentication, and a refused one is not audited', async () => {
  await apply(1);
  const setAge = (minutes: number) =>
    system.database.query(
      'update identity.user_sessions set authenticated_at = now() - make_interval(mins => $2) where id = $1',
      [owner.sessionId, minutes],
    );
  await setAge(11);
  expect(await exported(owner)).toMatchObject({
    status: 403,
    body: { code: 'fresh_authentication_required' },
  });
  const audited = () =>
    system.database.query('select from identity.audit_events where actor_id = $1', [owner.userId]);
  expect(await audited()).toEqual([]);
  await setAge(9);
  expect((await exported(owner)).status).toBe(200);
  expect(await audited()).toHaveLength(1);
});

test('an owner exports what the filters select, without formulas and long texts, and the export is audited', async () => {
  await apply(1, 'Wren "Bell", Applies');
  await apply(1, 'Bea Applies');
  const { status, body } = await exported(owner, { query: 'wren' });
  expect([status, body.application_count, body.is_complete]).toEqual([200, 1, true]);
  const [header, line, rest] = body.csv.split('\r\n');
  expect(header).toBe(
    'applied_at_utc,job_post,applicant,email,location,headline,skills,links,stage,in_stage_since_utc,offer_answer,answers,rating_average,rating_count,assignee',
  );
  expect(line).toMatch(
    /^\d{4}-[^,]+Z,Bell founder,"Wren ""Bell"", Applies",[^,]+@export\.test,,"'=cmd\|calc","Bells, Bronze",https:\/\/bells\.test,submitted,[^,]+Z,,,,,$/,
  );
  expect(rest).toBe('');
  const events = await system.database.query(
    'select action, actor_id, change from identity.audit_events where subject_id = $1',
    [owner.companyId],
  );
  expect(events).toEqual([
    { action: 'company.applications_exported', actor_id: owner.userId, change: '1 applications' },
  ]);
});

test('the export has every application once, in the order of the list, across batches', async () => {
  await apply(1203);
  const ordered = async (order: string) =>
    (await exported(owner, { order })).body.csv.trim().split('\r\n').slice(1);
  const [newest, oldest] = [await ordered('newest'), await ordered('oldest')];
  expect(newest).toHaveLength(1203);
  expect(new Set(newest).size).toBe(1203);
  expect(oldest).toEqual(newest.toReversed());
});

test('G6: the export ends at 10,000 applications, and says whether there are more', async () => {
  await apply(10_001);
  // As autovacuum does after such an import: the statements were planned for a few rows.
  await system.database.query('analyze');
  const counted = async () => {
    const { body } = await exported(owner);
    return [body.application_count, body.csv.trim().split('\r\n').length - 1, body.is_complete];
  };
  expect(await counted()).toEqual([10_000, 10_000, false]);
  await system.database.query(
    'delete from talent.applications where id = (select id from talent.applications where company_id = $1 limit 1)',
    [owner.companyId],
  );
  expect(await counted()).toEqual([10_000, 10_000, true]);
});

test('an answer to an offer is in the export', async () => {
  await apply(1);
  // A change of the stage empties the answer.
  for (const change of ["stage = 'offer'", "offer_answer = 'declined'"]) {
    await system.database.query(`update talent.applications set ${change} where company_id = $1`, [
      owner.companyId,
    ]);
  }
  expect((await exported(owner)).body.csv).toMatch(/,offer,[^,]+Z,declined,/);
});

test('B1: neither a member nor another company exports them', async () => {
  await apply(1);
  const member = await makeColleague(system.database, owner, 'member');
  expect(await exported(member)).toMatchObject({ status: 403, body: { code: 'org_role_required' } });
  const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const { body } = await exported(other, { job_post_id: postId });
  expect([body.application_count, body.csv.split('\r\n')]).toEqual([0, [expect.any(String), '']]);
});

test('G6: an account has one export at a time, and others have theirs', async () => {
  await apply(1);
  const other = await makeColleague(system.database, owner, 'owner');
  const holder = new pg.Client({ connectionString: system.database.ownerUrl });
  await holder.connect();
  await holder.query('begin; lock table employer.job_posts in access exclusive mode');
  const answers = Array.from({ length: 5 }, () => exported(owner));
  const others = exported(other);
  let answered = 0;
  await new Promise<void>((resolve) => {
    for (const answer of answers) {
      void answer.then(() => {
        answered += 1;
        if (answered === answers.length - 1) resolve();
      });
    }
  });
  await holder.end();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 429, 429, 429, 429]);
  expect((await others).status).toBe(200);
  expect((await exported(owner)).status).toBe(200);
});

test('G6: an account whose client has disconnected during an export has another one', async () => {
  await apply(1);
  await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    // The file is made, and waits for its audit event.
    await holder.query('lock table identity.audit_events in share mode');
    const [instance] = system.local.services.employer;
    const leaving = httpRequest(`${instance?.url}/api/employer/application_exports`, {
      method: 'POST',
      headers: {
        host: system.local.publicHost,
        cookie: owner.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        'content-length': 2,
      },
    });
    leaving.on('error', () => undefined).end('{}');
    await isWaitedFor(holder);
    leaving.destroy();
  });
  await waitFor(async () => ((await exported(owner)).status === 200 ? true : undefined));
});
