import { startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FILE_SIZE, publishTwoFiles } from '#support/sitemap-posts.ts';

let system: TestSystem;
let owners: readonly TestPerson[];
beforeAll(async () => {
  system = await startTestSystem({ withWeb: true, seed: 'none', instances: 1 });
  owners = await publishTwoFiles(system.database);
});
afterAll(() => system.stop());

const get = (path: string) => system.publicHost.request(path);
const addressesIn = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
const pathsIn = async (address: string) => {
  const { pathname, search } = new URL(address);
  const { status, headers, text } = await get(pathname + search);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/xml',
    'public, max-age=0, s-maxage=30',
  ]);
  expect(text).toMatch(/<urlset [^>]*sitemaps\.org\/schemas\/sitemap\/0\.9">.+<\/urlset>$/);
  return addressesIn(text).map((found) => found.slice(`http://${system.local.publicHost}`.length));
};

describe('the sitemap', () => {
  test('is an index of files of bounded size, which together have every published post', async () => {
    const { text, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml');
    expect(text).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    const files = addressesIn(text);
    const origin = `http://${system.local.publicHost}`;
    expect(files).toEqual([1, 2, 3].map((file) => `${origin}/sitemap.xml?file=${file}`));
    const listed = await Promise.all(files.map(pathsIn));
    const posts = listed.map((paths) => paths.filter((path) => path.startsWith('/jobs/')));
    expect(posts.map(({ length }) => length)).toEqual([FILE_SIZE, FILE_SIZE, FILE_SIZE]);
    // The oldest posts are in the first file, which changes least; the last one has the newest.
    const ids = await system.database.query<{ id: string }>(
      'select id from employer.job_posts order by published_at, id',
    );
    const inOrder = ids.map(({ id }) => `/jobs/${id}`);
    expect(posts[0]?.toSorted()).toEqual(inOrder.slice(0, FILE_SIZE).toSorted());
    expect(posts[1]?.toSorted()).toEqual(inOrder.slice(FILE_SIZE, 2 * FILE_SIZE).toSorted());
    expect(posts[2]?.toSorted()).toEqual(inOrder.slice(-FILE_SIZE).toSorted());
    expect([...new Set(posts.flat())].toSorted()).toEqual(inOrder.toSorted());
    // Each file has the companies of its posts; the last one the pages that all visitors see.
    const companies = owners.map(({ companyId }) => `/companies/${companyId}`);
    const others = listed.map((paths) => paths.filter((path) => !path.startsWith('/jobs/')));
    expect(others).toEqual([[companies[0]], [companies[1]], ['/', '/jobs', companies[1]]]);
  });

  test.each(['0', '4', '01', '1.0', '-1', 'x', '', '99999999999999999999', '1&file=2'])(
    'has no file %j',
    async (file) => {
      expect((await get(`/sitemap.xml?file=${file}`)).status).toBe(404);
    },
  );
});
