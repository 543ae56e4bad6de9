import {
  makeColleague,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let system: TestSystem;
let owner: TestPerson;
beforeAll(async () => {
  const environment = { JOB_POSTS_PER_COMPANY: '1200' };
  system = await startTestSystem({ seed: 'none', apis: ['employer', 'talent'], environment });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
});
afterAll(() => system.stop());

const DESCRIPTION = 'Caulk wooden hulls with oakum and pitch, in a small team. '.repeat(2).trim();
const COMPLETE = { title: 'Caulker', kind: 'full_time', location: 'Porto', description: DESCRIPTION };

const send = (method: string, path: string, body?: object, { cookie }: { cookie: string } = owner) =>
  system.publicHost.request(`/api/employer${path}`, { method, cookie, body });
const create = async (fields: object = {}): Promise<string> =>
  (await send('POST', '/job_posts', { ...COMPLETE, ...fields })).body.id;
const titlesOf = async (query: string): Promise<string[]> =>
  (await send('GET', `/job_posts?${query}`)).body.items.map(({ title }: { title: string }) => title);
const post = (id: string) => send('GET', `/job_posts/${id}`);
/** As of a version. */
const change = (id: string, ifMatch: string) =>
  system.publicHost.request(`/api/employer/job_posts/${id}`, {
    method: 'PATCH',
    cookie: owner.cookie,
    headers: { 'if-match': ifMatch },
    body: { location: 'Genoa' },
  });

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
    for (const [state, status] of steps) {
      const answer = await send('PATCH', path, { state });
      expect(answer.status).toBe(status);
      if (status === 409) expect(answer.body.detail).toMatch(/^A job post cannot change from \w+ to \w+\.$/);
    }
    await send('PATCH', path, { title: 'Senior caulker' });
    const changes = await system.database.query<{ change: string }>(
      "select change from identity.audit_events where subject_id = $1 and action = 'job_post.changed' order by id",
      [made.body.id],
    );
    expect(changes.map(({ change }) => change)).toEqual([
      'draft → published',
      'published → closed',
      'closed → published',
      '',
    ]);
    expect((await send('GET', path)).body).toMatchObject({
      state: 'published',
      published_at: expect.any(String),
    });
    expect(await titlesOf('state=published')).toEqual(['Senior caulker']);
    expect(await titlesOf('state=draft')).toEqual([]);
  });
});

test('a job post is stored without the spaces around its title and location', async () => {
  const made = await send('POST', '/job_posts', { ...COMPLETE, title: ' Caulker ', location: ' Porto ' });
  expect(made.body).toMatchObject({ title: 'Caulker', location: 'Porto' });
  const path = `/job_posts/${made.body.id}`;
  const changed = await send('PATCH', path, { title: ' Rigger ', location: ' Genoa ' });
  expect(changed.body).toMatchObject({ title: 'Rigger', location: 'Genoa' });
});

test('G6: a company has at most 500 published job posts; one more is published when another is closed', async () => {
  const [id, other] = [await create(), await create()];
  await system.database.query(
    `insert into employer.job_posts (company_id, title, location, description, kind, state, published_at)
     select $1, 'Caulker', 'Porto', $2, 'full_time', 'published', now() from generate_series(1, 499)`,
    [owner.companyId, DESCRIPTION],
  );
  const change = (post: string, body: object) => send('PATCH', `/job_posts/${post}`, body);
  expect((await change(id, { state: 'published' })).status).toBe(200);
  expect(await change(other, { state: 'published' })).toMatchObject({
    status: 409,
    body: {
      code: 'job_post_quota_reached',
      detail: 'Your company can have 500 published job posts. Close one to publish another.',
    },
  });
  for (const post of [id, other]) expect((await change(post, { title: 'Rigger' })).status).toBe(200);
  expect((await change(id, { state: 'closed' })).status).toBe(200);
  expect((await change(other, { state: 'published' })).status).toBe(200);
});

test('G9: a change waits for one of another process, and is then refused as a conflict', async () => {
  const { id, etag } = (await send('POST', '/job_posts', COMPLETE)).body;
  const [answer] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query("update employer.job_posts set location = 'Faro' where id = $1", [id]);
    const waiting = change(id, etag);
    await isWaitedFor(holder);
    return [waiting];
  });
  expect(await answer).toMatchObject({
    status: 412,
    body: { conflict: { current: { location: 'Faro' } } },
  });
  expect((await post(id)).body.location).toBe('Faro');
});

test('G6: a publication waits for one of its company in another process, and counts it', async () => {
  const [id, other] = [await create(), await create()];
  await system.database.query(
    `insert into employer.job_posts (company_id, title, location, description, kind, state, published_at)
     select $1, 'Caulker', 'Porto', $2, 'full_time', 'published', now() from generate_series(1, 499)`,
    [owner.companyId, DESCRIPTION],
  );
  const [answer] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    // In shared mode: the lock is of one publication alone.
    await holder.query(
      "select pg_advisory_xact_lock_shared(hashtextextended('published_job_posts:' || $1, 0))",
      [owner.companyId],
    );
    await holder.query(
      "update employer.job_posts set state = 'published', published_at = now() where id = $1",
      [other],
    );
    const publishing = send('PATCH', `/job_posts/${id}`, { state: 'published' });
    await isWaitedFor(holder);
    return [publishing];
  });
  expect(await answer).toMatchObject({ status: 409, body: { code: 'job_post_quota_reached' } });
});

describe('G6: job posts that are not published have quotas, too', () => {
  type Query = (text: string, values: readonly unknown[]) => Promise<unknown>;

  /** Adds posts that no request has made. */
  const add = (count: number, state: 'draft' | 'closed', run: Query = system.database.query) =>
    run(
      `insert into employer.job_posts (company_id, title, kind, state, published_at)
       select $1, 'Caulker', 'full_time', $2, case when $2 = 'closed' then now() end from generate_series(1, $3::int)`,
      [owner.companyId, state, count],
    );
  const refused = (detail: string) => ({ status: 409, body: { code: 'job_post_quota_reached', detail } });

  test('G6: a company has at most 1,000 drafts; a new one waits for one of another process, and counts it', async () => {
    await add(999, 'draft');
    const [answer] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      // In shared mode: the lock is of one creation alone.
      await holder.query(
        "select pg_advisory_xact_lock_shared(hashtextextended('published_job_posts:' || $1, 0))",
        [owner.companyId],
      );
      await add(1, 'draft', (text, values) => holder.query(text, [...values]));
      const creating = send('POST', '/job_posts', COMPLETE);
      await isWaitedFor(holder);
      return [creating];
    });
    const detail = 'Your company can have 1,000 drafts. Publish or delete one to add another.';
    expect(await answer).toMatchObject(refused(detail));
    expect(await titlesOf('state=draft&limit=1')).toEqual(['Caulker']);
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    expect((await send('POST', '/job_posts', COMPLETE, other)).status).toBe(201);
    const { items } = (await send('GET', '/job_posts?state=draft&limit=2')).body;
    expect((await send('DELETE', `/job_posts/${items[0].id}`)).status).toBe(204);
    const id = await create();
    expect(await send('POST', '/job_posts', COMPLETE)).toMatchObject(refused(detail));
    expect((await send('PATCH', `/job_posts/${id}`, { state: 'published' })).status).toBe(200);
    expect((await send('POST', '/job_posts', COMPLETE)).status).toBe(201);
  });

  test('G6: a company has a limited number of job posts in all states; one more can be reopened, but not created', async () => {
    await add(1199, 'closed');
    const id = await create();
    expect(await send('POST', '/job_posts', COMPLETE)).toMatchObject(
      refused(
        'Your company can have 1,200 job posts, closed ones included. Reopen a closed one, delete a draft, or contact us.',
      ),
    );
    const { body } = await send('GET', '/companies/current/overview');
    expect(body.job_posts).toEqual([
      { state: 'draft', count: 1 },
      { state: 'published', count: 0 },
      { state: 'closed', count: 1199 },
    ]);
    for (const state of ['published', 'closed', 'published']) {
      expect((await send('PATCH', `/job_posts/${id}`, { state })).status).toBe(200);
    }
  });
});

describe('F8: the place of a reopened post', () => {
  /** The posts in the order of the catalogue. */
  const places = async (ids: readonly string[]) => {
    const { items } = (await system.publicHost.request('/api/talent/job_posts?limit=100')).body;
    return items.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id));
  };
  const put = async (id: string, state: string) =>
    (await send('PATCH', `/job_posts/${id}`, { state })).body.published_at;

  test('F8: is the former one within 30 days of its publication, and the first one later', async () => {
    const [one, other] = [await create(), await create()];
    const published = await put(one, 'published');
    await put(other, 'published');
    expect(await places([one, other])).toEqual([other, one]);
    expect(await put(one, 'closed')).toBe(published);
    expect(await put(one, 'published')).toBe(published);
    expect(await places([one, other])).toEqual([other, one]);
    // A mail about a saved search names what has become public since the one before.
    expect(
      await system.database.query(
        'select coalesce(public_since, published_at) <= $2 as is_old from employer.job_post_filters where job_post_id = $1',
        [one, new Date(Date.parse(published) + 1)],
      ),
    ).toEqual([{ is_old: true }]);
    for (const [age, isNew] of [
      ['29 days 23 hours', false],
      ['30 days', true],
    ] as const) {
      await put(one, 'closed');
      const [row] = await system.database.query<{ published_at: Date }>(
        'update employer.job_posts set published_at = now() - $2::interval where id = $1 returning published_at',
        [one, age],
      );
      const before = row?.published_at.toISOString() ?? '';
      const reopened = await put(one, 'published');
      expect([age, reopened !== before]).toEqual([age, isNew]);
    }
    expect(await places([one, other])).toEqual([one, other]);
  });

  test('F8: is not that of a new one after a change of a post that was published long ago', async () => {
    const one = await create();
    await put(one, 'published');
    await system.database.query(
      "update employer.job_posts set published_at = now() - interval '40 days' where id = $1",
      [one],
    );
    const { body } = await send('PATCH', `/job_posts/${one}`, { title: 'Another title' });
    expect(Date.parse(body.published_at)).toBeLessThan(Date.now() - 39 * 86_400_000);
  });
});

describe('U16: what is published is complete', () => {
  const missing = async (id: string, body: object = { state: 'published' }) => {
    const answer = await send('PATCH', `/job_posts/${id}`, body);
    expect(answer).toMatchObject({ status: 422, body: { code: 'job_post_incomplete' } });
    expect(answer.body.detail).toBe(
      answer.body.errors.map(({ message }: { message: string }) => message).join(' '),
    );
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
    await system.database.query("update employer.job_posts set location = '  ' where id = $1", [id]);
    expect(await missing(id)).toEqual(['location', 'description']);
    await system.database.query("update employer.job_posts set location = '' where id = $1", [id]);
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
    const id = await makeJobPost(system.database, { companyId: owner.companyId, description: '' });
    expect((await send('PATCH', `/job_posts/${id}`, { state: 'closed' })).status).toBe(200);
  });
});

describe('the list of job posts', () => {
  test('finds a part of title or location, in any case and without accents', async () => {
    await create({ title: 'Ökonom', location: 'Kraków' });
    await create({ title: 'Back-end engineer (C++)', location: 'Porto' });
    await create({ title: 'Front-end engineer', location: '100% remote' });
    const found = {
      krakow: ['Ökonom'],
      ' krakow ': ['Ökonom'],
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
    const counts = { [ids.a]: 0, [ids.b]: 0, [ids.c]: 3 };
    for (const order of ['newest', 'title', 'applications']) {
      const { items } = (await send('GET', `/job_posts?order=${order}`)).body;
      expect(
        Object.fromEntries(
          items.map((item: { id: string; application_count: number }) => [item.id, item.application_count]),
        ),
      ).toEqual(counts);
    }
    for (const [id, application_count] of Object.entries(counts)) {
      expect((await post(id)).body).toMatchObject({ id, application_count });
      const changed = await send('PATCH', `/job_posts/${id}`, { location: 'Genoa' });
      expect(changed.body).toMatchObject({ id, application_count });
      const conflict = await change(id, '"0"');
      expect(conflict.body.conflict.current).toMatchObject({ id, application_count });
    }
    expect((await send('POST', '/job_posts', COMPLETE)).body).toMatchObject({ application_count: 0 });
    for (const order of ['', 'unspecified', 'oldest']) {
      expect((await send('GET', `/job_posts?order=${order}`)).body.code).toBe('input_invalid');
    }
  });

  test('D5: has the posts of the own company alone, by state and text, in every order', async () => {
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    await send('POST', '/job_posts', { ...COMPLETE, title: 'Theirs' }, other);
    await create({ title: 'Rigger', location: 'Genoa' });
    const published = await create({ title: 'Sailor' });
    await send('PATCH', `/job_posts/${published}`, { state: 'published' });
    for (const order of ['newest', 'title', 'applications']) {
      const found = async (query: string) => (await titlesOf(`order=${order}${query}`)).toSorted();
      expect(await found('')).toEqual(['Rigger', 'Sailor']);
      expect(await found('&state=published')).toEqual(['Sailor']);
      expect(await found('&state=draft')).toEqual(['Rigger']);
      expect(await found('&state=closed')).toEqual([]);
      expect(await found('&state=draft&published_as=visible')).toEqual([]);
      expect(await found('&published_as=visible')).toEqual(['Sailor']);
      expect(await found('&query=genoa')).toEqual(['Rigger']);
      expect(await found('&query=theirs')).toEqual([]);
    }
  });

  test('a post whose last day is over is expired while it is published, in every answer', async () => {
    const id = await create();
    const put = (state: string) =>
      system.database.query(
        "update employer.job_posts set state = $2, published_at = now(), expires_on = now() - interval '3 days' where id = $1",
        [id, state],
      );
    const answers = async () => {
      const listed = ['newest', 'title', 'applications'].map(async (order) => {
        const { items } = (await send('GET', `/job_posts?order=${order}`)).body;
        return items[0].is_expired;
      });
      const { current } = (await change(id, '"0"')).body.conflict;
      return [...(await Promise.all(listed)), (await post(id)).body.is_expired, current.is_expired];
    };
    await put('published');
    expect(await answers()).toEqual(Array(5).fill(true));
    await put('closed');
    expect(await answers()).toEqual(Array(5).fill(false));
    expect((await change(id, '*')).body.is_expired).toBe(false);
  });

  test('a change of the kind is stored with its time, and that of the publication stays', async () => {
    const id = await create();
    const draft = (await send('PATCH', `/job_posts/${id}`, { kind: 'contract' })).body;
    expect(draft).toMatchObject({ kind: 'contract' });
    expect(draft.published_at).toBeUndefined();
    expect(Date.parse(draft.updated_at)).toBeGreaterThan(Date.parse(draft.created_at));
    const { published_at } = (await send('PATCH', `/job_posts/${id}`, { state: 'published' })).body;
    const changed = await send('PATCH', `/job_posts/${id}`, { location: 'Genoa' });
    expect(changed.body).toMatchObject({ kind: 'contract', published_at });
  });

  test('posts with the longest titles and places have a page each, in any script', async () => {
    const company = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const [title, location] = ['題'.repeat(140), '町'.repeat(140)];
    await system.database.query(
      `insert into employer.job_posts (company_id, title, location, kind, state)
       select $1, $2, $3, 'contract', 'draft' from generate_series(1, 3)`,
      [company.companyId, title, location],
    );
    const ids = new Set<string>();
    let cursor = '';
    do {
      const path = `/job_posts?order=title&limit=1&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await send('GET', path, undefined, company);
      expect(status).toBe(200);
      for (const { id } of body.items) ids.add(id);
      cursor = body.next_cursor;
    } while (cursor !== '');
    expect(ids.size).toBe(3);
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
    const detail = 'Only a draft can be deleted. You can close a published job post.';
    const conflict = { status: 409, body: { code: 'job_post_state_conflict', detail } };
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

describe('the terms of a job post', () => {
  const TERMS = {
    pay: { minimum: 60_000, maximum: 80_000.5, currency: 'EUR', period: 'year' },
    remote_mode: 'hybrid',
    seniority: 'senior',
    languages: ['en', 'de'],
    expires_on: '2999-12-31',
  };
  const NONE = { languages: [], expires_on: '' };
  const visitor = (path: string) => system.publicHost.request(`/api/talent${path}`);
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const setExpiry = (id: string, day: string) =>
    system.database.query('update employer.job_posts set expires_on = $2 where id = $1', [id, day]);

  test('are stored, shown to visitors, and replaced as a whole; without them nothing changes', async () => {
    const id = await create({ terms: TERMS });
    const published = await send('PATCH', `/job_posts/${id}`, { state: 'published' });
    expect(published).toMatchObject({ status: 200, body: { terms: TERMS, is_expired: false } });
    expect((await visitor(`/job_posts/${id}`)).body.terms).toEqual(TERMS);
    const { items } = (await visitor(`/companies/${owner.companyId}/job_posts`)).body;
    expect(items[0].terms).toEqual(TERMS);
    const before = (await post(id)).body.etag;
    const remote = { ...NONE, remote_mode: 'remote' };
    const changed = await send('PATCH', `/job_posts/${id}`, { terms: remote });
    expect(changed.body.terms).toEqual(remote);
    expect(changed.body.etag).not.toBe(before);
    expect((await send('PATCH', `/job_posts/${id}`, { terms: {} })).body.terms).toEqual(NONE);
    expect((await post(await create())).body.terms).toEqual(NONE);
  });

  test.each<readonly [string, object, readonly string[]]>([
    ['a maximum below the minimum', { pay: { ...TERMS.pay, maximum: 1 } }, ['terms.pay.maximum']],
    ['a currency that is missing', { pay: { minimum: 1, period: 'day' } }, ['terms.pay.currency']],
    ['a period that is missing', { pay: { minimum: 1, currency: 'EUR' } }, ['terms.pay.period']],
    ['pay without an amount', { pay: {} }, ['terms.pay.minimum', 'terms.pay.currency', 'terms.pay.period']],
    ['a number that is none', { pay: { ...TERMS.pay, minimum: 'NaN' } }, ['terms.pay.minimum']],
    ['a number without an end', { pay: { ...TERMS.pay, maximum: 'Infinity' } }, ['terms.pay.maximum']],
    ['an unknown mode', { remote_mode: 'moon' }, ['terms.remote_mode']],
    ['an unknown period', { pay: { ...TERMS.pay, period: 'week' } }, ['terms.pay.period']],
    ['a language twice', { languages: ['en', 'en'] }, ['terms.languages']],
    ['a language that is none', { languages: ['qq'] }, ['terms.languages[0]']],
    ['a day that does not exist', { expires_on: '2027-02-30' }, ['terms.expires_on']],
  ])('%s is refused with an error for each field, and nothing is saved', async (_name, terms, fields) => {
    const id = await create({ terms: TERMS });
    const answer = await send('PATCH', `/job_posts/${id}`, { title: 'Changed', terms });
    expect(answer).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect((await post(id)).body).toMatchObject({ title: 'Caulker', terms: TERMS });
    const { status } = await send('POST', '/job_posts', { ...COMPLETE, terms });
    expect(status).toBe(400);
  });

  test('from the day after the last one a post is not public and takes no applications, without any job', async () => {
    const id = await create({ terms: { ...TERMS, expires_on: dayFromNow(0) } });
    await send('PATCH', `/job_posts/${id}`, { state: 'published' });
    const talent = await makePerson(system.database, { talent: 'active' });
    const apply = () =>
      system.publicHost.request(`/api/talent/job_posts/${id}/applications`, {
        method: 'POST',
        cookie: talent.cookie,
        body: { message: 'Oakum is my life.' },
      });
    // Of the last day's evening no test can be sure: the day before it is over in any case.
    await setExpiry(id, dayFromNow(1));
    expect((await visitor(`/job_posts/${id}`)).status).toBe(200);
    await setExpiry(id, dayFromNow(-1));
    expect(await visitor(`/job_posts/${id}`)).toMatchObject({
      status: 410,
      body: { code: 'job_post_closed' },
    });
    expect(await apply()).toMatchObject({ status: 410, body: { code: 'job_post_closed' } });
    const lists = ['/job_posts', '/job_posts?query=caulker', '/job_posts?location=porto'];
    for (const path of [...lists, `/companies/${owner.companyId}/job_posts`]) {
      const ids = (await visitor(path)).body.items.map((item: { id: string }) => item.id);
      expect([path, ids.includes(id)]).toEqual([path, false]);
    }
    expect((await post(id)).body).toMatchObject({ state: 'published', is_expired: true });
    await setExpiry(id, dayFromNow(1));
    expect((await apply()).status).toBe(201);
    const own = async () =>
      (await system.publicHost.request('/api/talent/applications', { cookie: talent.cookie })).body.items[0];
    expect((await own()).job_post_is_open).toBe(true);
    await setExpiry(id, dayFromNow(-1));
    expect((await own()).job_post_is_open).toBe(false);
  });

  test('a last day that is over is an error when a post is published or changed while it is', async () => {
    const id = await create({ terms: { ...NONE, expires_on: dayFromNow(-1) } });
    const refused = { status: 422, body: { errors: [{ field: 'terms.expires_on' }] } };
    expect(await send('PATCH', `/job_posts/${id}`, { state: 'published' })).toMatchObject(refused);
    const later = { ...NONE, expires_on: dayFromNow(2) };
    const published = await send('PATCH', `/job_posts/${id}`, { state: 'published', terms: later });
    expect(published.status).toBe(200);
    await setExpiry(id, dayFromNow(-1));
    expect(await send('PATCH', `/job_posts/${id}`, { title: 'Other' })).toMatchObject(refused);
    expect((await send('PATCH', `/job_posts/${id}`, { state: 'closed' })).status).toBe(200);
  });
});
