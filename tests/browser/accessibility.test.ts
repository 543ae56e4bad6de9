/// <reference lib="dom" />
import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { launchChromium } from '#support/chromium.ts';
import { createPageOpener, EVERY_PAGE, ROUTES, type VisitedPage } from '#support/every-page.ts';
import { unknownVisits } from '#support/page-visits.ts';
import { watchProblems } from '#support/watch-problems.ts';

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

async function open(visited: VisitedPage) {
  const page = await opener.pageFor(visited);
  const problems = watchProblems(page);
  const response = await page.goto(opener.addressOf(visited));
  expect(response?.status()).toBe(visited.visit.status ?? 200);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  return { page, problems };
}

/** The themes differ in colours alone. */
const LOOKS = [
  { colorScheme: 'light', width: 1280, only: {} },
  { colorScheme: 'light', width: 390, only: {} },
  { colorScheme: 'dark', width: 1280, only: { rules: ['color-contrast'] } },
  { colorScheme: 'dark', width: 390, only: { rules: ['color-contrast'] } },
] as const;

/** What is wrong with a page for those who see it otherwise, in both themes, wide and narrow. */
async function flaws(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { colorScheme, width, only } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const violation of await axeViolations(page, only))
      found.push(`${colorScheme} ${width}: ${violation}`);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  const [content, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  if (content > window) found.push(`scrolls sideways at 320 px: ${content} px wide`);
  return found;
}

describe('every page', () => {
  test.each(['public', 'team'] as const)('of the %s host has visits, and each visit has a page', (host) => {
    expect(unknownVisits(host, ROUTES[host])).toEqual([]);
  });

  test.each(EVERY_PAGE)('$host $pattern as $who has no flaw', async (visited) => {
    const { visit } = visited;
    const { page, problems } = await open(visited);
    try {
      const said = problems.filter((problem) => visit.said?.test(problem) !== true);
      expect(said).toEqual([]);
      expect(await page.title()).toMatch(/^\S.* · Gatehouse$/);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await flaws(page)).toEqual([]);
      expect(problems.filter((problem) => visit.said?.test(problem) !== true)).toEqual([]);
    } finally {
      await page.close();
    }
  });
});
