import { startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FILE_SIZE, publishTwoFiles } from '#support/sitemap-posts.ts';

let system: TestSystem;
let owners: readonly TestPerson[];
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', instances: 1, apis: ['talent'] });
  owners = await publishTwoFiles(system.database);
});
afterAll(() => system.stop());

const get = (path: string) => system.publicHost.request(path);

describe('where the files of the sitemap begin', () => {
  test('is where the pages of the catalogue go on', async () => {
    const { status, body } = await get('/api/talent/sitemap');
    expect([status, body.cursors.length, body.cursors.at(-1)]).toEqual([200, 3, '']);
    const pages = await Promise.all(
      body.cursors.map((cursor: string) => get(`/api/talent/job_posts?limit=1&cursor=${cursor}`)),
    );
    const ids = await system.database.query<{ id: string }>(
      'select id from employer.job_posts order by published_at, id',
    );
    expect(pages.map((page) => page.body.items[0].id)).toEqual(
      [FILE_SIZE - 1, 2 * FILE_SIZE - 1, ids.length - 1].map((index) => ids[index]?.id),
    );
  });

  test('B1: counts no post that visitors do not see', async () => {
    const before = (await get('/api/talent/sitemap')).body.cursors.length;
    await system.database.query(
      `update employer.job_posts set hidden_at = now(), hidden_reason = 'Spam.' where company_id = $1`,
      [owners[0]?.companyId],
    );
    const after = (await get('/api/talent/sitemap')).body.cursors.length;
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      owners[1]?.companyId,
    ]);
    const none = (await get('/api/talent/sitemap')).body.cursors;
    expect([before, after, none]).toEqual([3, 2, ['']]);
  });
});
