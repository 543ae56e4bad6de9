import type { JobPostState } from '@gatehouse/contract/wire';
import {
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

let system: TestSystem;
let owner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['talent'] });
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
});
afterAll(() => system.stop());

const SAVED = '/api/talent/saved_job_posts';

const send = ({ cookie }: { cookie: string }, method: string, path: string) =>
  system.publicHost.request(path, { method, cookie });
const save = (user: TestPerson, id: string) => send(user, 'PUT', `${SAVED}/${id}`);
const remove = (user: TestPerson, id: string) => send(user, 'DELETE', `${SAVED}/${id}`);

const makePost = ({ companyId }: TestPerson, title = 'Rigger', state: JobPostState = 'published') =>
  makeJobPost(system.database, { companyId, title, state });

interface Item {
  readonly id: string;
  readonly saved_at: string;
  readonly job_post?: { readonly id: string; readonly title: string };
}

async function listOf(user: TestPerson): Promise<readonly Item[]> {
  const answer = await send(user, 'GET', SAVED);
  expect(answer.status).toBe(200);
  return answer.body.items;
}

describe('saved job posts', () => {
  test.each(['none', 'pending', 'active', 'suspended'] as const)(
    'a user whose talent access is %s saves and removes a post, each as often as it likes',
    async (talent) => {
      const user = await makePerson(system.database, talent === 'none' ? {} : { talent });
      const post = await makePost(owner);
      expect([(await save(user, post)).status, (await save(user, post)).status]).toEqual([204, 204]);
      expect(await listOf(user)).toEqual([
        expect.objectContaining({
          id: post,
          job_post: expect.objectContaining({ id: post, title: 'Rigger' }),
        }),
      ]);
      expect([(await remove(user, post)).status, (await remove(user, post)).status]).toEqual([204, 204]);
      expect(await listOf(user)).toEqual([]);
    },
  );

  test('are listed last saved first; saving again changes no place', async () => {
    const user = await makePerson(system.database);
    const posts = [await makePost(owner), await makePost(owner), await makePost(owner)];
    for (const post of [...posts, posts[0] ?? '']) await save(user, post);
    expect((await listOf(user)).map(({ id }) => id)).toEqual(posts.toReversed());
  });

  test('of other users are not listed, found or removed', async () => {
    const [user, other] = [await makePerson(system.database), await makePerson(system.database)];
    const post = await makePost(owner);
    await save(user, post);
    expect(await listOf(other)).toEqual([]);
    expect((await send(other, 'GET', `${SAVED}/among?job_post_ids=${post}`)).body).toEqual({
      job_post_ids: [],
    });
    await remove(other, post);
    expect(await listOf(user)).toHaveLength(1);
  });

  test('one request says which of 100 posts are saved, and no request asks about more', async () => {
    const user = await makePerson(system.database);
    const posts = [await makePost(owner), await makePost(owner)];
    await save(user, posts[1] ?? '');
    const among = (ids: readonly string[]) =>
      send(user, 'GET', `${SAVED}/among?${ids.map((id) => `job_post_ids=${id}`).join('&')}`);
    expect((await among(posts)).body).toEqual({ job_post_ids: [posts[1]] });
    expect((await among([])).body).toEqual({ job_post_ids: [] });
    expect((await among(Array(101).fill(posts[0]))).status).toBe(400);
  });

  test.each([
    ['is closed', "update employer.job_posts set state = 'closed' where id = $1"],
    ['has expired', 'update employer.job_posts set expires_on = current_date - 2 where id = $1'],
    [
      'is of a disabled company',
      `update employer.companies set condition = 'disabled'
        where id = (select company_id from employer.job_posts where id = $1)`,
    ],
  ])('a post that %s stays in the list without its content, and can be removed', async (_, change) => {
    const hidden = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const user = await makePerson(system.database);
    const post = await makePost(hidden, 'Secret title');
    await save(user, post);
    await system.database.query(change, [post]);
    const answer = await send(user, 'GET', SAVED);
    expect(answer.body.items).toEqual([{ id: post, saved_at: expect.any(String) }]);
    expect(answer.text).not.toContain('Secret');
    expect([404, 410]).toContain((await save(user, post)).status);
    expect((await remove(user, post)).status).toBe(204);
    expect(await listOf(user)).toEqual([]);
  });

  test('a post that is not public cannot be saved', async () => {
    const user = await makePerson(system.database);
    const answers = await Promise.all([
      save(user, await makePost(owner, 'Draft', 'draft')),
      save(user, crypto.randomUUID()),
      save(user, await makePost(owner, 'Closed', 'closed')),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
      [410, 'job_post_closed'],
    ]);
    expect(await listOf(user)).toEqual([]);
  });

  test('G6: a user saves 500, also with requests at the same time', async () => {
    const user = await makePerson(system.database);
    await system.database.query(
      `with posts as (insert into employer.job_posts (company_id, title, kind, state, published_at)
                      select $2, 'Post', 'contract', 'published', now() from generate_series(1, 498) returning id)
       insert into talent.saved_job_posts (user_id, job_post_id) select $1, id from posts`,
      [user.userId, owner.companyId],
    );
    const posts = await Promise.all(Array.from({ length: 6 }, () => makePost(owner)));
    const answers = await Promise.all(posts.map((post) => save(user, post)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'saved_quota_reached',
      detail: expect.stringContaining('500'),
    });
    const [saved] = await listOf(user);
    expect((await save(user, saved?.id ?? '')).status).toBe(204);
  });

  test('a draft that was saved while it was public does not keep its company from deleting it', async () => {
    const user = await makePerson(system.database);
    const post = await makePost(owner);
    await save(user, post);
    await system.database.query('delete from employer.job_posts where id = $1', [post]);
    expect(await listOf(user)).toEqual([]);
  });
});
