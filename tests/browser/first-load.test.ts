import { gzipSync } from 'node:zlib';
import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchChromium, newContext } from '#support/chromium.ts';
import { createPageOpener, EVERY_PAGE, type VisitedPage } from '#support/every-page.ts';
import { watchProblems } from '#support/watch-problems.ts';

/** What a page may ask of a phone before it works; an empty app is 108. */
const LIMIT_KILOBYTES = 145;

let system: TestSystem;
let browser: Browser;
let opener: Awaited<ReturnType<typeof createPageOpener>>;

beforeAll(async () => {
  [system, browser] = await Promise.all([startTestSystem({ withWeb: true }), launchChromium()]);
  opener = await createPageOpener(system, browser);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await system.stop();
});

/** Kilobytes, gzipped, of every script that a first visit of the page fetches until it is quiet. */
async function scriptKilobytes(visited: VisitedPage): Promise<number> {
  const context = await opener.contextFor(visited);
  try {
    const page = await context.newPage();
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) bodies.push(response.body());
    });
    await page.goto(opener.addressOf(visited));
    await page.waitForLoadState('networkidle');
    const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).byteLength);
    expect(sizes.length).toBeGreaterThan(5);
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  } finally {
    await context.close();
  }
}

describe('the scripts of a first visit', () => {
  test.each(EVERY_PAGE)('of $host $pattern as $who weigh 145 kB at most', async (visited) => {
    expect(await scriptKilobytes(visited)).toBeLessThanOrEqual(LIMIT_KILOBYTES);
  });
});

describe('a public page that was rendered for another visitor', () => {
  test('runs its scripts under its own policy, and takes over the document', async () => {
    const path = '/jobs?query=lantern';
    await system.publicHost.request(path);
    const context = await newContext(browser);
    try {
      const page = await context.newPage();
      const problems = watchProblems(page);
      const document = await page.goto(`http://${system.local.publicHost}${path}`);
      expect(document?.headers()['age']).toBeDefined();
      // A form that the scripts have taken over asks for data, not for a document.
      const data = page.waitForRequest((request) => new URL(request.url()).pathname === '/jobs.data');
      await page.getByLabel('What').fill('harbour');
      await page.getByRole('button', { name: 'Search' }).click();
      await data;
      await page.getByText('for “harbour”').waitFor();
      expect(problems).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
