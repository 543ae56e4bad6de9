/// <reference lib="dom" />
import type { TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { nextMail } from '#support/next-mail.ts';
import { beforeVisits, heading, pathOf, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits(async (started) => {
  ({ system, visits } = started);
  // Three users wait, the oldest for nine days.
  await system.database.query(
    "update identity.users set talent_access_state = 'none' where talent_access_state = 'pending'",
  );
  await system.database.query(
    `insert into identity.users (email, name, email_verified_at, talent_access_state, access_requested_at)
     select name || '@queue.test', initcap(name) || ' Waits', now(), 'pending', now() - make_interval(days => days)
       from (values ('anna', 9), ('bert', 3), ('cora', 2)) as waiting (name, days)`,
  );
  await system.database.query(
    `insert into talent.profiles (user_id, headline, summary, skills, location, links)
     select id, 'Lock keeper', 'Twenty years of sluices.', '{Boats}', 'Weir', '{https://locks.example}'
       from identity.users where email = 'anna@queue.test'`,
  );
});

const stateOf = async (email: string) => {
  const [row] = await system.database.query<{ talent_access_state: string }>(
    'select talent_access_state from identity.users where email = $1',
    [email],
  );
  return row?.talent_access_state;
};
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const dialogOf = (page: Page) => page.getByRole('alertdialog');

describe('U5: the staff’s queue', () => {
  test('is oldest first and says since when; the first page links to it', async () => {
    const { page } = await visits.signedInAdmin('viewer@demo.test');
    await page.getByRole('link', { name: '3 access requests to review' }).click();
    await heading(page, 'Access requests');
    await page.getByText('3 users wait for a review. Oldest first.').waitFor();
    expect(await page.locator('tbody th a').allInnerTexts()).toEqual([
      'Anna Waits',
      'Bert Waits',
      'Cora Waits',
    ]);
    const since = page.locator('tbody time').first();
    expect(await since.innerText()).toBe('1 week ago');
    expect(await since.getAttribute('title')).toMatch(/ UTC$/);
    expect(Number.isNaN(Date.parse((await since.getAttribute('datetime')) ?? ''))).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Review the oldest' }).click();
    await heading(page, 'Anna Waits');
    expect(await page.getByRole('button', { name: /^(Approve|Refuse)/ }).count()).toBe(0);
  });

  test('is worked through by keyboard: a, Ctrl+Enter, n, r, and the mail has the reason', async () => {
    const { page, errors } = await visits.signedInAdmin('admin@demo.test', '/requests');
    await page.getByRole('link', { name: 'Anna Waits' }).click();
    await heading(page, 'Anna Waits');
    await page.getByRole('heading', { name: 'Lock keeper' }).waitFor();
    await page.getByText('Twenty years of sluices.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Approve/ }).focus();
    await page.keyboard.press('a');
    const dialog = dialogOf(page);
    await dialog.getByText('Approve talent access of Anna Waits?').waitFor();
    // Typing in the dialog runs no shortcut.
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('');
    await dialog.getByRole('textbox', { name: /^Reason/ }).pressSequentially('rnar');
    expect(await dialog.getByRole('textbox', { name: /^Reason/ }).inputValue()).toBe('rnar');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await stateOf('anna@queue.test')).toBe('active');
    await waitFor(async () => (await focused(page)).startsWith('Next request') || undefined);
    await page.getByText('Approved by Ada Brandt').waitFor();
    await page.keyboard.press('n');
    await heading(page, 'Bert Waits');
    await page.keyboard.press('r');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('No work samples.');
    await dialog.getByLabel('Include the reason in the email').check();
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stateOf('bert@queue.test')).toBe('none');
    const mail = await nextMail(system, 'bert@queue.test');
    expect(mail.text).toContain('No work samples.');
    expect(errors).toEqual([]);
  });

  test('shortcuts can be turned off, and stay off', async () => {
    const { page } = await visits.signedInAdmin('admin@demo.test', '/requests');
    await page.getByRole('link', { name: 'Review the oldest' }).click();
    await heading(page, 'Cora Waits');
    await page.getByLabel('Keyboard shortcuts').uncheck();
    await page.reload();
    await page.getByRole('button', { name: /^Approve/ }).focus();
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    expect(await dialogOf(page).count()).toBe(0);
    await page.getByLabel('Keyboard shortcuts').check();
    await page.getByRole('button', { name: /^Approve/ }).focus();
    await page.keyboard.press('r');
    await dialogOf(page).getByText('Refuse talent access of Cora Waits?').waitFor();
    expect(pathOf(page)).toMatch(/^\/people\//);
  });

  test('weakest screen 1: a decision fits the state, and history has names and reasons', async () => {
    const { page } = await visits.signedInAdmin('admin@demo.test', '/people?query=tilda');
    await page.getByRole('link', { name: 'Tilda Marsh' }).click();
    await heading(page, 'Tilda Marsh');
    expect(await page.getByRole('button', { name: /^(Approve|Refuse|Restore|Grant)/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^Suspend/ }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Copied texts.');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Suspended by Ada Brandt').waitFor();
    await page.getByText('Copied texts.').first().waitFor();
    await page.getByRole('button', { name: /^Restore/ }).click();
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Her own texts.');
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Restored by Ada Brandt').waitFor();
    expect(await stateOf('talent@demo.test')).toBe('active');
    expect(pathOf(page)).toMatch(/^\/people\//);
  });

  test('U18: a user’s link back leads to the search and the filter from which it was opened', async () => {
    const { page } = await visits.signedInAdmin('viewer@demo.test', '/people?query=tilda');
    await page.getByRole('navigation', { name: 'Users by talent access' }).getByText('Active').click();
    await page.waitForURL(/\/people\?query=tilda&talent_access=active$/);
    await page.getByRole('link', { name: 'Tilda Marsh' }).click();
    await heading(page, 'Tilda Marsh');
    await page.getByRole('main').getByRole('link', { name: 'Users', exact: true }).click();
    await heading(page, 'Users');
    expect(page.url()).toMatch(/\/people\?query=tilda&talent_access=active$/);
  });
});
