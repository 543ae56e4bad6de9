import {
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const POSTS = 50;
/** As long as the API accepts, in characters of four bytes each. */
const [DESCRIPTION, ABOUT] = ['🔔'.repeat(20_000), '🔔'.repeat(4000)];
/** UTF-16 code units. */
const MAX_LISTED = 2000;

let system: TestSystem;
let owner: TestPerson;
let reader: TestPerson;
let id: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['talent'], instances: 1 });
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  reader = await makePerson(system.database, { talent: 'active' });
  await system.database.query('update employer.companies set about = $2 where id = $1', [
    owner.companyId,
    ABOUT,
  ]);
  const posts = await system.database.query<{ id: string }>(
    `insert into employer.job_posts (company_id, title, description, location, kind, state, published_at)
     select $1, 'Bell founder', $2, 'Porto', 'contract', 'published', now() from generate_series(1, $3::int) returning id`,
    [owner.companyId, DESCRIPTION, POSTS],
  );
  id = posts[0]?.id ?? '';
  for (const post of posts) {
    const path = `/api/talent/saved_job_posts/${post.id}`;
    expect((await get(path, 'PUT')).status).toBe(204);
  }
}, 60_000);
afterAll(() => system.stop());

const get = (path: string, method = 'GET') =>
  system.publicHost.request(path, { method, cookie: reader.cookie });

interface Listed {
  readonly description: string;
  readonly company: { readonly about: string };
  readonly job_post?: Listed;
}

describe('F8: the texts of job posts in a list', () => {
  test.each([
    ['the newest', () => '/job_posts?limit=50'],
    ['those that pass a filter', () => '/job_posts?limit=50&kind=contract'],
    ['those with the highest pay', () => '/job_posts?limit=50&order=pay&currency=EUR'],
    ['those with a word', () => '/job_posts?limit=50&query=founder'],
    ['those of a company', () => `/companies/${owner.companyId}/job_posts?limit=50`],
    ['those that a user has saved', () => '/saved_job_posts?limit=50'],
  ])('F8 G6: %s have their beginnings, however long they are', async (_name, path) => {
    const { status, body, text } = await get(`/api/talent${path()}`);
    expect(status).toBe(200);
    const listed: readonly Listed[] = body.items.map((item: Listed) => item.job_post ?? item);
    expect(listed).toHaveLength(POSTS);
    for (const { description, company } of listed) {
      for (const beginning of [description, company.about]) {
        expect(beginning).toMatch(/^(?:🔔){900,} …$/u);
        expect(beginning.length).toBeLessThanOrEqual(MAX_LISTED);
      }
    }
    expect(Buffer.byteLength(text)).toBeLessThan(POSTS * 10_000);
  });

  test('one post has the whole of its own', async () => {
    const { body } = await get(`/api/talent/job_posts/${id}`);
    expect([body.description, body.company.about]).toEqual([DESCRIPTION, ABOUT]);
  });

  test.each([
    ['a short one is whole', 'Tunes bells.\n\n- **Daily**', null],
    ['one of just the limit is whole', 'x'.repeat(MAX_LISTED), null],
    ['one beyond it is cut', 'x'.repeat(MAX_LISTED + 1), `${'x'.repeat(MAX_LISTED - 2)} …`],
  ])('F8: %s in a list', async (_name, description, listed) => {
    const made = await makeJobPost(system.database, {
      companyId: owner.companyId,
      description,
      title: 'Tuner',
      kind: 'part_time',
    });
    const { body } = await get('/api/talent/job_posts?kind=part_time&limit=1');
    expect(body.items).toEqual([expect.objectContaining({ id: made, description: listed ?? description })]);
  });
});
