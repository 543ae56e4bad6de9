/// <reference lib="dom" />
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { describeEndpoints, isTextField, wholeContract } from '@gatehouse/contract';
import { makeSession, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { accountButton } from '#support/account.ts';
import { giveSession, newContext } from '#support/chromium.ts';
import { createPageOpener, EVERY_PAGE, type VisitedPage } from '#support/every-page.ts';
import {
  fillWithHostileTexts,
  HOSTILE_TEXT,
  hideWithHostileTexts,
  SHOWN_FIELDS,
} from '#support/hostile-texts.ts';
import { layoutFlaws, openWhole } from '#support/layout-flaws.ts';
import { createPopupVisitor, flawsOfPopup } from '#support/popups.ts';
import { beforeVisits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let browser: Browser;
let opener: Awaited<ReturnType<typeof createPageOpener>>;
beforeVisits(async (started) => {
  ({ system, browser } = started);
  opener = await createPageOpener(system, browser);
  await fillWithHostileTexts(system);
});

const publicUrl = (path: string) => `http://${system.local.publicHost}${path}`;

function visitAs(who: string, pattern: string): VisitedPage {
  const found = EVERY_PAGE.find((visited) => visited.pattern === pattern && visited.who === who);
  if (found === undefined) throw new Error(`no visit of ${pattern} as ${who}`);
  return found;
}
const asOwner = (pattern: string) => visitAs('owner@demo.test', pattern);

/** The popups of all visits: those that several pages open alike are measured once. */
const popups = createPopupVisitor();

/** The fields of a message, and of the messages in it. */
function fieldsWithin({ fields }: DescMessage): readonly DescField[] {
  return fields.flatMap((field) => [
    field,
    ...(field.message === undefined ? [] : fieldsWithin(field.message)),
  ]);
}

/**
 * Fields of writes that no page shows as they were typed: secrets, what an authenticator sends, the filter of the audit
 * trail's export, a job post's languages and last day, which are codes and a date, the times of
 * interviews, versions, and the hash of a logo.
 */
const UNSHOWN =
  /(^|_)(id|password|token|totp|code|action|from|to|json|data|object|signature|handle|transports|languages?|currency|expires_on|etag|hash|assignee|starts|accepted_start|time_zone)$/;

test('U4: every text that a page shows is filled', () => {
  const writes = describeEndpoints(wholeContract).filter(({ method }) => method !== 'GET');
  const fields = writes.flatMap(({ input }) => fieldsWithin(input));
  const texts = new Set(fields.filter((field) => isTextField(field)).map(({ name }) => name));
  expect([...texts].filter((name) => !UNSHOWN.test(name)).toSorted()).toEqual(SHOWN_FIELDS.toSorted());
});

describe('long, right-to-left and many texts', () => {
  /** One visit serves both tests: opening a page costs more than looking at it. */
  describe.each(EVERY_PAGE)('on $host $pattern as $who', (visited) => {
    let page: Page;
    beforeAll(async () => {
      page = await opener.pageFor(visited);
      await openWhole(page, opener.addressOf(visited));
    });
    afterAll(() => page.close());

    test('U4 U20: fit', async () => {
      expect(await layoutFlaws(page)).toEqual([]);
    });

    test('U4: fit in each dialog and menu that it opens', async () => {
      expect(await popups.flawsOfPopups(page, `${visited.host} ${visited.pattern}`)).toEqual([]);
    });
  });

  test('U4: the pages opened their dialogs and menus', () => {
    expect(popups.opened().length).toBeGreaterThanOrEqual(45);
  });
});

test.each([
  ['visitor', '/jobs'],
  ['talent@demo.test', '/jobs'],
  ['owner@demo.test', '/employer/jobs'],
  ['owner@demo.test', '/employer/applications'],
  ['owner@demo.test', '/employer/applications/board'],
  ['admin@demo.test', '/people'],
  ['admin@demo.test', '/companies'],
  ['admin@demo.test', '/job-posts'],
  ['admin@demo.test', '/audit', 'who'],
])('U4 U20: a long search of two directions fits for %s on %s', async (who, pattern, name = 'query') => {
  const visited = visitAs(who, pattern);
  const page = await opener.pageFor(visited);
  const address = new URL(opener.addressOf(visited));
  address.search = String(new URLSearchParams({ [name]: HOSTILE_TEXT, location: HOSTILE_TEXT }));
  await openWhole(page, address.href);
  expect(await page.locator(`[name="${name}"]`).inputValue()).toBe(HOSTILE_TEXT);
  expect(await layoutFlaws(page)).toEqual([]);
  await page.close();
});

test('U4: a menu, a dialog and a toast with a long name fit, and the toast’s button is free', async () => {
  const members = asOwner('/employer/members');
  const page = await opener.pageFor(members);
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto(opener.addressOf(members));
  await accountButton(page).click();
  await page.getByRole('menu').waitFor();
  expect(await layoutFlaws(page, { within: '.menu' })).toEqual([]);
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

test('U4: the question before several applicants get a decision fits with their names', async () => {
  const list = asOwner('/employer/applications');
  const page = await opener.pageFor(list);
  await openWhole(page, opener.addressOf(list));
  const rows = page.locator('tbody').getByRole('checkbox');
  for (const place of [0, 1, 2]) await rows.nth(place).check();
  await page.getByLabel('Move to').selectOption({ label: 'Offer' });
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Make 3 applicants an offer?' }).waitFor();
  await page.getByText('Loading the email…').waitFor({ state: 'detached' });
  expect(await flawsOfPopup(page)).toEqual([]);
});

test('U4: the dialog to sign in again fits with a long email address', async () => {
  const [user] = await system.database.query<{ id: string }>(
    "select id from identity.users where email like 'wwww%' order by id limit 1",
  );
  const { cookie, sessionId } = await makeSession(system.database, 'user', String(user?.id));
  const context = await newContext(browser);
  await giveSession(context, { cookie }, publicUrl('/'));
  const page = await context.newPage();
  await openWhole(page, publicUrl('/account'));
  await system.database.query('update identity.user_sessions set ended_at = now() where id = $1', [
    sessionId,
  ]);
  await page.getByLabel('Name', { exact: true }).fill('Another name');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('alertdialog').getByText('Your session has ended.').waitFor();
  expect(await flawsOfPopup(page)).toEqual([]);
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

describe('what staff and reporters write about a job post and a company', () => {
  const ownJob = asOwner('/employer/jobs/:id');
  const jobId = () => new URL(opener.addressOf(ownJob)).pathname.split('/').at(-1) ?? '';
  // The last tests of the file: the company is not public any more.
  beforeAll(() => hideWithHostileTexts(system, jobId()));

  const cases = [
    ['admin@demo.test', '/companies/:id', ['reports', 'review']],
    ['admin@demo.test', '/job-posts/:id', ['reports', 'hidden']],
    ['owner@demo.test', '/employer', ['review']],
    ['owner@demo.test', '/employer/jobs/:id', ['hidden']],
  ] as const;
  test.each(cases)('U4 U20: fits for %s on %s', async (who, pattern, sections) => {
    const visited = visitAs(who, pattern);
    const page = await opener.pageFor(visited);
    const address = opener.addressOf(visited);
    await openWhole(page, pattern === '/job-posts/:id' ? new URL(jobId(), address).href : address);
    for (const section of sections) {
      const text = page.locator(`section[aria-labelledby="${section}"] .prose`).first();
      expect(await text.textContent()).toBe(HOSTILE_TEXT);
    }
    expect(await layoutFlaws(page)).toEqual([]);
    await page.close();
  });
});
