/// <reference lib="dom" />
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accountButton, signOut } from '#support/account.ts';
import { answerAsOtherHost } from '#support/api-of-other-host.ts';
import { beforeVisits, type Visit, type Visits } from '#support/visits.ts';

let visits: Visits;
beforeVisits(
  (started) => {
    ({ visits } = started);
  },
  { browser: { keepsPages: true } },
);

interface Host {
  readonly name: string;
  readonly email: string;
  readonly signedIn: () => Promise<Visit>;
  readonly url: (path: string) => string;
  /** Pages with something of the person. */
  readonly pages: readonly string[];
}

const hosts: readonly Host[] = [
  {
    name: 'the public host',
    email: 'owner@demo.test',
    signedIn: () => visits.signedIn('owner@demo.test'),
    url: (path) => visits.publicUrl(path),
    pages: ['/account', '/employer', '/employer/members'],
  },
  {
    name: 'the team host',
    email: 'admin@demo.test',
    signedIn: () => visits.signedInAdmin('admin@demo.test'),
    url: (path) => visits.teamUrl(path),
    pages: ['/', '/people', '/audit'],
  },
];

/** The name and address of the person whose page this is. */
async function personOf(page: Page, email: string): Promise<readonly string[]> {
  const label =
    (await accountButton(page).getAttribute('aria-label')) ?? (await accountButton(page).innerText());
  const name = label.replace(/,? account menu$/, '').trim();
  expect(name).not.toBe('');
  // What is looked for later can be found here.
  expect(await page.evaluate(() => document.body.innerText)).toContain(name);
  return [name, email];
}

/** Goes back and looks at the page for a while, from its first moment on. */
async function expectNothingOf(person: readonly string[], page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  const seen = new Set<string>();
  for (let look = 0; look < 15; look += 1) {
    // A page that is being replaced has no text.
    const text = await page.evaluate(() => document.body?.innerText ?? '').catch(() => '');
    for (const word of person) if (text.includes(word)) seen.add(`${word} at ${page.url()}`);
    await page.waitForTimeout(100);
  }
  expect([...seen]).toEqual([]);
  expect(await accountButton(page).count()).toBe(0);
}

const storedIn = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

/** The time of a sign-out: a tab that was on another site compares it. */
const LEFT_BY_SIGN_OUT = ['gatehouse-signed-out'];

describe.each(hosts)('the storage of $name', ({ signedIn, url, pages: [path = '/'] }) => {
  test('C2: is empty after signing out in any tab, also where the API has another host', async () => {
    const { page, context } = await signedIn();
    await answerAsOtherHost(context);
    await page.goto(url(path));
    const other = await context.newPage();
    await other.goto(url(path));
    for (const tab of [page, other]) {
      await accountButton(tab).waitFor();
      await tab.evaluate(() => {
        localStorage.setItem('gatehouse-kept', 'of the person');
        sessionStorage.setItem('gatehouse-kept', 'of the person');
      });
    }
    await signOut(page);
    for (const tab of [page, other]) {
      await accountButton(tab).waitFor({ state: 'detached' });
      expect(await storedIn(tab)).toEqual(LEFT_BY_SIGN_OUT);
    }
  });

  test('C2: is empty after signing out where the API has the same host, but for the time of it', async () => {
    const { page } = await signedIn();
    await page.goto(url(path));
    await accountButton(page).waitFor();
    await signOut(page);
    expect(await storedIn(page)).toEqual(LEFT_BY_SIGN_OUT);
  });

  test('C2: is emptied in a tab that was on another site meanwhile, when it comes back', async () => {
    const { page, context } = await signedIn();
    await answerAsOtherHost(context);
    await page.goto(url(path));
    await accountButton(page).waitFor();
    await page.evaluate(() => sessionStorage.setItem('gatehouse-kept', 'of the person'));
    await page.goto('about:blank');
    const other = await context.newPage();
    await other.goto(url(path));
    await signOut(other);
    await page.goto(url(path));
    expect(await storedIn(page)).toEqual(LEFT_BY_SIGN_OUT);
  });
});

describe.each(hosts)('the back button after signing out on $name', ({ email, signedIn, url, pages }) => {
  test('C2 B7: no page of the history shows anything of the person', async () => {
    const { page } = await signedIn();
    for (const path of pages) {
      await page.goto(url(path));
      await accountButton(page).waitFor();
    }
    const person = await personOf(page, email);
    await signOut(page);
    await accountButton(page).waitFor({ state: 'detached' });
    for (const _ of pages) await expectNothingOf(person, page);
  });

  test('C2 B7: nor does a page that was left for another site, when another tab has signed out', async () => {
    const { page, context } = await signedIn();
    await page.goto(url(pages[1] ?? '/'));
    const person = await personOf(page, email);
    await page.goto('about:blank');
    const other = await context.newPage();
    await other.goto(url(pages[0] ?? '/'));
    await signOut(other);
    await accountButton(other).waitFor({ state: 'detached' });
    await expectNothingOf(person, page);
  });
});
