/// <reference lib="dom" />
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { describeEndpoints, isTextField, wholeContract } from '@gatehouse/contract';
import { makePerson, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accountButton } from '#support/account.ts';
import { launchChromium, newContext } from '#support/chromium.ts';
import { createPageOpener, EVERY_PAGE, type VisitedPage } from '#support/every-page.ts';
import { fillWithHostileTexts, SHOWN_FIELDS } from '#support/hostile-texts.ts';
import { layoutFlaws } from '#support/layout-flaws.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let browser: Browser;
let opener: Awaited<ReturnType<typeof createPageOpener>>;

beforeAll(async () => {
  [system, browser] = await Promise.all([startTestSystem({ withWeb: true }), launchChromium()]);
  opener = await createPageOpener(system, browser);
  await fillWithHostileTexts(system);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await system.stop();
});

const publicUrl = (path: string) => `http://${system.local.publicHost}${path}`;

function asOwner(pattern: string): VisitedPage {
  const found = EVERY_PAGE.find(
    (visited) => visited.pattern === pattern && visited.who === 'owner@demo.test',
  );
  if (found === undefined) throw new Error(`no visit of ${pattern} as an owner`);
  return found;
}

async function flawsOf(page: Page, url: string): Promise<readonly string[]> {
  try {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.skeleton').waitFor({ state: 'detached' });
    return await layoutFlaws(page);
  } finally {
    await page.close();
  }
}

/** The fields of a message, and of the messages in it. */
function fieldsWithin({ fields }: DescMessage): readonly DescField[] {
  return fields.flatMap((field) => [
    field,
    ...(field.message === undefined ? [] : fieldsWithin(field.message)),
  ]);
}

/**
 * Fields of writes that no page shows as they were typed: secrets, what an authenticator sends, the filter of the audit
 * trail's and the applications' export, a job post's languages and last day, which are codes and a date, the times of
 * interviews, versions, and the hash of a logo.
 */
const UNSHOWN =
  /(^|_)(id|password|token|totp|code|action|from|to|json|data|object|signature|handle|transports|languages?|currency|expires_on|query|etag|hash|assignee|starts|accepted_start|time_zone)$/;

test('U4: every text that a page shows is filled', () => {
  const writes = describeEndpoints(wholeContract).filter(({ method }) => method !== 'GET');
  const fields = writes.flatMap(({ input }) => fieldsWithin(input));
  const texts = new Set(fields.filter((field) => isTextField(field)).map(({ name }) => name));
  expect([...texts].filter((name) => !UNSHOWN.test(name)).toSorted()).toEqual(SHOWN_FIELDS.toSorted());
});

describe('long, right-to-left and many texts', () => {
  test.each(EVERY_PAGE)('U4 U20: fit on $host $pattern as $who', async (visited) => {
    expect(await flawsOf(await opener.pageFor(visited), opener.addressOf(visited))).toEqual([]);
  });
});

describe('nothing', () => {
  let context: BrowserContext;

  beforeAll(async () => {
    const membership = { role: 'owner', status: 'active' } as const;
    const { cookie } = await makePerson(system.database, { talent: 'active', membership });
    const [name = '', value = ''] = cookie.split('=');
    context = await newContext(browser);
    await context.addCookies([{ name, value, url: publicUrl('/') }]);
  });

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
    expect(await flawsOf(await context.newPage(), publicUrl(path))).toEqual([]);
  });
});

test('U4: a menu, a dialog and a toast with a long name fit, and the toast’s button is free', async () => {
  const members = asOwner('/employer/members');
  const page = await opener.pageFor(members);
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto(opener.addressOf(members));
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
  const application = asOwner('/employer/applications/:id');
  const page = await opener.pageFor(application);
  await page.goto(opener.addressOf(application));
  const [chips, next] = [page.locator('.chips'), page.locator('.chips + *')];
  await chips.waitFor();
  const [above, below] = [await chips.boundingBox(), await next.boundingBox()];
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(16);
  const fontOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily);
  expect(await fontOf('h2 .badge')).toBe(await fontOf('body'));
  await page.goto(publicUrl('/jobs'));
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
  await page.goto(publicUrl('/login'), { waitUntil: 'commit' });
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
