import { makeAdmin, makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { REVOCATIONS } from '#support/revocations.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let admin: string;
let owner: TestPerson;
let otherOwner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
beforeEach(async () => {
  admin = (await makeAdmin(system.database, 'operator')).cookie;
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  otherOwner = await join();
});
afterAll(() => system.stop());

const join = () =>
  makePerson(system.database, {
    membership: { role: 'owner', status: 'active', companyId: owner.companyId ?? '' },
  });
const patch = (path: string, { cookie }: TestPerson, body: object) =>
  system.publicHost.request(`/api/employer${path}`, {
    method: 'PATCH',
    cookie,
    headers: { 'if-match': '*' },
    body,
  });
const publish = async (count: number): Promise<string[]> => {
  const rows = await system.database.query<{ id: string }>(
    `insert into employer.job_posts (company_id, title, kind, description, location, state, published_at)
     select $1, 'Bell founder', 'full_time', $2, 'Porto', 'published', now() from generate_series(1, $3::int) returning id`,
    [owner.companyId, 'Cast, tune and hang bells in the towers of the north. '.repeat(3), count],
  );
  return rows.map(({ id }) => id);
};

const countFound = async (name: string) => {
  const [row] = await system.database.query<{ count: number }>(
    `select count(*)::int as count from employer.job_post_search
      where company_id = $1 and document @@ to_tsquery('employer.job_search', $2)`,
    [owner.companyId, name],
  );
  return row?.count;
};

test('F2 G1: a company is renamed, and disabled, however long the documents of its job posts take; the search follows', async () => {
  await patch('/companies/current', owner, { name: 'Campana' });
  await publish(3);
  const disable = await REVOCATIONS.companyDisabled.prepare(system, { victim: owner, otherOwner, admin });
  await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('select from employer.job_post_search where company_id = $1 for update', [
      owner.companyId,
    ]);
    expect((await patch('/companies/current', owner, { name: 'Glockenhof' })).status).toBe(200);
    expect((await disable()).status).toBe(200);
  });
  await waitFor(async () => ((await countFound('glockenhof')) === 3 ? true : undefined));
  expect(await countFound('campana')).toBe(0);
});

test('a company that is renamed again before the search has followed is found by its last name alone', async () => {
  await publish(3);
  await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    // The step waits for a document, and the second name for the step.
    await holder.query('select from employer.job_post_search where company_id = $1 for update', [
      owner.companyId,
    ]);
    await patch('/companies/current', owner, { name: 'Carillon' });
    await isWaitedFor(holder);
    return { last: patch('/companies/current', owner, { name: 'Sonnerie' }) };
  }).then(({ last }) => last);
  await waitFor(async () => ((await countFound('sonnerie')) === 3 ? true : undefined));
  expect(await countFound('carillon')).toBe(0);
});

test('each step of a rename goes on where the one before ended', async () => {
  // A step takes the company that was renamed first: none of the tests before may be left.
  await waitFor(async () => {
    const renamed = await system.database.query('select from employer.renamed_companies');
    return renamed.length === 0 ? true : undefined;
  });
  await publish(2);
  const steps = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query("update employer.companies set name = 'Zimbel' where id = $1", [owner.companyId]);
    const step = async () => {
      const { rows } = await holder.query('select employer.rename_in_documents(0) as has_worked');
      const { rows: found } = await holder.query(
        `select from employer.job_post_search
          where company_id = $1 and document @@ to_tsquery('employer.job_search', 'zimbel')`,
        [owner.companyId],
      );
      return [rows[0].has_worked, found.length];
    };
    return [await step(), await step(), await step(), await step()];
  });
  expect(steps).toEqual([
    [true, 1],
    [true, 2],
    [true, 2],
    [false, 2],
  ]);
});

test('F2 G1: of the edits of a company’s job posts one runs at a time, also of different members', async () => {
  const [first = '', second = ''] = await publish(2);
  const member = await join();
  const answered: string[] = [];
  const edits = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('select from employer.job_posts where id = $1 for update', [first]);
    const edit = (post: string, who: TestPerson) =>
      patch(`/job_posts/${post}`, who, { title: 'Bell tuner' }).finally(() => answered.push(post));
    const waiting = edit(first, owner);
    await isWaitedFor(holder);
    const queued = edit(second, otherOwner);
    // What is sent later, and is no edit of a post, is answered meanwhile.
    for (const about of ['One.', 'Two.', 'Three.']) {
      expect((await patch('/companies/current', member, { about })).status).toBe(200);
    }
    expect(answered).toEqual([]);
    return [waiting, queued];
  });
  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual([200, 200]);
});
