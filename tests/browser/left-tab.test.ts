/// <reference lib="dom" />
import type { TestSystem } from '@gatehouse/testkit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { accountButton, signOut } from '#support/account.ts';
import { answerAsOtherHost } from '#support/api-of-other-host.ts';
import { beforeVisits, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const FORMER = 'talent@demo.test';
const ELSEWHERE = 'http://elsewhere.test/';
const TYPED = 'Typed by the former account';

/** A page whose document has its form, for each account and for visitors. */
let report: string;
beforeAll(async () => {
  const [post] = await system.database.query<{ id: string }>(
    "select id from employer.job_posts where state = 'published' limit 1",
  );
  report = visits.publicUrl(`/jobs/${post?.id}/report`);
});

const details = (page: Page) => page.getByRole('main').locator('textarea');
const storedIn = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

async function withElsewhere(context: BrowserContext): Promise<void> {
  await answerAsOtherHost(context);
  await context.route(ELSEWHERE, (route) => route.fulfill({ contentType: 'text/html', body: 'Elsewhere' }));
}

/** Leaves the site by a link that was followed: what was typed is discarded knowingly. */
async function goElsewhere(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(ELSEWHERE);
}

/** Ends the former account's session, and signs the next one in. */
async function changeAccount(tab: Page, next: string | null): Promise<void> {
  await signOut(tab);
  if (next === null) return;
  await tab.goto(visits.publicUrl('/login'));
  await visits.fillIn(tab, next);
  await tab.waitForURL((url) => url.pathname !== '/login');
  await accountButton(tab).waitFor();
}

async function backTo(page: Page, address: string): Promise<void> {
  await page.goBack();
  while (page.url() !== address) await page.goBack();
  await page.waitForLoadState('networkidle');
}

describe.each([
  { to: 'another account', next: 'owner@demo.test' },
  { to: 'a visitor', next: null },
])('a tab that was on another site when the former account signed out, then shown to $to', ({ next }) => {
  test('C2 G8: has no text that waited for the page’s reload', async () => {
    const { page, context } = await visits.signedIn(FORMER);
    await withElsewhere(context);
    // The scripts do not arrive, and neither does the reload.
    await page.route('**/assets/**/*.js', (route) => route.abort());
    await page.goto(report);
    await details(page).fill(TYPED);
    await page.route(report, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => request.url() === report);
    await page.getByRole('link', { name: 'Reload the page' }).click();
    await failed;
    await page.unrouteAll();
    await page.goto(ELSEWHERE);
    const tab = await context.newPage();
    await tab.goto(visits.publicUrl('/account'));
    await changeAccount(tab, next);
    await backTo(page, report);
    expect(await details(page).inputValue()).toBe('');
    expect(await storedIn(page)).not.toContain(TYPED);
  });

  test('C2: has nothing that any page has stored', async () => {
    const { page, context } = await visits.signedIn(FORMER);
    await withElsewhere(context);
    await page.evaluate((text) => sessionStorage.setItem('gatehouse-kept', text), TYPED);
    const left = page.url();
    await goElsewhere(page);
    const tab = await context.newPage();
    await tab.goto(visits.publicUrl('/account'));
    await changeAccount(tab, next);
    await page.goto(left);
    expect(await storedIn(page)).not.toContain(TYPED);
  });

  test('C2: has no text that the browser itself restores', async () => {
    const { page, context } = await visits.signedIn(FORMER);
    await withElsewhere(context);
    await page.goto(report);
    await page.waitForLoadState('networkidle');
    await details(page).fill(TYPED);
    await goElsewhere(page);
    const tab = await context.newPage();
    await tab.goto(visits.publicUrl('/account'));
    await changeAccount(tab, next);
    await backTo(page, report);
    expect(await details(page).inputValue()).toBe('');
  });

  test('C2: has no text that the browser itself restores, when the account was changed in that tab', async () => {
    const { page, context } = await visits.signedIn(FORMER);
    await withElsewhere(context);
    await page.goto(report);
    await page.waitForLoadState('networkidle');
    await details(page).fill(TYPED);
    await goElsewhere(page);
    await page.goto(visits.publicUrl('/account'));
    await changeAccount(page, next);
    await backTo(page, report);
    expect(await details(page).inputValue()).toBe('');
  });
});

test('G8: a tab that comes back to the same account keeps what waited for the page’s reload, and what the browser restores', async () => {
  const { page, context } = await visits.signedIn(FORMER);
  await withElsewhere(context);
  await page.goto(report);
  await page.waitForLoadState('networkidle');
  await details(page).fill(TYPED);
  await page.evaluate(() => sessionStorage.setItem('gatehouse-kept', 'kept'));
  await goElsewhere(page);
  await backTo(page, report);
  expect(await details(page).inputValue()).toBe(TYPED);
  expect(await storedIn(page)).toContain('"gatehouse-kept":"kept"');
});
