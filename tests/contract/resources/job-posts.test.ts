import {
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

let system: TestSystem;
let owner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
});
afterAll(() => system.stop());

const DESCRIPTION = 'Caulk wooden hulls with oakum and pitch, in a small team. '.repeat(2).trim();
const COMPLETE = { title: 'Caulker', kind: 'full_time', location: 'Porto', description: DESCRIPTION };

const send = (method: string, path: string, body?: object, { cookie }: { cookie: string } = owner) =>
  system.publicHost.request(`/api/employer${path}`, {
    method,
    cookie,
    ...(body === undefined ? {} : { body }),
  });
const create = async (fields: object = {}): Promise<string> =>
  (await send('POST', '/job_posts', { ...COMPLETE, ...fields })).body.id;
const titlesOf = async (query: string): Promise<string[]> =>
  (await send('GET', `/job_posts?${query}`)).body.items.map(({ title }: { title: string }) => title);
const post = (id: string) => send('GET', `/job_posts/${id}`);

describe('the states of a job post', () => {
  test('go from draft to published to closed and back to published, and never back to draft', async () => {
    const made = await send('POST', '/job_posts', COMPLETE);
    expect(made.body).toMatchObject({ ...COMPLETE, state: 'draft' });
    expect(made.body.published_at).toBeUndefined();
    const path = `/job_posts/${made.body.id}`;
    const steps = [
      ['closed', 409],
      ['published', 200],
      ['draft', 409],
      ['closed', 200],
      ['published', 200],
    ] as const;
    for (const [state, status] of steps) expect((await send('PATCH', path, { state })).status).toBe(status);
    expect((await send('GET', path)).body).toMatchObject({
      state: 'published',
      published_at: expect.any(String),
    });
    expect(await titlesOf('state=published')).toEqual(['Caulker']);
    expect(await titlesOf('state=draft')).toEqual([]);
  });
});

describe('U16: what is published is complete', () => {
  const missing = async (id: string, body: object = { state: 'published' }) => {
    const answer = await send('PATCH', `/job_posts/${id}`, body);
    expect(answer).toMatchObject({ status: 422, body: { code: 'job_post_incomplete' } });
    return answer.body.errors.map(({ field }: { field: string }) => field);
  };

  test('U16: a title alone is a draft, and is refused at publication with each field that is missing', async () => {
    const made = await send('POST', '/job_posts', { title: 'Caulker', kind: 'full_time' });
    expect(made).toMatchObject({ status: 201, body: { state: 'draft', location: '', description: '' } });
    const { id } = made.body;
    expect(await missing(id)).toEqual(['location', 'description']);
    expect(await missing(id, { state: 'published', location: '  ' })).toEqual(['location', 'description']);
    expect(await missing(id, { state: 'published', description: ` ${'a'.repeat(99)}\n\n ` })).toEqual([
      'location',
      'description',
    ]);
    // Nothing of a refused change is saved.
    expect((await post(id)).body).toMatchObject({ state: 'draft', location: '', description: '' });
    const published = await send('PATCH', `/job_posts/${id}`, {
      state: 'published',
      location: 'Porto',
      // Characters, and not UTF-16 units or bytes.
      description: '👩🏽‍🚀'.repeat(25),
    });
    expect(published).toMatchObject({ status: 200, body: { state: 'published', location: 'Porto' } });
  });

  test('U16: a published post stays complete, and a closed one may be reopened only so', async () => {
    const id = await create();
    await send('PATCH', `/job_posts/${id}`, { state: 'published' });
    expect(await missing(id, { location: '' })).toEqual(['location']);
    expect(await missing(id, { description: 'Short.' })).toEqual(['description']);
    await send('PATCH', `/job_posts/${id}`, { state: 'closed' });
    expect((await send('PATCH', `/job_posts/${id}`, { description: 'Short.' })).status).toBe(200);
    expect(await missing(id)).toEqual(['description']);
  });

  test('U16: a post that was published before the rule can be closed as it is', async () => {
    const [row] = await system.database.query<{ id: string }>(
      `insert into employer.job_posts (company_id, title, kind, state, published_at)
       values ($1, 'Old', 'contract', 'published', now()) returning id`,
      [owner.companyId],
    );
    expect((await send('PATCH', `/job_posts/${row?.id}`, { state: 'closed' })).status).toBe(200);
  });
});

describe('the list of job posts', () => {
  test('finds a part of title or location, in any case and without accents', async () => {
    await create({ title: 'Ökonom', location: 'Kraków' });
    await create({ title: 'Back-end engineer (C++)', location: 'Porto' });
    await create({ title: 'Front-end engineer', location: '100% remote' });
    const found = {
      krakow: ['Ökonom'],
      'END ENGINEER': ['Front-end engineer', 'Back-end engineer (C++)'],
      okono: ['Ökonom'],
      'c++': ['Back-end engineer (C++)'],
      '100%': ['Front-end engineer'],
      _: ['Front-end engineer', 'Back-end engineer (C++)', 'Ökonom'],
      zebra: [],
    };
    for (const [query, titles] of Object.entries(found)) {
      expect([query, await titlesOf(`query=${encodeURIComponent(query)}`)]).toEqual([query, titles]);
    }
    // It follows a change.
    const id = await create({ title: 'Sailor' });
    await send('PATCH', `/job_posts/${id}`, { location: 'Genoa' });
    expect(await titlesOf('query=genoa')).toEqual(['Sailor']);
  });

  test('is sorted by title, or by the number of applications that are not withdrawn', async () => {
    const ids = {
      b: await create({ title: 'Ébéniste' }),
      c: await create({ title: 'zoologist' }),
      a: await create({ title: 'Actuary' }),
    };
    for (const [id, count] of [
      [ids.c, 3],
      [ids.b, 1],
    ] as const) {
      for (let n = 0; n < count; n += 1) {
        const { userId } = await makePerson(system.database, { talent: 'active' });
        await system.database.query(
          `insert into talent.applications (job_post_id, company_id, user_id, withdrawn_at)
           values ($1, $2, $3, case when $4 then now() end)`,
          [id, owner.companyId, userId, count === 1],
        );
      }
    }
    expect(await titlesOf('order=newest')).toEqual(['Actuary', 'zoologist', 'Ébéniste']);
    expect(await titlesOf('order=title')).toEqual(['Actuary', 'Ébéniste', 'zoologist']);
    expect(await titlesOf('order=applications')).toEqual(['zoologist', 'Actuary', 'Ébéniste']);
    const { body } = await send('GET', '/job_posts?order=applications');
    expect(body.items.map((item: { application_count: number }) => item.application_count)).toEqual([
      3, 0, 0,
    ]);
    for (const order of ['', 'unspecified', 'oldest']) {
      expect((await send('GET', `/job_posts?order=${order}`)).body.code).toBe('input_invalid');
    }
  });

  test('a cursor of another order is refused', async () => {
    for (let n = 0; n < 3; n += 1) await create();
    const { next_cursor } = (await send('GET', '/job_posts?order=title&limit=2')).body;
    const answer = await send('GET', `/job_posts?order=applications&cursor=${next_cursor}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });
});

describe('deleting a draft', () => {
  test('removes it for all members, once, and leaves an event of the company', async () => {
    const colleague = await makeColleague(system.database, owner, 'member');
    const id = await create();
    expect((await send('DELETE', `/job_posts/${id}`, undefined, colleague)).status).toBe(204);
    expect((await post(id)).status).toBe(404);
    expect((await send('DELETE', `/job_posts/${id}`)).status).toBe(404);
    const events = await system.database.query(
      "select actor_id, subject_kind, subject_id from identity.audit_events where action = 'job_post.deleted' and subject_id = $1",
      [owner.companyId],
    );
    expect(events).toEqual([
      { actor_id: colleague.userId, subject_kind: 'company', subject_id: owner.companyId },
    ]);
  });

  test('is refused for a post that is or was public, and for one of another company', async () => {
    const id = await create();
    await send('PATCH', `/job_posts/${id}`, { state: 'published' });
    const conflict = { status: 409, body: { code: 'job_post_state_conflict' } };
    expect(await send('DELETE', `/job_posts/${id}`)).toMatchObject(conflict);
    await send('PATCH', `/job_posts/${id}`, { state: 'closed' });
    expect(await send('DELETE', `/job_posts/${id}`)).toMatchObject(conflict);
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const draft = await create();
    expect((await send('DELETE', `/job_posts/${draft}`, undefined, other)).status).toBe(404);
    expect((await post(draft)).status).toBe(200);
  });

  test('and publishing it at the same time: one of them wins, and the other is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await create();
      const [deleted, published] = await Promise.all([
        send('DELETE', `/job_posts/${id}`),
        send('PATCH', `/job_posts/${id}`, { state: 'published' }),
      ]);
      expect([
        [204, 404],
        [409, 200],
      ]).toContainEqual([deleted.status, published.status]);
      expect((await post(id)).status).toBe(deleted.status === 204 ? 404 : 200);
    }
  });
});
