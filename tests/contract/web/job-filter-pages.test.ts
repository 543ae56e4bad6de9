import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addFilteredPosts, FILTERED_POSTS } from '#support/filtered-jobs.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', withWeb: true, instances: 1 });
  await addFilteredPosts(system);
});
afterAll(() => system.stop());

test('the page and its feed show what an address asks for, without scripts', async () => {
  const address = 'remote_mode=remote&minimum_pay=52000&currency=EUR';
  for (const path of [`/jobs?${address}`, `/jobs/feed.xml?${address}`]) {
    const { status, text } = await system.publicHost.request(path);
    expect(status).toBe(200);
    const shown = FILTERED_POSTS.map(([title]) => title).filter((title) => text.includes(`>${title}<`));
    expect(shown.toSorted()).toEqual(['Daily', 'Yearly']);
  }
  const { text } = await system.publicHost.request(`/jobs?${address}`);
  expect(text).toContain('2 open remote jobs, newest first.');
  expect(text).toContain('2,080 hours');
  expect(text).toContain('Lead (1)');
  expect(text).toContain('Entry level (0)');
  const nothing = await system.publicHost.request('/jobs?remote_mode=on_site&seniority=lead');
  expect(nothing.text).toMatch(/Remove “<bdi>On site<\/bdi>”(<!-- -->)?: 1 job/);
  expect(text).toContain('/jobs/feed.xml?remote_mode=remote&amp;minimum_pay=52000&amp;currency=EUR');
  // What no filter knows is none, and a currency without an amount filters nothing.
  const all = await system.publicHost.request(
    '/jobs?remote_mode=moon&language=qqq&minimum_pay=-5&currency=GBP',
  );
  expect(all.text).toContain('6 open jobs, newest first.');
});
