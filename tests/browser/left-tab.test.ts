/// <reference lib="dom" />
import { makePerson, type TestSystem } from '@gatehouse/testkit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { accountButton, signOut } from '#support/account.ts';
import { answerAsOtherHost } from '#support/api-of-other-host.ts';
import { giveSession } from '#support/chromium.ts';
import { createInvitationActs } from '#support/invitations.ts';
import { beforeVisits, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

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

/** The former account's page of a report with typed text, in a tab that can leave the site. */
async function typedIntoReport(): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await visits.signedIn(FORMER);
  await withElsewhere(context);
  await page.goto(report);
  await page.waitForLoadState('networkidle');
  await details(page).fill(TYPED);
  return { page, context };
}

/** The page's scripts do not arrive until `page.unrouteAll`. */
async function typeWithoutScripts(page: Page): Promise<void> {
  await page.route('**/assets/**/*.js', (route) => route.abort());
  await page.goto(report);
  await details(page).fill(TYPED);
}

/** Ends all sessions of an account as their time does: no tab is notified. */
async function expireSessions(email: string): Promise<void> {
  await system.database.query(
    `update identity.user_sessions set expires_at = now() - interval '1 minute', idle_expires_at = now() - interval '1 minute'
      where user_id = (select id from identity.users where email = $1)`,
    [email],
  );
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
  do {
    await page.goBack();
    // A page on the way may lead elsewhere by itself, which would abort the next step.
    await page.waitForLoadState('networkidle');
  } while (page.url() !== address);
}

describe.each([
  { to: 'another account', next: 'owner@demo.test' },
  { to: 'a visitor', next: null },
])('a tab that was on another site when the former account signed out, then shown to $to', ({ next }) => {
  test('C2 G8: has no text that waited for the page’s reload', async () => {
    const { page, context } = await visits.signedIn(FORMER);
    await withElsewhere(context);
    await typeWithoutScripts(page);
    // Neither does the reload arrive.
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
    const { page, context } = await typedIntoReport();
    await goElsewhere(page);
    const tab = await context.newPage();
    await tab.goto(visits.publicUrl('/account'));
    await changeAccount(tab, next);
    await backTo(page, report);
    expect(await details(page).inputValue()).toBe('');
  });

  test('C2: has no text that the browser itself restores, when the account was changed in that tab', async () => {
    const { page } = await typedIntoReport();
    await goElsewhere(page);
    await page.goto(visits.publicUrl('/account'));
    await changeAccount(page, next);
    await backTo(page, report);
    expect(await details(page).inputValue()).toBe('');
  });
});

test('G8: a tab that comes back to the same account keeps what waited for the page’s reload, and what the browser restores', async () => {
  const { page } = await typedIntoReport();
  await page.evaluate(() => sessionStorage.setItem('gatehouse-kept', 'kept'));
  await goElsewhere(page);
  await backTo(page, report);
  expect(await details(page).inputValue()).toBe(TYPED);
  expect(await storedIn(page)).toContain('"gatehouse-kept":"kept"');
});

describe('a session that ended by itself, before the reload of a page with typed text', () => {
  /** @returns the page as its reload shows it to the visitor whom it has made of the user. */
  async function reloadedAsVisitor(): Promise<Page> {
    const { page } = await visits.signedIn(FORMER);
    await typeWithoutScripts(page);
    await expireSessions(FORMER);
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Reload the page' }).click();
    await page.waitForLoadState('networkidle');
    return page;
  }

  async function signInFrom(page: Page, email: string): Promise<void> {
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(page, email);
    await accountButton(page).waitFor();
    await page.waitForURL(report);
    await page.waitForLoadState('networkidle');
  }

  test('C2 G8: a visitor sees nothing of it, and the same account finds it again when it signs in', async () => {
    const page = await reloadedAsVisitor();
    expect(await details(page).inputValue()).toBe('');
    await signInFrom(page, FORMER);
    await waitFor(async () => (await details(page).inputValue()) === TYPED || undefined);
    expect(await storedIn(page)).not.toContain(TYPED);
  });

  test('C2 G8: another account that signs in finds nothing of it, and neither does the former one afterwards', async () => {
    const page = await reloadedAsVisitor();
    await signInFrom(page, 'owner@demo.test');
    expect(await details(page).inputValue()).toBe('');
    expect(await storedIn(page)).not.toContain(TYPED);
  });

  test('C2: a sign-out deletes it, while the tab is on another site', async () => {
    const page = await reloadedAsVisitor();
    const context = page.context();
    await withElsewhere(context);
    await page.goto(ELSEWHERE);
    const tab = await context.newPage();
    await tab.goto(visits.publicUrl('/login'));
    await visits.fillIn(tab, FORMER);
    await accountButton(tab).waitFor();
    await changeAccount(tab, FORMER);
    await backTo(page, report);
    expect(await details(page).inputValue()).toBe('');
    expect(await storedIn(page)).not.toContain(TYPED);
  });
});

test('U14 G8: the page of an invitation keeps its token when the session of its account ends and the invited one signs in elsewhere', async () => {
  const acts = createInvitationActs(system);
  const [owner, former, invited] = [
    await acts.makeOwner(),
    await makePerson(system.database),
    await makePerson(system.database),
  ];
  const [user] = await system.database.query<{ email: string }>(
    'select email from identity.users where id = $1',
    [invited.userId],
  );
  const { token } = await acts.makeInvitation(owner, user?.email ?? '');
  const { page, context } = await visits.as(former, `/join#token=${token}`);
  await page.getByText('This invitation was sent to').waitFor();
  await giveSession(context, invited, visits.publicUrl('/'));
  const tab = await context.newPage();
  await tab.goto(visits.publicUrl('/account'));
  await tab.evaluate(() => new BroadcastChannel('gatehouse-session').postMessage('changed'));
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await page.waitForURL((url) => url.pathname === '/employer');
});
