/// <reference lib="dom" />
import { makeColleague, makePerson, signIn, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accountButton } from '#support/account.ts';
import { axeViolations } from '#support/axe.ts';
import { holdClosingDialogs } from '#support/closing-dialogs.ts';
import { beforeVisits, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';
import { watchProblems } from '#support/watch-problems.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

/** Opens a page of the public host with the session of a demo person. */
async function openAs(email: string, path: string): Promise<{ page: Page; problems: readonly string[] }> {
  return openWith(await signIn(system.publicHost, email), path);
}

async function openWith(cookie: string, path: string): Promise<{ page: Page; problems: readonly string[] }> {
  const { page } = await visits.as({ cookie });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const problems = watchProblems(page);
  await page.goto(visits.publicUrl(path));
  return { page, problems };
}

/** Takes the code of everything that loads on demand away, as a release or a lost connection does. */
async function withoutParts(page: Page): Promise<void> {
  await page.route(/assets\/(account-menu-popup|confirm-dialog|toasts)/, (route) => route.abort());
}

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

const hasFocus = (page: Page, text: string) =>
  waitFor(async () => (await focusedText(page)) === text || undefined);

describe('the account menu', () => {
  test('is used by keyboard alone: opens on its first entry, leads there, and Escape gives the focus back', async () => {
    const { page, problems } = await openAs('member@demo.test', '/employer');
    await accountButton(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menu').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await accountButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await accountButton(page).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Your account' }).waitFor();
    await hasFocus(page, 'Your account');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('G10: leaves the focus to the heading of the page that it leads to, however late that comes', async () => {
    const { page } = await openAs('member@demo.test', '/employer');
    let held = Promise.withResolvers<void>();
    await page.route('**/api/identities/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    for (const title of ['Your account', 'Your account']) {
      held = Promise.withResolvers<void>();
      await accountButton(page).click();
      await page.getByRole('menuitem', { name: title }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      held.resolve();
      await hasFocus(page, title);
    }
  });

  test('says so when signing out fails, and the user stays signed in', async () => {
    const { page } = await openAs('member@demo.test', '/employer');
    await page.route('**/user_sessions/current', (route) => route.abort());
    await accountButton(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('We could not sign you out.').first().waitFor();
    await accountButton(page).waitFor();
  });
});

describe('a confirmation', () => {
  test('asks with the focus on the way back, changes nothing when it is left, and gives the focus back', async () => {
    const { page, problems } = await openAs('owner@demo.test', '/employer/members');
    const revoke = page.getByRole('button', { name: /^Revoke / }).first();
    await revoke.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: /^Revoke .*’s access\?$/ });
    await dialog.waitFor();
    await hasFocus(page, 'Cancel');
    expect(await axeViolations(page)).toEqual([]);
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Tab');
    await dialog.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await revoke.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('stays open with the refusal, and a toast says when it is done', async () => {
    const { page } = await openAs('owner@demo.test', '/employer/members');
    await page.route('**/api/employer/org_memberships/*', (route) => route.abort(), { times: 1 });
    await page
      .getByRole('button', { name: /^Make owner / })
      .first()
      .click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Make owner' }).click();
    await dialog.getByRole('alert').getByText('Gatehouse cannot be reached').waitFor();
    await dialog.getByRole('button', { name: 'Make owner' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByText(/is now an owner\.$/)
      .first()
      .waitFor();
    // A list of toasts opens up, and shows its buttons to every user, under the pointer or the focus.
    await page.locator('.toast').hover();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.locator('.toast').waitFor({ state: 'detached' });
  });

  test('shows the change that was confirmed until it is gone, while the page shows the new state', async () => {
    const membership = { role: 'owner', status: 'active' } as const;
    const owner = await makePerson(system.database, { membership });
    await makeColleague(system.database, owner, 'member');
    const { page, problems } = await openWith(owner.cookie, '/employer/members');
    const closing = await holdClosingDialogs(page);
    await page.getByRole('button', { name: /^Make owner / }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Make owner' }).waitFor();
    const asked = await dialog.innerText();
    await dialog.getByRole('button', { name: 'Make owner' }).click();
    await page
      .locator('button', { hasText: /^Make member / })
      .first()
      .waitFor();
    await closing.isClosing();
    expect(await dialog.innerText()).toBe(asked);
    await closing.finish();
    const titles = (await closing.texts()).map((text) => text.split('?')[0]);
    expect(new Set(titles)).toEqual(new Set([asked.split('?')[0]]));
    await page
      .getByRole('button', { name: /^Make member / })
      .first()
      .click();
    await page.getByRole('alertdialog', { name: /^Make .* a member\?$/ }).waitFor();
    expect(problems).toEqual([]);
  });

  test('G10: leaves the focus near its button when it goes with it, also after a quick Tab had left the dialog', async () => {
    const { page } = await openAs('member@demo.test', '/account');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
    const notice = page.getByRole('region', { name: 'Account deletion' });
    await notice.getByRole('button', { name: 'Keep account' }).click();
    const keep = page.getByRole('alertdialog').getByRole('button', { name: 'Keep account' });
    await keep.waitFor();
    await holdClosingDialogs(page);
    // Where Tab goes from the end of a dialog that has not passed the focus on yet.
    await page.locator('.skip-link').focus();
    await keep.press('Enter');
    await page.getByRole('button', { name: 'Delete account' }).waitFor();
    await hasFocus(page, 'Your account');
  });

  test('G10: keeps its page in place, also when a quick Tab has left the dialog', async () => {
    const { page } = await openAs('member@demo.test', '/account');
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('alertdialog').waitFor();
    const place = () => page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().top);
    const before = await place();
    expect(before).toBeLessThan(-200);
    await page.locator('.skip-link').focus();
    expect(await place()).toBe(before);
  });

  test('whose code cannot be fetched says so, and works once it can', async () => {
    const { page } = await openAs('owner@demo.test', '/employer/members');
    await withoutParts(page);
    const revoke = page.getByRole('button', { name: /^Revoke / }).first();
    await revoke.click();
    await page.getByRole('alert').getByText('This could not be loaded.').waitFor();
    await page.unrouteAll();
    await revoke.click();
    await page.getByRole('alertdialog').waitFor();
  });
});

describe('the preview of a job post', () => {
  test('keeps its text while it closes', async () => {
    const { page, problems } = await openAs('owner@demo.test', '/employer/jobs/new');
    await page.getByLabel('Title').fill('Sailmaker');
    const closing = await holdClosingDialogs(page);
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog');
    await preview.getByText('Sailmaker').waitFor();
    await preview.getByRole('button', { name: 'Close preview' }).click();
    await closing.isClosing();
    expect(await preview.getByText('Sailmaker').count()).toBe(1);
    await closing.finish();
    expect(problems).toEqual([]);
  });
});
