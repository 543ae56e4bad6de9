import type { TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signOut } from '#support/account.ts';
import { letDeletionBeDue, runRetentionJob } from '#support/account-deletions.ts';
import { axeViolations } from '#support/axe.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const card = (page: Page) => page.getByRole('region', { name: 'Delete account' });
const notice = (page: Page) => page.getByRole('region', { name: 'Account deletion' });
const dialog = (page: Page) => page.getByRole('alertdialog');
const dueDate = (requestedAt: number) =>
  new Date(requestedAt + 7 * 86_400_000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

async function requestDeletion(page: Page): Promise<void> {
  await page.goto(visits.publicUrl('/account#delete-account'));
  await card(page).getByRole('button', { name: 'Delete account' }).click();
  await dialog(page).getByRole('button', { name: 'Delete account' }).click();
}

describe('G11: the deletion of the own account', () => {
  test('G11: is requested on the account page, seen by staff, offered to cancel after a sign-in, and cancelled from any page', async () => {
    const email = 'talent@demo.test';
    const { page, errors } = await visits.signedIn(email);
    await requestDeletion(page);
    await page.getByText('Your account will be deleted in 7 days.').waitFor();
    const due = dueDate(Date.now());
    await notice(page).getByText(`Your account will be deleted on ${due}`).waitFor();
    await card(page).getByText(`Your account will be deleted on ${due}`).waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await axeViolations(page)).toEqual([]);

    const staff = await visits.signedInAdmin('viewer@demo.test');
    await staff.page.goto(visits.teamUrl(`/people?query=${encodeURIComponent(email)}`));
    await staff.page.getByRole('main').getByRole('link', { name: 'Tilda Marsh' }).first().click();
    await staff.page.getByText(`Will be deleted ${due}`).waitFor();

    await signOut(page);
    await page.goto(visits.publicUrl('/login'));
    await visits.fillIn(page, email);
    await heading(page, 'Your job search');
    await page.reload();
    await notice(page).waitFor();
    expect(await page.getByText('Your account will be deleted on').count()).toBe(1);
    // A click, not a new document: the page is still there afterwards.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();
    await page.waitForURL((url) => url.pathname === '/jobs');
    await notice(page).getByRole('button', { name: 'Keep account' }).click();
    await dialog(page).getByRole('button', { name: 'Keep account' }).click();
    await page.getByText('Your account will not be deleted.').waitFor();
    await notice(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/jobs');
    expect(errors).toEqual([]);
  });

  test('G11: is decided by the last owner of a company first, in the dialog that asks', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    await page.goto(visits.publicUrl('/account'));
    await card(page).getByText('You are the last owner of').waitFor();
    await requestDeletion(page);
    await dialog(page).getByRole('alert').getByText('You are its last owner.').waitFor();
    await dialog(page)
      .getByRole('checkbox', { name: /^Close .* with my account$/ })
      .check();
    expect(await axeViolations(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Delete account' }).click();
    await card(page).getByText('will be closed').waitFor();
    await card(page).getByRole('button', { name: 'Keep account' }).click();
    await dialog(page).getByRole('button', { name: 'Keep account' }).click();
    await card(page).getByRole('button', { name: 'Delete account' }).waitFor();
  });

  test('G11: ends the session of an open page, which leads to the sign-in', async () => {
    const { page } = await visits.signedIn('newcomer@demo.test');
    await requestDeletion(page);
    await notice(page).waitFor();
    const [user] = await system.database.query<{ id: string }>(
      "select id from identity.users where email = 'newcomer@demo.test'",
    );
    await letDeletionBeDue(system.database, user?.id ?? '');
    await runRetentionJob(system.database);
    await page.goto(visits.publicUrl('/account'));
    await heading(page, 'Sign in');
    await visits.fillIn(page, 'newcomer@demo.test');
    await page.getByRole('alert').getByText('Wrong email address or password').waitFor();
  });
});
