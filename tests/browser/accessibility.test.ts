/// <reference lib="dom" />
import { signIn, signInAdmin, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import publicRoutes from '#services/web/hosts/public/app/routes.ts';
import teamRoutes from '#services/web/hosts/team/app/routes.ts';
import { axeViolations } from '#support/axe.ts';
import { launchChromium, newContext } from '#support/chromium.ts';
import { type PageVisit, unknownVisits, type VisitIds, visitsOf } from '#support/page-visits.ts';
import { routePatterns } from '#support/route-patterns.ts';
import { findVisitIds } from '#support/visit-ids.ts';
import { watchProblems } from '#support/watch-problems.ts';

const ROUTES = { public: routePatterns(publicRoutes), team: routePatterns(teamRoutes) } as const;

type Host = keyof typeof ROUTES;

let system: TestSystem;
let browser: Browser;
let ids: VisitIds;
/** One browser for each person and host, signed in once: an admin's codes work once each. */
const contexts = new Map<string, Promise<BrowserContext>>();

beforeAll(async () => {
  [system, browser] = await Promise.all([startTestSystem({ withWeb: true }), launchChromium()]);
  ids = await findVisitIds(system);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await system.stop();
});

const urlOf = (host: Host) => `http://${host === 'public' ? system.local.publicHost : system.local.teamHost}`;

async function contextOf(host: Host, person: string | null): Promise<BrowserContext> {
  const context = await newContext(browser);
  if (person === null) return context;
  const cookie =
    host === 'public' ? await signIn(system.publicHost, person) : await signInAdmin(system, person);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: urlOf(host) }]);
  return context;
}

async function open(host: Host, pattern: string, { person, path, status = 200 }: PageVisit) {
  const key = `${host} ${person}`;
  const context = contexts.get(key) ?? contextOf(host, person);
  contexts.set(key, context);
  const page = await (await context).newPage();
  const problems = watchProblems(page);
  const response = await page.goto(`${urlOf(host)}${path?.(ids) ?? pattern}`);
  expect(response?.status()).toBe(status);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  return { page, problems };
}

const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const;

/** What is wrong with a page for those who see it otherwise, in both themes, wide and narrow. */
async function flaws(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { colorScheme, width } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const violation of await axeViolations(page)) found.push(`${colorScheme} ${width}: ${violation}`);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  const [content, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  if (content > window) found.push(`scrolls sideways at 320 px: ${content} px wide`);
  return found;
}

const PAGES = (Object.keys(ROUTES) as Host[]).flatMap((host) =>
  ROUTES[host].flatMap((route) =>
    visitsOf(host, route).map((visit) => ({
      host,
      pattern: route.pattern,
      who: visit.person ?? 'visitor',
      visit,
    })),
  ),
);

describe('every page', () => {
  test.each(['public', 'team'] as const)('of the %s host has visits, and each visit has a page', (host) => {
    expect(unknownVisits(host, ROUTES[host])).toEqual([]);
  });

  test.each(PAGES)('$host $pattern as $who has no flaw', async ({ host, pattern, visit }) => {
    const { page, problems } = await open(host, pattern, visit);
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
