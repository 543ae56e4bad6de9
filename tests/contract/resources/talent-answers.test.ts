import {
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

let system: TestSystem;
let talent: TestPerson;
let post: { id: string; company_id: string };
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['talent'] });
  talent = await makePerson(system.database, { talent: 'active' });
  const [company] = await system.database.query<{ id: string }>(
    `insert into employer.companies (name, about, website)
     values ('Lamp & Wick', 'We light lamps.', 'https://lamps.example') returning id`,
  );
  const insert = (title: string, location: string, kind: string, state: string) =>
    system.database.query<{ id: string; company_id: string }>(
      `insert into employer.job_posts (company_id, title, description, location, kind, state, published_at, updated_at)
       values ($1, $2, 'Lights each lamp.', $3, $4, $5, '2026-01-02T03:04:05Z', '2026-02-03T04:05:06Z') returning id, company_id`,
      [company?.id, title, location, kind, state],
    );
  const [made] = await insert('Lamplighter', 'Lisbon', 'contract', 'published');
  if (made === undefined) throw new Error('the post has no row');
  post = made;
  await insert('Cook', 'Oslo', 'full_time', 'published');
  await insert('Hidden cook', 'Oslo', 'full_time', 'draft');
});
afterAll(() => system.stop());

const send = (method: string, path: string, body?: object, cookie = talent.cookie) =>
  system.publicHost.request(`/api/talent${path}`, { method, cookie, body });
const titles = async (query: string) =>
  (await send('GET', `/job_posts?${query}`)).body.items.map(({ title }: { title: string }) => title).sort();

describe('what the talent service answers', () => {
  test('a published post, with its company as it presents itself', async () => {
    expect((await send('GET', `/job_posts/${post.id}`)).body).toEqual({
      id: post.id,
      title: 'Lamplighter',
      description: 'Lights each lamp.',
      location: 'Lisbon',
      kind: 'contract',
      published_at: '2026-01-02T03:04:05.000Z',
      updated_at: '2026-02-03T04:05:06.000Z',
      company: {
        id: post.company_id,
        name: 'Lamp & Wick',
        about: 'We light lamps.',
        website: 'https://lamps.example',
      },
      terms: { languages: [], expires_on: '' },
      questions: { items: [] },
    });
  });

  test('published posts by place, kind and words, whatever the space around them', async () => {
    expect(await titles('')).toEqual(['Cook', 'Lamplighter']);
    expect(await titles('location=%20%20')).toEqual(['Cook', 'Lamplighter']);
    expect(await titles('location=%20lisbon%20')).toEqual(['Lamplighter']);
    expect(await titles('kind=full_time')).toEqual(['Cook']);
    expect(await titles('query=%20%20')).toEqual(['Cook', 'Lamplighter']);
    expect(await titles('query=lamps')).toEqual(['Cook', 'Lamplighter']);
    expect(await titles('query=lamplighter&location=%20Oslo')).toEqual([]);
    expect(await titles('query=cook&kind=full_time')).toEqual(['Cook']);
    expect(await titles('query=cook&kind=contract')).toEqual([]);
    expect(await titles('query=cook&location=oslo')).toEqual(['Cook']);
  });

  test('S3: no post of a disabled company, in the list, the search or by itself', async () => {
    const [off] = await system.database.query<{ id: string }>(
      "insert into employer.companies (name, condition) values ('Disabled', 'disabled') returning id",
    );
    const hidden = await makeJobPost(system.database, {
      companyId: off?.id ?? '',
      title: 'Lamplighter in the dark',
    });
    expect(await titles('')).toEqual(['Cook', 'Lamplighter']);
    expect(await titles('query=lamplighter')).toEqual(['Lamplighter']);
    expect((await send('GET', `/job_posts/${hidden}`)).status).toBe(404);
  });

  test('a company with its published posts, as soon as it has published one and while it is active', async () => {
    const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const path = `/companies/${owner.companyId}`;
    const setPost = (state: string) =>
      system.database.query(
        `insert into employer.job_posts (company_id, title, kind, state, published_at)
         values ($1, $2, 'contract', $2, now())`,
        [owner.companyId, state],
      );
    await setPost('draft');
    expect((await send('GET', path)).body.code).toBe('not_found');
    const [draft] = await system.database.query<{ id: string }>(
      'select id from employer.job_posts where company_id = $1',
      [owner.companyId],
    );
    expect((await send('GET', `/job_posts/${draft?.id}`)).body.code).toBe('not_found');
    await setPost('closed');
    expect(await send('GET', path)).toMatchObject({
      status: 200,
      body: { id: owner.companyId, name: expect.stringMatching(/^Company /), about: '', website: '' },
    });
    expect((await send('GET', `${path}/job_posts`)).body).toEqual({ items: [], next_cursor: '' });
    await setPost('published');
    const { items } = (await send('GET', `${path}/job_posts`)).body;
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['published']);
    const setReview = (state: string) =>
      system.database.query('update employer.companies set review_state = $2 where id = $1', [
        owner.companyId,
        state,
      ]);
    for (const state of ['pending', 'refused']) {
      await setReview(state);
      expect((await send('GET', path)).body.code).toBe('not_found');
    }
    await setReview('approved');
    expect((await send('GET', path)).status).toBe(200);
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      owner.companyId,
    ]);
    expect((await send('GET', path)).body.code).toBe('not_found');
    expect((await send('GET', `${path}/job_posts`)).body.items).toEqual([]);
    expect((await send('GET', '/companies/01900000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  test('the number of matches, up to the one that is asked for', async () => {
    const countOf = async (query: string) => (await send('GET', `/job_posts?${query}`)).body.match_count;
    const { items } = (await send('GET', '/job_posts?limit=100')).body;
    expect(await countOf('limit=1')).toBeUndefined();
    expect(await countOf('limit=1&count_to=1000')).toBe(items.length);
    expect(await countOf('limit=1&count_to=2')).toBe(2);
    const contracts = items.filter(({ kind }: { kind: string }) => kind === 'contract').length;
    expect(await countOf('limit=1&kind=contract&count_to=1000')).toBe(contracts);
    const found = (await send('GET', '/job_posts?limit=100&query=lamp')).body.items.length;
    expect(await countOf('limit=1&query=lamp&count_to=1000')).toBe(found);
    expect(await countOf('limit=1&query=qqqqqqqqqq&count_to=1000')).toBe(0);
    expect((await send('GET', '/job_posts?count_to=1001')).status).toBe(400);
  });

  test('a request for talent access is pending', async () => {
    const { cookie } = await makePerson(system.database);
    const answer = await send('POST', '/access_requests', {}, cookie);
    expect([answer.status, answer.body]).toEqual([201, { state: 'pending' }]);
  });

  test('an application, with its message without the space around it', async () => {
    const path = `/job_posts/${post.id}/applications`;
    const answer = await send('POST', path, { message: '  I like lamps.\n' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ message: 'I like lamps.', stage: 'submitted' });
    expect((await send('GET', '/applications')).body.items).toEqual([answer.body]);
  });

  test('an application that is withdrawn leaves the other ones, each with its own company', async () => {
    const { cookie } = await makePerson(system.database, { talent: 'active' });
    const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const second = await makeJobPost(system.database, other);
    const apply = async (id: string) =>
      (await send('POST', `/job_posts/${id}/applications`, { message: 'Here.' }, cookie)).body;
    const [first, kept] = [await apply(post.id), await apply(second)];
    expect(first.company_name).toBe('Lamp & Wick');
    expect(kept.company_name).toMatch(/^Company /);
    expect((await send('DELETE', `/applications/${first.id}`, undefined, cookie)).status).toBeLessThan(300);
    const open = await system.database.query(
      'select id from talent.applications where withdrawn_at is null and id = any($1::uuid[])',
      [[first.id, kept.id]],
    );
    expect(open).toEqual([{ id: kept.id }]);
    await system.database.query("update employer.job_posts set state = 'closed' where id = $1", [second]);
  });

  test('a profile as it was written last, and its time', async () => {
    const profile = {
      headline: 'Lamps',
      summary: 'All of them.',
      skills: ['Wicks'],
      location: 'Lisbon',
      links: ['https://lamps.example'],
    };
    const before = { headline: 'Candles', summary: 'Few', skills: ['Wax'], location: 'Oslo', links: [] };
    await send('PUT', '/profiles/current', before);
    const [first] = await system.database.query<{ updated_at: Date }>(
      'select updated_at from talent.profiles',
    );
    const answer = await send('PUT', '/profiles/current', profile);
    expect(answer.body).toMatchObject(profile);
    expect((await send('GET', '/profiles/current')).body).toEqual(answer.body);
    const [last] = await system.database.query<{ updated_at: Date }>(
      'select updated_at from talent.profiles',
    );
    expect(Number(last?.updated_at)).toBeGreaterThan(Number(first?.updated_at));
  });
});
