/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { createPageOpener, EVERY_PAGE, ROUTES, type VisitedPage } from '#support/every-page.ts';
import { controlsWithoutAnswer } from '#support/instant-feedback.ts';
import { unknownVisits } from '#support/page-visits.ts';
import { tabFlaws } from '#support/tab-stops.ts';
import { beforeVisits } from '#support/visits.ts';
import { watchProblems } from '#support/watch-problems.ts';

let opener: Awaited<ReturnType<typeof createPageOpener>>;
beforeVisits(async ({ system, browser }) => {
  opener = await createPageOpener(system, browser);
});

async function open(visited: VisitedPage) {
  const page = await opener.pageFor(visited);
  const problems = watchProblems(page);
  const response = await page.goto(opener.addressOf(visited));
  expect(response?.status()).toBe(visited.visit.status ?? 200);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  return { page, problems, document: (await response?.text()) ?? '' };
}

/** What a document says under its title before the browser has the page's data; null: nothing. */
const leadIn = (page: Page, document: string) =>
  page.evaluate(
    (html) =>
      new DOMParser().parseFromString(html, 'text/html').querySelector('main .lead')?.textContent ?? null,
    document,
  );

const DESKTOP = { width: 1280, height: 900 };
/** Where what stays in view covers most of the page. */
const NARROW = { width: 320, height: 700 };

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
  await page.setViewportSize(NARROW);
  const [content, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  if (content > window) found.push(`scrolls sideways at 320 px: ${content} px wide`);
  return found;
}

test.each(['public', 'team'] as const)(
  'every page of the %s host has visits, and each visit has a page',
  (host) => {
    expect(unknownVisits(host, ROUTES[host])).toEqual([]);
  },
);

/** One visit serves all tests: opening a page costs more than looking at it. */
describe.each(EVERY_PAGE)('$host $pattern as $who', (visited) => {
  let page: Page;
  let problems: readonly string[];
  let document: string;
  beforeAll(async () => {
    ({ page, problems, document } = await open(visited));
  });
  afterAll(() => page.close());

  test('has no flaw', async () => {
    const unexpected = () => problems.filter((problem) => visited.visit.said?.test(problem) !== true);
    expect(unexpected()).toEqual([]);
    expect(await page.title()).toMatch(/^\S.* · Gatehouse$/);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await flaws(page)).toEqual([]);
    expect(unexpected()).toEqual([]);
  });

  test('G10: what the document says under its title stays when its data arrives', async () => {
    const early = await leadIn(page, document);
    if (early !== null) expect(await page.locator('main .lead').first().textContent()).toBe(early);
  });

  test('G10: Tab reaches each control, shows the focus on it, and comes back to the top', async () => {
    await page.setViewportSize(NARROW);
    // What a focus loads would answer the clicks of the next test.
    await page.route('**/*', () => undefined);
    expect(await tabFlaws(page)).toEqual([]);
  });

  test('U10 G10: each link and button answers in the task of the click while nothing arrives', async () => {
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    // What the new size changes must not pass for an answer.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((painted) => requestAnimationFrame(painted));
    });
    await page.route('**/*', () => undefined);
    expect(await controlsWithoutAnswer(page)).toEqual([]);
  });
});
