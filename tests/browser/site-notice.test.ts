import type { TestSystem } from '@gatehouse/testkit';
import { expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { newContext } from '#support/chromium.ts';
import { layoutFlaws } from '#support/layout-flaws.ts';
import { beforeVisits } from '#support/visits.ts';
import { watchProblems } from '#support/watch-problems.ts';

const NOTICE =
  'A demonstration, not for production: its accounts are public, and its data may be lost at any time.';

let system: TestSystem;
let browser: Browser;
beforeVisits(
  (started) => {
    ({ system, browser } = started);
  },
  { system: { environment: { SITE_NOTICE: NOTICE } } },
);

test.each(['public', 'team'] as const)(
  'the notice of the operators is above the pages of the %s host, in every look',
  async (host) => {
    const context = await newContext(browser);
    const page = await context.newPage();
    const name = host === 'public' ? system.local.publicHost : system.local.teamHost;
    await page.goto(`http://${name}/login`);
    const notice = page.getByRole('complementary', { name: 'Notice' });
    expect(await notice.textContent()).toBe(NOTICE);
    expect((await notice.boundingBox())?.y).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(await layoutFlaws(page)).toEqual([]);
    await context.close();
  },
);

test('the notice stays when the page changes, and the scripts take it over', async () => {
  const context = await newContext(browser);
  const page = await context.newPage();
  const problems = watchProblems(page);
  await page.goto(`http://${system.local.publicHost}/`);
  const notice = page.getByRole('complementary', { name: 'Notice' });
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await page.waitForURL('**/jobs');
  expect(await notice.textContent()).toBe(NOTICE);
  // A mismatch of the document and its scripts is an error on the console.
  expect(problems).toEqual([]);
  await context.close();
});
