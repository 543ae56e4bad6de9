/// <reference lib="dom" />
import { describeEndpoints, isTextField, wholeContract } from '@gatehouse/contract';
import { makePerson, signIn, signInAdmin, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import publicRoutes from '#services/web/hosts/public/app/routes.ts';
import teamRoutes from '#services/web/hosts/team/app/routes.ts';
import { accountButton } from '#support/account.ts';
import { launchChromium, newContext } from '#support/chromium.ts';
import { fillWithHostileTexts, SHOWN_FIELDS } from '#support/hostile-texts.ts';
import { layoutFlaws } from '#support/layout-flaws.ts';
import { type VisitIds, visitsOf } from '#support/page-visits.ts';
import { routePatterns } from '#support/route-patterns.ts';
import { findVisitIds } from '#support/visit-ids.ts';
import { waitFor } from '#support/wait-for.ts';

type Host = 'public' | 'team';

let system: TestSystem;
let browser: Browser;
let ids: VisitIds;
/** A browser for each host and session. */
const contexts = new Map<string, Promise<BrowserContext>>();

beforeAll(async () => {
  [system, browser] = await Promise.all([startTestSystem({ withWeb: true }), launchChromium()]);
  ids = await findVisitIds(system);
  await fillWithHostileTexts(system);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await system.stop();
});

const urlOf = (host: Host) => `http://${host === 'public' ? system.local.publicHost : system.local.teamHost}`;

async function contextWith(host: Host, cookie: string): Promise<BrowserContext> {
  const context = await newContext(browser);
  const [name = '', value = ''] = cookie.split('=');
  if (name !== '') await context.addCookies([{ name, value, url: urlOf(host) }]);
  return context;
}

function contextOf(host: Host, person: string | null): Promise<BrowserContext> {
  const key = `${host} ${person}`;
  const context = contexts.get(key) ?? cookieOf(host, person).then((cookie) => contextWith(host, cookie));
  contexts.set(key, context);
  return context;
}

function cookieOf(host: Host, person: string | null): Promise<string> {
  if (person === null) return Promise.resolve('');
  return host === 'public' ? signIn(system.publicHost, person) : signInAdmin(system, person);
}

async function flawsOf(context: BrowserContext, url: string): Promise<readonly string[]> {
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.skeleton').waitFor({ state: 'detached' });
    return await layoutFlaws(page);
  } finally {
    await page.close();
  }
}

/**
 * Fields of writes that no page shows as they were typed: secrets, what an authenticator sends, the filter of the audit
 * trail's and the applications' export, a job post's languages and last day, which are codes and a date, the times of
 * interviews, and versions.
 */
const UNSHOWN =
  /(^|_)(id|password|token|totp|code|action|from|to|json|data|object|signature|handle|transports|languages?|currency|expires_on|query|etag|assignee|starts|accepted_start|time_zone)$/;

test('U4: every text that a page shows is filled', () => {
  const writes = describeEndpoints(wholeContract).filter(({ method }) => method !== 'GET');
  const fields = writes.flatMap(({ input }) =>
    input.fields.flatMap((field) => [field, ...(field.message?.fields ?? [])]),
  );
  const texts = new Set(fields.filter((field) => isTextField(field)).map(({ name }) => name));
  expect([...texts].filter((name) => !UNSHOWN.test(name)).toSorted()).toEqual(SHOWN_FIELDS.toSorted());
});

const ROUTES = { public: publicRoutes, team: teamRoutes } as const;

const PAGES = (['public', 'team'] as const).flatMap((host) =>
  routePatterns(ROUTES[host]).flatMap((page) =>
    visitsOf(host, page).map((visit) => ({
      host,
      pattern: page.pattern,
      who: visit.person ?? 'visitor',
      visit,
    })),
  ),
);

describe('long, right-to-left and many texts', () => {
  test.each(PAGES)('U4 U20: fit on $host $pattern as $who', async ({ host, pattern, visit }) => {
    const context = await contextOf(host, visit.person);
    expect(await flawsOf(context, `${urlOf(host)}${visit.path?.(ids) ?? pattern}`)).toEqual([]);
  });
});

describe('nothing', () => {
  const EMPTY = [
    '/employer',
    '/employer/jobs',
    '/employer/jobs/new',
    '/employer/applications',
    '/employer/applications/board',
    '/employer/members',
    '/employer/company',
    '/talent',
    '/account',
    '/account/security',
    '/account/notifications',
    '/saved/jobs',
    '/saved/searches',
    '/account/notifications/settings',
  ];

  test.each([...EMPTY, '/talent/applications', '/talent/profile'])('U4: fits on %s', async (path) => {
    contexts.set('nothing', contexts.get('nothing') ?? emptyPerson());
    const context = await contexts.get('nothing');
    if (context !== undefined) expect(await flawsOf(context, `${urlOf('public')}${path}`)).toEqual([]);
  });

  async function emptyPerson(): Promise<BrowserContext> {
    const membership = { role: 'owner', status: 'active' } as const;
    const { cookie } = await makePerson(system.database, { talent: 'active', membership });
    return contextWith('public', cookie);
  }
});

test('U4: a menu, a dialog and a toast with a long name fit, and the toast’s button is free', async () => {
  const page = await (await contextOf('public', 'owner@demo.test')).newPage();
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto(`${urlOf('public')}/employer/members`);
  await accountButton(page).click();
  await page.getByRole('menu').waitFor();
  expect(await layoutFlaws(page, '.menu')).toEqual([]);
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Make owner / })
    .first()
    .click();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  await page.setViewportSize({ width: 320, height: 900 });
  const wide = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(wide).toBe(0);
  await dialog.getByRole('button', { name: 'Make owner' }).click();
  const toast = page.locator('.toast');
  await toast.waitFor();
  const [text, button] = [
    await toast.locator('p').boundingBox(),
    await toast.locator('.toast-close').boundingBox(),
  ];
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual((button?.x ?? 0) + 1);
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(320);
});

test('U24: chips keep their distance, a badge in a heading has the text’s font, and search cards no gap below', async () => {
  const page = await (await contextOf('public', 'owner@demo.test')).newPage();
  await page.goto(`${urlOf('public')}/employer/applications/${ids.application}`);
  const [chips, facts] = [page.locator('.chips'), page.locator('.chips + dl')];
  await chips.waitFor();
  const [above, below] = [await chips.boundingBox(), await facts.boundingBox()];
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(16);
  const fontOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily);
  expect(await fontOf('h2 .badge')).toBe(await fontOf('body'));
  await page.goto(`${urlOf('public')}/jobs`);
  const [card, lastField] = [
    await page.locator('.search.card').boundingBox(),
    await page.getByLabel('Sort by').boundingBox(),
  ];
  const bottomOf = (box: typeof card) => (box?.y ?? 0) + (box?.height ?? 0);
  expect(bottomOf(card) - bottomOf(lastField)).toBeLessThan(28);
});

test('U25: a text shows in the pages’ own font also when its file is late', async () => {
  const page = await (await newContext(browser)).newPage();
  const late = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto(`${urlOf('public')}/login`, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const session = await page.context().newCDPSession(page);
  const fontOfHeading = async () => {
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts[0]?.familyName ?? '';
  };
  // Longer than the block period of `optional`, after which that value keeps the fallback.
  await waitFor(async () => (await page.evaluate(() => performance.now())) > 500 || undefined);
  expect(await fontOfHeading()).not.toMatch(/Fraunces/);
  late.resolve();
  await waitFor(async () => /Fraunces/.test(await fontOfHeading()) || undefined);
});
